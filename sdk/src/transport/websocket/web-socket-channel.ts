/** A channel over one WebSocket object, for either side: it lasts as long as the socket does. */

import {
  type Channel,
  ConnectionError,
  type Delivery,
  type Limits,
  type Outgoing,
  withDefaults,
} from '../../jsonrpc/index.js'
import { Arrivals } from '../framing.js'
import { Intake } from './intake.js'
import { TextSocket } from './text-socket.js'
import { closeCodes, type WebSocketLike } from './web-socket.js'

/** How a WebSocket is used. */
export interface WebSocketChannelOptions {
  readonly limits?: Partial<Limits> | undefined
}

/** One message per text frame, over a socket that is open or about to be. */
export function webSocketChannel(socket: WebSocketLike, options: WebSocketChannelOptions = {}): Channel {
  return new WebSocketChannel(socket, withDefaults(options.limits))
}

class WebSocketChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #intake = new Intake(() => new Arrivals())
  readonly #socket: TextSocket
  readonly #limits: Limits

  constructor(socket: WebSocketLike, limits: Limits) {
    this.#limits = limits
    this.#socket = new TextSocket(socket, limits, {
      text: text => this.#receive(text),
      over: code => this.#intake.end(isOrderly(code) ? undefined : brokenBy(code)),
    })
    this.#intake.tap = this.#socket
    this.incoming = this.#intake
  }

  send(_message: Outgoing, text: string): Promise<void> | undefined {
    return this.#socket.send(text)
  }

  async close(): Promise<void> {
    this.#intake.end()
    await this.#socket.close()
  }

  #receive(text: string): void {
    this.#intake.batch.addText(text, this.#limits)
    this.#intake.filled(text.length)
    // A socket that cannot be paused goes on filling what nobody reads.
    if (this.#intake.size > this.#limits.undeliveredBytesAtMost)
      void this.#socket.close(closeCodes.limit, 'too much is unread')
  }
}

const NO_CODE = 1005

function isOrderly(code: number): boolean {
  return code === closeCodes.normal || code === closeCodes.leaving || code === NO_CODE
}

function brokenBy(code: number): ConnectionError {
  return new ConnectionError('transport', `the socket was closed with the code ${code}`)
}
