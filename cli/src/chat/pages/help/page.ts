/** A page: every key. */

export interface HelpPage {
  readonly is: 'help'
}
