/** How long ago something was, in as few words as people use. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }

export function timeAgo(at: number, now: number): string {
  const passed = now - at
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`
  if (passed < 2 * DAY) return 'yesterday'
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} days ago`
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return new Date(at).toLocaleDateString('en-GB', isThisYear ? DATE : { ...DATE, year: 'numeric' })
}

/** The moment itself, for whoever points at it. */
export function exactTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'full', timeStyle: 'medium' })
}
