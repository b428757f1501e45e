/** Messages as events of one GET: numbered where they have a number, gathered into one write per turn of the event loop. */

import { openable } from '../../jsonrpc/waiting.js'
import { FrameWriter } from '../frame-writer.js'
import type { Outlet } from '../remote/port.js'
import type { Spout } from './exchange.js'

// A client that has taken nothing for so many keep-alives is gone, whatever the network says.
const MOST_STALLS = 4
const SIGN_OF_LIFE = ':\n\n'

export class EventOutlet implements Outlet {
  readonly closed: Promise<void>
  readonly #close: () => void
  readonly #onWrite: ((text: string) => void) | undefined
  readonly #writer: FrameWriter
  #isClosed = false
  #spout: Spout | undefined
  // Until the request is answered there is no place to write to.
  #held = ''
  #begun: ReturnType<typeof openable> | undefined
  #room: Promise<void> | undefined
  #stalls = 0
  #isQuiet = true

  constructor(onWrite?: (text: string) => void) {
    const { promise, open } = openable()
    this.closed = promise
    this.#close = open
    this.#onWrite = onWrite
    this.#writer = new FrameWriter({
      write: text => this.#pass(text),
      whenIdle: callback => (this.#spout === undefined ? callback() : this.#spout.whenIdle(callback)),
    })
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  begin(spout: Spout): void {
    this.#spout = spout
    spout.onClosed(() => this.#end())
    // A proxy may keep the beginning of an answer to itself until there is something in it, and its client waits for that.
    void this.#pass(this.#held === '' ? SIGN_OF_LIFE : this.#held)
    this.#held = ''
    this.#begun?.open()
    if (this.#isClosed) spout.end()
  }

  write(text: string, id?: string): Promise<void> | undefined {
    if (this.#isClosed) return undefined
    this.#isQuiet = false
    this.#onWrite?.(text)
    const before = id === undefined ? 'data: ' : `id: ${id}\ndata: `
    return this.#writer.write(before, oneLine(text), '\n\n')
  }

  close(): void {
    if (this.#isClosed) return
    this.#writer.flush()
    this.#end()
    this.#spout?.end()
  }

  /** Ends without a farewell: somebody else listens now, or nobody may any more. */
  drop(): void {
    this.#end()
    this.#spout?.drop()
  }

  /** Shows the client, and all between, that somebody is here; gives up on one that takes nothing. */
  keepAlive(): void {
    if (this.#room !== undefined && ++this.#stalls >= MOST_STALLS) this.drop()
    else if (this.#isQuiet && this.#room === undefined) void this.#spout?.write(SIGN_OF_LIFE)
    this.#isQuiet = true
  }

  #pass(text: string): Promise<void> | undefined {
    if (this.#spout === undefined) {
      this.#held += text
      this.#begun ??= openable()
      return this.#begun.promise
    }
    const room = this.#spout.write(text)
    if (room !== undefined && room !== this.#room) {
      this.#room = room
      this.#stalls = 0
      void room.then(() => {
        if (this.#room === room) this.#room = undefined
      })
    }
    return room
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#begun?.open()
    this.#close()
  }
}

/** Line breaks in JSON stand only between its tokens, where they mean nothing; in an event they would end it. */
function oneLine(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]+/g, ' ') : text
}
