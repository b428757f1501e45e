/** A page: the prompts that wait. */

export interface QueuePage {
  readonly is: 'queue'
}
