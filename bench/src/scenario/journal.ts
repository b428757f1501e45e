/** What the `journal` row tells its program. */

export interface JournalOrder {
  readonly sessions: number
  readonly perSecond: number
  readonly seconds: number
}
