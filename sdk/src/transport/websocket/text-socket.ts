/** Texts over a WebSocket object, both ways: what is too large, when to wait for room, how it ends. Knows no message. */

import { ConnectionError, errorCodes, type Limits } from '../../jsonrpc/index.js'
import { openable } from '../../jsonrpc/waiting.js'
import { CONNECTING, closeCodes, OPEN, type WebSocketLike } from './web-socket.js'

/** Whoever uses a socket. May be replaced: nobody hears a socket whose place was taken. */
export interface SocketUser {
  text(text: string): void
  /** Nothing more comes. The code is the peer's, ours, or that of a network that broke; the reason is the peer's. */
  over(code: number, reason?: unknown): void
}

const ROOM_BYTES = 128 * 1024
const LOOK_MILLISECONDS = 10
const FLUSH_MILLISECONDS = 2_000

export class TextSocket {
  user: SocketUser
  readonly #socket: WebSocketLike
  readonly #limits: Limits
  /** Texts that wait for the handshake. */
  #early: string[] | undefined
  #room: ReturnType<typeof openable> | undefined
  #closing: Promise<void> | undefined
  #ownCode: number | undefined
  #isOver = false
  readonly #over = openable()

  constructor(socket: WebSocketLike, limits: Limits, user: SocketUser) {
    this.#socket = socket
    this.#limits = limits
    this.user = user
    if (socket.readyState === CONNECTING) this.#early = []
    // Whatever is not text is not for us; nobody needs to build a Blob of it.
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }) => {
      socket.heard?.()
      if (typeof data === 'string' && this.#closing === undefined) this.#receive(data)
    })
    socket.addEventListener('open', () => this.#open())
    socket.addEventListener('close', ({ code, reason }) => this.#finish(code, reason))
    // A close follows; without a listener the error would bring the process down.
    socket.addEventListener('error', () => {})
    if (socket.readyState > OPEN) queueMicrotask(() => this.#finish(undefined))
  }

  send(text: string): Promise<void> | undefined {
    if (this.isClosing) throw new ConnectionError('closed', 'the socket is closed')
    if (this.#early !== undefined) this.#early.push(text)
    else this.#socket.send(text)
    return this.#socket.bufferedAmount > ROOM_BYTES ? this.#waitForRoom() : undefined
  }

  get isClosing(): boolean {
    return this.#closing !== undefined || this.#isOver
  }

  pause(): void {
    this.#socket.pause?.()
  }

  resume(): void {
    this.#socket.resume?.()
  }

  /** Sends what was accepted, then takes leave. Resolves when the peer has taken leave too, or will not. */
  close(code: number = closeCodes.normal, reason = ''): Promise<void> {
    this.#closing ??= this.#leave(code, reason)
    return this.#closing
  }

  /** The same for somebody who does not care whether what waits for the handshake is ever sent. */
  abandon(): Promise<void> {
    if (this.#early !== undefined) this.#early = []
    return this.close(closeCodes.leaving)
  }

  async #leave(code: number, reason: string): Promise<void> {
    if (this.#isOver) return
    this.#ownCode = code
    // The peer's consent stands behind everything that it has sent before.
    this.#socket.resume?.()
    this.#openRoom()
    if (this.#early !== undefined && this.#early.length > 0) await this.#opened()
    this.#say(code, reason)
    await this.#flushed()
  }

  #say(code: number, reason: string): void {
    try {
      this.#socket.close(code, reason)
    } catch {
      // Browsers let nobody say more than that all is well, or nothing.
      this.#socket.close()
    }
  }

  /** As long as the peer takes something it is worth waiting for. */
  async #flushed(): Promise<void> {
    let left = Number.POSITIVE_INFINITY
    while (!this.#isOver && this.#socket.bufferedAmount < left) {
      left = this.#socket.bufferedAmount
      await this.#within(FLUSH_MILLISECONDS)
    }
    if (this.#isOver) return
    this.#socket.terminate?.()
    this.#finish(undefined)
  }

  async #within(milliseconds: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, milliseconds)
    })
    await Promise.race([this.#over.promise, late])
    clearTimeout(timer)
  }

  #receive(text: string): void {
    if (text.length <= this.#limits.messageBytes) return this.user.text(text)
    this.#socket.send(tooLarge(this.#limits))
    void this.close(closeCodes.tooLarge, 'too_large')
  }

  #opened(): Promise<void> {
    return new Promise(resolve => {
      this.#socket.addEventListener('open', () => resolve())
      this.#socket.addEventListener('close', () => resolve())
    })
  }

  #open(): void {
    const early = this.#early ?? []
    this.#early = undefined
    for (const text of early) this.#socket.send(text)
  }

  #finish(code: unknown, reason?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#over.open()
    this.#openRoom()
    const told = typeof code === 'number' ? code : closeCodes.broken
    this.user.over(this.#ownCode ?? told, reason)
  }

  #waitForRoom(): Promise<void> {
    if (this.#room !== undefined) return this.#room.promise
    this.#room = openable()
    const { promise } = this.#room
    this.#watchRoom()
    return promise
  }

  #watchRoom(): void {
    if (this.#socket.onceDrained !== undefined) this.#socket.onceDrained(() => this.#openRoom())
    else if (this.#socket.bufferedAmount <= ROOM_BYTES / 2) this.#openRoom()
    else if (this.#room !== undefined) setTimeout(() => this.#watchRoom(), LOOK_MILLISECONDS)
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }
}

/** What a peer is told whose message is too large to be read. */
export function tooLarge({ messageBytes }: Pick<Limits, 'messageBytes'>): string {
  const message = `a message is at most ${messageBytes} bytes`
  const error = { code: errorCodes.invalid_request, message, data: { reason: 'too_large' } }
  return JSON.stringify({ jsonrpc: '2.0', id: null, error })
}
