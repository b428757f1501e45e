/** Times for people: how long ago something was, and what they mean when they write how far back to look. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { readDuration } from '../run/duration.js'
import type { Shell } from '../shell.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago a moment was; after a month its day. */
function toAgo(at: number, now = Date.now()): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  if (age < 30 * DAY) return `${Math.floor(age / DAY)} d ago`
  return toIso(at).slice(0, 10)
}

/** A moment in a list: for people how long ago it was; else in ISO 8601, which can be sorted. */
export function toWhen(at: number, { isTTY }: Pick<Shell['stdout'], 'isTTY'>): string {
  return isTTY ? toAgo(at) : toIso(at)
}

/** A moment in ISO 8601. */
export function toIso(at: number): string {
  return new Date(at).toISOString()
}

/** The moment that `2h`, `7d`, a day or a time means. */
export function toMoment(text: string, now = Date.now()): number {
  const [, days, unit] = /^(\d{1,6})([dw])$/.exec(text) ?? []
  if (days !== undefined) return Math.max(0, now - Number(days) * (unit === 'w' ? 7 * DAY : DAY))
  // A bare number could be a year as well as seconds.
  if (/^\d+(?:\.\d+)?[a-z]+$/.test(text)) return Math.max(0, now - readDuration(text, '--since'))
  const at = /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(at)) return at
  throw new Failure('Expected a time such as 30m, 2h, 7d, 2026-03-04 or 2026-03-04T12:00Z.', {
    exitCode: EXIT.usage,
    reason: 'invalid_time',
  })
}
