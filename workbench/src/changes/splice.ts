/** Lines that take the place of other lines. Whoever makes one can take it back, as long as the lines are still there. */

import { toLines } from './lines.js'

export interface Splice {
  /** Before which line of the text, counted from 0. */
  readonly at: number
  readonly was: readonly string[]
  readonly now: readonly string[]
}

/** The text after it; nothing where the text has other lines there. Splices are in order and do not touch each other. */
export function applySplices(text: string, splices: readonly Splice[]): string | undefined {
  const lines = toLines(text)
  const made: string[] = []
  let at = 0
  for (const splice of splices) {
    const end = splice.at + splice.was.length
    if (splice.at < at || splice.was.some((line, index) => lines[splice.at + index] !== line))
      return undefined
    made.push(...lines.slice(at, splice.at), ...splice.now)
    at = end
  }
  if (at > lines.length) return undefined
  return [...made, ...lines.slice(at)].join('')
}

/** What takes them back, in places of the text after them. */
export function invertSplices(splices: readonly Splice[]): readonly Splice[] {
  let shift = 0
  return splices.map(({ at, was, now }) => {
    const inverted = { at: at + shift, was: now, now: was }
    shift += now.length - was.length
    return inverted
  })
}
