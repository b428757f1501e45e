/** The lines of an open file, a stretch at a time. A line of any length is joined once; the last may lack its end. */

import type { FileSystem } from './file-system.js'
import { NEWLINE } from './line.js'

/** A line without its end, and where it stands in the file. */
export interface Line {
  readonly bytes: Buffer
  readonly start: number
  /** Where the next line begins. */
  readonly end: number
  readonly isEnded: boolean
}

/** Which part of which file. */
export interface Stretch {
  readonly file: number
  readonly from: number
  readonly until: number
}

const STRETCH_BYTES = 256 * 1024

/** The lines from one place to another, several at a time: to wait for each would cost more than to read it. */
export async function* readLines(files: FileSystem, stretch: Stretch): AsyncGenerator<readonly Line[]> {
  let rest: Buffer[] = []
  let start = stretch.from
  let position = stretch.from
  while (position < stretch.until) {
    const into = Buffer.allocUnsafe(Math.min(STRETCH_BYTES, stretch.until - position))
    const count = await files.read(stretch.file, into, position)
    if (count === 0) break
    position += count
    const { lines, left } = split(into.subarray(0, count), rest, start)
    rest = left
    start = lines.at(-1)?.end ?? start
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) yield [{ bytes: Buffer.concat(rest), start, end: position, isEnded: false }]
}

function split(chunk: Buffer, rest: Buffer[], start: number): { lines: Line[]; left: Buffer[] } {
  const lines: Line[] = []
  let from = 0
  for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
    const piece = chunk.subarray(from, end)
    const bytes = lines.length === 0 && rest.length > 0 ? Buffer.concat([...rest, piece]) : piece
    const begin = lines.at(-1)?.end ?? start
    lines.push({ bytes, start: begin, end: begin + bytes.length + 1, isEnded: true })
    from = end + 1
  }
  if (lines.length > 0) rest = []
  return { lines, left: from < chunk.length ? [...rest, chunk.subarray(from)] : rest }
}
