/** Some lines of a text: which ones are wanted, and how they are found without reading further than that. */

import { rpcError } from '../../protocol/index.js'

/** The first line, counted from one, and how many of them. */
export interface LineWindow {
  readonly line?: number | null | undefined
  readonly limit?: number | null | undefined
}

/** The same in a form that can be counted down. */
export interface Lines {
  /** The lines before the first one wanted. */
  readonly skipped: number
  /** No more than these; all that follow when absent. */
  readonly wanted: number | undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const NEWLINE = 10
const NO_TEXT_WITHIN = 8_192

/** Line 0 is taken for the first. Neither of the two may be negative or broken, and both may lie beyond the end. */
export function demandLines({ line, limit }: LineWindow): Lines {
  return {
    skipped: Math.max(demandCount('line', line ?? 1) - 1, 0),
    wanted: limit == null ? undefined : demandCount('limit', limit),
  }
}

function demandCount(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw rpcError('invalid_params', `'${name}' is not a whole number from 0 up`)
}

/** Picks the lines out of bytes that come piece by piece. Lines end with a newline; what stands before it is kept as it is. */
export class LineCollector {
  readonly #parts: Uint8Array[] = []
  #skipped: number
  #wanted: number
  #seen = 0
  /** The bytes of the lines wanted, so far. */
  length = 0
  hasNul = false

  constructor({ skipped, wanted = Number.POSITIVE_INFINITY }: Lines) {
    this.#skipped = skipped
    this.#wanted = wanted
  }

  get isComplete(): boolean {
    return this.#wanted === 0
  }

  /** The bytes must not change afterwards. */
  take(bytes: Uint8Array): void {
    if (this.#seen < NO_TEXT_WITHIN && bytes.subarray(0, NO_TEXT_WITHIN - this.#seen).includes(0))
      this.hasNul = true
    this.#seen += bytes.length
    const start = pastLines(bytes, 0, this.#skipped)
    this.#skipped -= start.lines
    // Without an end there are no lines to be counted.
    const end =
      this.#wanted === Number.POSITIVE_INFINITY
        ? { at: bytes.length, lines: 0 }
        : pastLines(bytes, start.at, this.#wanted)
    this.#wanted -= end.lines
    if (end.at > start.at) this.#parts.push(bytes.subarray(start.at, end.at))
    this.length += end.at - start.at
  }

  /** What was collected, or undefined if it is no UTF-8. A mark at the beginning is kept. */
  text(): string | undefined {
    const [first = new Uint8Array()] = this.#parts
    const bytes = this.#parts.length > 1 ? Buffer.concat(this.#parts) : first
    try {
      return decoder.decode(bytes)
    } catch {
      return undefined
    }
  }
}

/** Where so many lines end, or everything, and how many ends of lines were passed. */
function pastLines(
  bytes: Uint8Array,
  from: number,
  count: number,
): { readonly at: number; readonly lines: number } {
  let at = from
  for (let lines = 0; lines < count; lines++) {
    const end = bytes.indexOf(NEWLINE, at)
    if (end < 0) return { at: bytes.length, lines }
    at = end + 1
  }
  return { at, lines: count }
}

/** The same lines of a text that is there as a whole. */
export function linesOf(text: string, { skipped, wanted }: Lines): string {
  const start = indexAfter(text, 0, skipped)
  return wanted === undefined ? text.slice(start) : text.slice(start, indexAfter(text, start, wanted))
}

function indexAfter(text: string, from: number, count: number): number {
  let at = from
  for (let lines = 0; lines < count; lines++) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}
