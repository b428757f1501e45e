/** How often people are asked: more than a few questions a minute and they stop reading them. */

/** How many questions are shown within a minute, unless the owner of a host wants another number. */
export const USUAL_QUESTIONS = 5
const MINUTE = 60_000

/** Whether one more question may be shown, and since when the last ones were. */
export interface Pace {
  readonly canAsk: boolean
  /** How long to wait before asking; 0 when it may be asked now. */
  readonly waitMilliseconds: number
  /** The times that still count: keep these, and add the moment when the question is shown. */
  readonly times: readonly number[]
}

/** The pace, from the times when questions were shown: at most so many within any minute. */
export function pace(times: readonly number[], now: number, most = USUAL_QUESTIONS): Pace {
  const recent = times.filter(time => time > now - MINUTE)
  const oldest = recent.toSorted((one, other) => one - other).at(-most)
  if (oldest === undefined) return { canAsk: true, waitMilliseconds: 0, times: recent }
  return { canAsk: false, waitMilliseconds: oldest + MINUTE - now, times: recent }
}
