/** Makes entries of the copy of a wire: messages, what is none, lines of stderr, and what happened to the wire itself. */

import { isUtf8 } from 'node:buffer'
import type { Entry, Heading, NoiseEntry } from '@parley/acp/inspect'
import { decode, defaultLimits, type Limits, Malformed } from '@parley/acp/jsonrpc'
import type { Piece } from './copy.js'
import { type CutLine, LineCutter } from './line-cutter.js'

const NOISE_CHARACTERS = 512
const STDERR_BYTES = 16 * 1024
const BLANK = /^[ \t\r]*$/

/** An entry, and the text of its message as it was on the wire. */
export interface Dissected {
  readonly entry: Entry
  readonly text?: string | undefined
}

export class Dissector {
  readonly #limits: Limits
  readonly #cutters: Readonly<Record<Heading | 'stderr', LineCutter>>

  constructor(limits: Limits = defaultLimits) {
    this.#limits = limits
    this.#cutters = {
      agent: new LineCutter(limits.messageBytes),
      client: new LineCutter(limits.messageBytes),
      stderr: new LineCutter(STDERR_BYTES),
    }
  }

  *dissect(piece: Piece): Generator<Dissected> {
    if ('event' in piece) {
      yield* this.#leftovers(piece)
      yield { entry: { at: piece.at, event: piece.event, detail: piece.detail } }
      return
    }
    const { stream, at } = piece
    for (const line of this.#cutters[stream].cut(piece.bytes)) yield* this.#read(line, stream, at)
  }

  /** A last line may lack its newline; it counts when its side of the wire is closed. */
  *#leftovers({ event, at }: Extract<Piece, { event: unknown }>): Generator<Dissected> {
    const streams: readonly (Heading | 'stderr')[] =
      event === 'client_closed'
        ? ['agent']
        : event === 'agent_closed'
          ? ['client']
          : event === 'exited'
            ? ['stderr']
            : []
    for (const stream of streams) {
      const line = this.#cutters[stream].end()
      if (line !== undefined) yield* this.#read(line, stream, at)
    }
  }

  *#read(line: CutLine, stream: Heading | 'stderr', at: number): Generator<Dissected> {
    if (stream === 'stderr') {
      const text = Buffer.from(line.bytes).toString('utf8')
      yield { entry: { at, stderr: line.isWhole ? text.replace(/\r$/, '') : `${text}…` } }
      return
    }
    const text = isUtf8(line.bytes) || !line.isWhole ? toText(line.bytes) : undefined
    const bytes = line.length
    if (!line.isWhole)
      yield { entry: { at, to: stream, noise: 'too_large', text: beginning(text ?? ''), bytes } }
    else if (text === undefined)
      yield { entry: { at, to: stream, noise: 'not_utf8', text: beginning(toText(line.bytes)), bytes } }
    else if (!BLANK.test(text.slice(0, 16)) || text.trim() !== '') {
      const message = decode(text, this.#limits)
      if (message instanceof Malformed)
        yield { entry: { at, to: stream, noise: noiseOf(message), text: beginning(text), bytes } }
      else yield { entry: { at, to: stream, message, bytes }, text }
    }
  }
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
}

function beginning(text: string): string {
  return text.slice(0, NOISE_CHARACTERS)
}

function noiseOf({ reason }: Malformed): NoiseEntry['noise'] {
  return reason === 'too_large' || reason === 'too_deep' ? reason : 'parse_error'
}
