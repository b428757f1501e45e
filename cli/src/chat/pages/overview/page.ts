/** A page: all conversations of this program. */

export interface OverviewPage {
  readonly is: 'overview'
}
