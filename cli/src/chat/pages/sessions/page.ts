/** A page: the conversations that were recorded. */

export interface SessionsPage {
  readonly is: 'sessions'
}
