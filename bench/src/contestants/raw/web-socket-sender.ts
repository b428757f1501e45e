/** Messages into a socket of `ws`, all of one turn of the event loop in one write. */
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { RawSender } from './peer.js'

const gatherBytes = 64 * 1024

export class WebSocketSender implements RawSender {
  readonly #socket: WebSocket
  readonly #carrier: Duplex
  readonly #settled = Promise.resolve()
  #isCorked = false

  constructor(socket: WebSocket, carrier: Duplex) {
    this.#socket = socket
    this.#carrier = carrier
  }

  send(message: object): Promise<void> {
    if (!this.#isCorked) {
      this.#isCorked = true
      this.#carrier.cork()
      process.nextTick(this.#flush)
    }
    this.#socket.send(JSON.stringify(message))
    if (this.#carrier.writableLength < gatherBytes) return this.#settled
    return new Promise(resolve => {
      this.#carrier.once('drain', resolve)
    })
  }

  readonly #flush = (): void => {
    this.#isCorked = false
    this.#carrier.uncork()
  }
}
