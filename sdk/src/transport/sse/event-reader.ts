/**
 * Reads an event stream (HTML standard, server-sent events): bytes in chunks of any size in, events out. Knows no
 * network. An event that is too large, or not UTF-8, is told as `Malformed` when it ends, and never held.
 */

import { Malformed } from '../../jsonrpc/index.js'
import { utf8 } from '../framing.js'
import { HeldText } from '../held-text.js'

const LF = 10
const CR = 13
const BYTE_ORDER_MARK = '\ufeff'
const DATA = 'data: '
// The longest name of a field that matters, its colon and its space: a line may be that much longer than its message.
const FIELD_BYTES = 8
const LONGEST_ID = 1_024
const LONGEST_RETRY = 10 * 60_000

/** What an event said, and the id that it had itself; not the one that the stream remembers from an earlier event. */
export type TakeEvent = (data: string | Malformed, id: string | undefined) => void

export class EventReader {
  readonly #limit: number
  readonly #take: TakeEvent
  readonly #held = new HeldText()
  #lastEventId = ''
  #retry: number | undefined
  #hasComments = false
  /** Inside a line that is too long: its rest is thrown away up to its end. */
  #isSkipping = false
  #isAfterCr = false
  #isFirstLine = true
  // The event that is being read.
  #data: string | undefined
  #flaw: Malformed | undefined
  #id: string | undefined
  #type = ''

  /** `limit` is how many bytes the data of one event may have. */
  constructor(limit: number, take: TakeEvent) {
    this.#limit = limit
    this.#take = take
  }

  /** What to send as `Last-Event-ID` when this stream is opened again; empty: nothing. */
  get lastEventId(): string {
    return this.#lastEventId
  }

  /** Milliseconds that the server wants us to wait before we come back. */
  get retry(): number | undefined {
    return this.#retry
  }

  /** Whether this server sends comments, as those do that want to be known to be alive. */
  get hasComments(): boolean {
    return this.#hasComments
  }

  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    // The second half of a CRLF that was cut in two.
    const chunk = this.#isAfterCr && bytes[0] === LF ? bytes.subarray(1) : bytes
    this.#isAfterCr = bytes[bytes.length - 1] === CR
    const last = lastLineEnd(chunk)
    if (last < 0) return this.#hold(chunk)
    let start = 0
    if (this.#isSkipping || this.#held.length > 0) {
      const end = firstLineEnd(chunk)
      this.#hold(chunk.subarray(0, end))
      this.#finishLine()
      start = afterLineEnd(chunk, end)
    }
    if (start <= last) this.#takeLines(chunk.subarray(start, last + 1))
    if (last + 1 < chunk.length) this.#hold(chunk.subarray(last + 1))
  }

  #hold(bytes: Uint8Array): void {
    if (this.#isSkipping) return
    if (this.#held.length + bytes.length <= this.#limit + FIELD_BYTES) return this.#held.append(bytes)
    this.#held.clear()
    this.#isSkipping = true
  }

  #finishLine(): void {
    if (this.#isSkipping) this.#spoil(tooLarge(this.#limit))
    else this.#takeDecoded(this.#held.take())
    this.#isSkipping = false
  }

  // Decoding all whole lines of a chunk at once costs one call instead of hundreds; the ends of lines are never part
  // of another character, so the pieces are the same.
  #takeLines(bytes: Uint8Array): void {
    const text = bytes.length <= this.#limit + FIELD_BYTES ? utf8(bytes) : undefined
    if (text === undefined) return this.#takeEachLine(bytes)
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    let start = 0
    for (let end = lines.indexOf('\n'); end >= 0; end = lines.indexOf('\n', start)) {
      this.#takeLine(lines.slice(start, end))
      start = end + 1
    }
  }

  #takeEachLine(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0; ) {
      const end = firstLineEnd(rest)
      if (end > this.#limit + FIELD_BYTES) this.#spoil(tooLarge(this.#limit))
      else this.#takeDecoded(utf8(rest.subarray(0, end)))
      rest = rest.subarray(afterLineEnd(rest, end))
    }
  }

  #takeDecoded(line: string | undefined): void {
    if (line === undefined) this.#spoil(new Malformed('not_utf8', 'the bytes are not valid UTF-8'))
    else this.#takeLine(line)
  }

  #spoil(flaw: Malformed): void {
    this.#isFirstLine = false
    this.#flaw ??= flaw
    this.#data = undefined
  }

  #takeLine(read: string): void {
    const line = this.#isFirstLine && read.startsWith(BYTE_ORDER_MARK) ? read.slice(1) : read
    this.#isFirstLine = false
    if (line === '') this.#dispatch()
    else if (line.startsWith(DATA)) this.#addData(line.slice(DATA.length))
    else this.#takeField(line)
  }

  #takeField(line: string): void {
    const colon = line.indexOf(':')
    if (colon === 0) {
      this.#hasComments = true
      return
    }
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1)
    if (name === 'data') this.#addData(value)
    else if (name === 'id' && value.length <= LONGEST_ID && !value.includes('\0')) this.#id = value
    else if (name === 'event') this.#type = value
    else if (name === 'retry' && /^\d+$/.test(value)) this.#retry = Math.min(Number(value), LONGEST_RETRY)
  }

  #addData(value: string): void {
    if (this.#flaw !== undefined) return
    if ((this.#data?.length ?? -1) + 1 + value.length > this.#limit) this.#spoil(tooLarge(this.#limit))
    else this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`
  }

  #dispatch(): void {
    const data = this.#flaw ?? this.#data
    const id = this.#id
    // Another type is not for us: who reads messages does not listen to it.
    const isMessage = this.#type === '' || this.#type === 'message'
    this.#data = undefined
    this.#flaw = undefined
    this.#id = undefined
    this.#type = ''
    if (id !== undefined) this.#lastEventId = id
    if (isMessage && data !== undefined && data !== '') this.#take(data, id === '' ? undefined : id)
  }
}

function tooLarge(limit: number): Malformed {
  return new Malformed('too_large', `a message is at most ${limit} bytes`)
}

function lastLineEnd(chunk: Uint8Array): number {
  const last = chunk.lastIndexOf(LF)
  const behind = chunk.subarray(last + 1).lastIndexOf(CR)
  return behind < 0 ? last : last + 1 + behind
}

/** Where the first line ends; asked only where one does. */
function firstLineEnd(chunk: Uint8Array): number {
  const newline = chunk.indexOf(LF)
  const before = (newline < 0 ? chunk : chunk.subarray(0, newline)).indexOf(CR)
  return before < 0 ? newline : before
}

function afterLineEnd(chunk: Uint8Array, end: number): number {
  return chunk[end] === CR && chunk[end + 1] === LF ? end + 2 : end + 1
}
