/** Times for people: how long ago something was, and what they mean when they write how far back to look. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY }

/** How long ago a moment was; after a month its day. */
export function toAgo(at: number, now = Date.now()): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} d ago`
  return toIso(at).slice(0, 10)
}

/** A moment in ISO 8601. */
export function toIso(at: number): string {
  return new Date(at).toISOString()
}

/** The moment that `2h`, `7d`, a day or a time means. */
export function toMoment(text: string, now = Date.now()): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhdw])$/.exec(text) ?? []
  const length = UNITS[unit]
  if (count !== undefined && length !== undefined) return Math.max(0, now - Number(count) * length)
  const at = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw new Failure('Expected a time such as 30m, 2h, 7d, 2026-03-04 or 2026-03-04T12:00Z.', {
    exitCode: EXIT.usage,
    reason: 'invalid_time',
  })
}
