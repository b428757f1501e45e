/** Lengths of time for people, short enough for a list. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `4 s`, `12 min`, `3 h`, `9 d`: whole units, rounded down. */
export function toAge(milliseconds: number): string {
  const age = Math.max(0, milliseconds)
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  return `${Math.floor(age / DAY)} d`
}
