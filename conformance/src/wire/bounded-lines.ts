/** The lines of a stream, as long as they are bearable: whoever floods the examiner is told so, and not listened to any longer. */

import { LineCutter } from './line-cutter.js'
import type { Line } from './wire.js'

const MEGABYTE = 1024 * 1024
const MOST_LINE_BYTES = 64 * MEGABYTE
const MOST_BYTES = 128 * MEGABYTE
const CUT_OFF = ', and was not listened to any longer'

/** Whether a wire ended in this way, by how it says it ended. */
export function isCutOff(ending: string): boolean {
  return ending.endsWith(CUT_OFF)
}

export interface BoundedLinesOptions {
  /** Before each piece, for those who read slowly. */
  readonly pace?: (() => Promise<unknown>) | undefined
  /** It was too much: in words what. Nothing more is read afterwards. */
  onExcess(what: string): void
}

export async function* boundedLines(
  chunks: AsyncIterable<Uint8Array>,
  { pace, onExcess }: BoundedLinesOptions,
): AsyncGenerator<Line> {
  const cutter = new LineCutter()
  let read = 0
  try {
    for await (const chunk of chunks) {
      await pace?.()
      for (const bytes of cutter.push(chunk)) yield { bytes }
      read += chunk.length
      const excess = excessOf(cutter.held, read)
      if (excess !== undefined) return onExcess(excess)
    }
  } catch {
    // A pipe that breaks is an end like another; how the peer ended says more.
  }
  const rest = cutter.flush()
  if (rest !== undefined) yield { bytes: rest }
}

function excessOf(line: number, all: number): string | undefined {
  if (line > MOST_LINE_BYTES) return `it wrote a line above ${MOST_LINE_BYTES / MEGABYTE} MB${CUT_OFF}`
  if (all > MOST_BYTES) return `it wrote more than ${MOST_BYTES / MEGABYTE} MB${CUT_OFF}`
  return undefined
}
