/** A page: every file of a change that is asked about, whole. The question stays below it and can be answered there. */

export interface ChangesPage {
  readonly is: 'changes'
  readonly questionId: string
  /** Which file. */
  readonly file: number
  /** How many lines are above the screen. */
  readonly top: number
}
