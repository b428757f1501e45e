/** A page: everything that is asked about, whole: the facts, then each file of a change. The question can be answered there. */

export interface ChangesPage {
  readonly is: 'changes'
  readonly questionId: string
  /** Which file, counted from 1; 0 is the facts. */
  readonly file: number
  /** How many lines are above the screen. */
  readonly top: number
}
