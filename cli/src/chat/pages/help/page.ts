/** A page: every key. */

export interface HelpPage {
  readonly is: 'help'
  /** How many lines are above the screen. */
  readonly top: number
}
