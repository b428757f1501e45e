/**
 * What everybody is told of one terminal: its output in pieces, not too large and not too often, and how it ended. A flood
 * has a bound: beyond it only the end of the output is told, once, when the command is over.
 */

import { TERMINAL_CHUNK, TERMINAL_UPDATE } from '@parley/acp/thread'
import { ByteRoom } from './byte-room.js'

const KIBIBYTE = 1_024
const PIECE_BYTES = 16 * KIBIBYTE
/** Of the output, told as it comes. */
const MOST_BYTES = 1_024 * KIBIBYTE
/** The same as it stands in a log: what a piece costs beside its bytes counts, too. */
const MOST_LOGGED = 1_600 * KIBIBYTE
const PIECE_COST = 512
const TAIL_BYTES = 256 * KIBIBYTE
const PAUSE_MILLISECONDS = 33
/** After so many pieces the pauses between them are twice as long: who prints a dot at a time prints for minutes. */
const PIECES_PER_PACE = 256
const LONGEST_PAUSE = 10_000

/** How a command ended. */
export interface Exit {
  readonly exitCode: number | null
  readonly signal: string | null
}

export class TerminalTale {
  readonly #terminalId: string
  readonly #tell: (update: object) => void
  readonly #waiting = new ByteRoom()
  readonly #tail = new ByteRoom()
  #takenBytes = 0
  #allBytes = 0
  #loggedBytes = 0
  #pieces = 0
  #isCut = false
  #pause: NodeJS.Timeout | undefined

  constructor(terminalId: string, tell: (update: object) => void) {
    this.#terminalId = terminalId
    this.#tell = tell
  }

  /** More of its output, and how much before that got lost. */
  take(text: string, missedBytes: number): void {
    const bytes = Buffer.from(text)
    this.#allBytes += missedBytes + bytes.length
    // What stands before a gap is no part of the end.
    if (missedBytes > 0) this.#tail.clear()
    this.#keepTail(bytes)
    const room = this.#isCut || missedBytes > 0 ? 0 : MOST_BYTES - this.#takenBytes
    this.#isCut ||= bytes.length > room
    const told = bytes.subarray(0, room)
    this.#takenBytes += told.length
    this.#waiting.add(told)
    if (this.#pause === undefined) this.#go()
  }

  /** Everything that waits, then how it ended; of an output that was cut its end in the place of all that was told. */
  end({ exitCode, signal }: Exit): void {
    clearTimeout(this.#pause)
    while (this.#waiting.length > 0) this.#tellPiece()
    const output = this.#isCut ? { output: { data: this.#ending().toString('base64') } } : {}
    this.#say({ sessionUpdate: TERMINAL_UPDATE, ...output, exitStatus: { exitCode, signal } })
  }

  #go(): void {
    this.#pause = undefined
    if (this.#waiting.length === 0) return
    this.#tellPiece()
    const pause = PAUSE_MILLISECONDS * 2 ** Math.floor(this.#pieces / PIECES_PER_PACE)
    this.#pause = setTimeout(() => this.#go(), Math.min(pause, LONGEST_PAUSE)).unref()
  }

  #tellPiece(): void {
    const data = this.#waiting.take(PIECE_BYTES).toString('base64')
    this.#loggedBytes += data.length + PIECE_COST
    if (this.#loggedBytes > MOST_LOGGED) {
      this.#isCut = true
      this.#waiting.clear()
      return
    }
    this.#pieces++
    this.#say({ sessionUpdate: TERMINAL_CHUNK, data })
  }

  #say(update: object): void {
    this.#tell({ terminalId: this.#terminalId, ...update })
  }

  #keepTail(bytes: Buffer): void {
    this.#tail.add(bytes)
    // Not with every piece: what stays is moved each time.
    if (this.#tail.length >= 2 * TAIL_BYTES) this.#tail.keepLast(TAIL_BYTES)
  }

  /** Whoever reads it must not take it for all of it. */
  #ending(): Buffer {
    this.#tail.keepLast(TAIL_BYTES)
    const latest = this.#tail.take(TAIL_BYTES)
    const missing = this.#allBytes - latest.length
    return missing === 0
      ? latest
      : Buffer.concat([Buffer.from(`[${missing} bytes are left out here]\n`), latest])
  }
}
