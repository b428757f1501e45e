/** Lengths of time for people: of what was long ago, and of what goes on. */

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

/** `4 s`, `2 min 5 s`: whole seconds, so that it counts calmly. */
export function toClock(milliseconds: number): string {
  const seconds = Math.floor(Math.max(0, milliseconds) / SECOND)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
