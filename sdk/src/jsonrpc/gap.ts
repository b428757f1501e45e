/** A text without one of its strings: what stands before and behind it, each with a quote of it. */

export interface Gap {
  readonly before: string
  readonly after: string
}

/** What is longer comes seldom, and would be held for as long as the gap is. */
export const MOST_GAP_CHARACTERS = 4_096

/** Around these words, if they stand in the text as they would be written, and nowhere else as a whole string. */
export function gapAround(words: string, text: string): Gap | undefined {
  const quoted = JSON.stringify(words)
  const at = text.indexOf(quoted)
  if (at < 0 || text.indexOf(quoted, at + 1) >= 0) return undefined
  const start = at + 1
  const rest = text.slice(0, start) + text.slice(at + quoted.length - 1)
  // A part of a text holds all of what it was cut from, so it is cut from a copy.
  const copy = JSON.parse(JSON.stringify(rest)) as string
  return { before: copy.slice(0, start), after: copy.slice(start) }
}

/** Whether a text begins and ends as this one; what is between need not be one string. */
export function isAround({ before, after }: Gap, text: string): boolean {
  // Cut and compared, because `startsWith` takes twice as long.
  return (
    text.length >= before.length + after.length &&
    text.slice(0, before.length) === before &&
    text.endsWith(after)
  )
}
