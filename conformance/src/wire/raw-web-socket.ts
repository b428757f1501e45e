/** One end of a WebSocket in the hands of somebody who may do anything with it; pings are answered, nothing else is done by itself. */

import type { Duplex } from 'node:stream'
import { FrameReader, opcodes, type Parcel, toFrame } from './web-socket-frames.js'

/** Nobody closed it in the way of WebSockets: the network broke. */
export const BROKEN = 1006
const NO_CODE = 1005
const CLOSE_MILLISECONDS = 1_000

export class RawWebSocket {
  /** The code with which the other end closed it, or `BROKEN`. */
  readonly closed: Promise<number>
  /** Whatever comes that is no control frame; set before the next turn of the event loop. */
  onParcel: (parcel: Parcel) => void = () => {}
  readonly #carrier: Duplex
  readonly #isMasked: boolean
  readonly #reader = new FrameReader()
  #settle: (code: number) => void = () => {}
  #hasSaidClose = false

  /** `head` is what came with the handshake. */
  constructor(
    carrier: Duplex,
    { isClient, head }: { readonly isClient: boolean; readonly head: Uint8Array },
  ) {
    this.#carrier = carrier
    this.#isMasked = isClient
    this.closed = new Promise(resolve => {
      this.#settle = resolve
    })
    carrier.on('data', (chunk: Uint8Array) => this.#take(chunk))
    carrier.on('error', () => {})
    carrier.on('close', () => this.#settle(BROKEN))
    carrier.on('end', () => carrier.end())
    if (head.length > 0) setImmediate(() => this.#take(head))
  }

  get isWritable(): boolean {
    return this.#carrier.writable && !this.#hasSaidClose
  }

  send(opcode: number, payload: Uint8Array, isLast = true): void {
    if (this.isWritable) this.#carrier.write(toFrame(opcode, payload, { isMasked: this.#isMasked, isLast }))
  }

  sendText(text: string | Uint8Array): void {
    this.send(opcodes.text, typeof text === 'string' ? Buffer.from(text) : text)
  }

  /** Says goodbye; the carrier goes with the answer, or soon. */
  close(code = 1000): void {
    if (this.#hasSaidClose) return
    this.send(opcodes.close, Buffer.from([code >> 8, code & 0xff]))
    this.#hasSaidClose = true
    setTimeout(() => this.terminate(), CLOSE_MILLISECONDS).unref()
  }

  terminate(): void {
    this.#carrier.destroy()
  }

  pause(): void {
    this.#carrier.pause()
  }

  resume(): void {
    this.#carrier.resume()
  }

  #take(chunk: Uint8Array): void {
    for (const parcel of this.#reader.push(chunk)) {
      if (parcel.opcode === opcodes.close) this.#end(parcel.payload)
      else if (parcel.opcode === opcodes.ping) this.send(opcodes.pong, parcel.payload)
      else if (parcel.opcode !== opcodes.pong) this.onParcel(parcel)
    }
    if (this.#reader.isSpoilt) this.terminate()
  }

  #end(payload: Buffer): void {
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : NO_CODE
    this.#settle(code)
    this.close(code === NO_CODE ? undefined : code)
    this.#carrier.end()
  }
}
