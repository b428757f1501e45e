/** A page: the prompts that wait. */

export interface QueuePage {
  readonly is: 'queue'
  /** The id of the chosen one. */
  readonly chosen?: number | undefined
  /** Where it stood: its neighbour is chosen when it is gone. */
  readonly at: number
}
