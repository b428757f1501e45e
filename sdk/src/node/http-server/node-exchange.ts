/** A request of node:http or node:http2 as the endpoint sees it, without any object of the web on the way. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { BodyLoss, Exchange, HeaderFields, Spout } from '../../transport/http-server/exchange.js'
import type { Freight } from '../../transport/index.js'
import { NodeBody } from './node-body.js'
import { NodeSpout } from './node-spout.js'
import { headerOf } from './request-header.js'

export type NodeRequest = IncomingMessage | Http2ServerRequest
export type NodeResponse = ServerResponse | Http2ServerResponse

// A client that is cut off while it sends may never see the answer: it has so long to do so. What it still sends is
// thrown away, but not read for ever: whoever sends much more is held back by the network meanwhile.
const DISCARD_MILLISECONDS = 1_000
const DISCARD_BYTES = 256 * 1024
const NO_HEADERS = {}

export class NodeExchange implements Exchange {
  readonly method: string
  readonly target: string
  readonly #request: NodeRequest
  readonly #response: NodeResponse
  #isAnswered = false
  #isGone = false
  #left: (() => void) | undefined

  constructor(request: NodeRequest, response: NodeResponse) {
    this.method = request.method ?? ''
    this.target = request.url ?? ''
    this.#request = request
    this.#response = response
    // A client that goes away is no failure of ours.
    request.on('error', ignore)
    response.on('error', ignore)
    response.on('close', () => {
      this.#isGone = true
      if (!this.#isAnswered) this.#left?.()
    })
  }

  get address(): string | undefined {
    return this.#request.socket.remoteAddress
  }

  get port(): number | undefined {
    return this.#request.socket.remotePort
  }

  get isEncrypted(): boolean {
    return Reflect.get(this.#request.socket, 'encrypted') === true
  }

  get wantsSocket(): boolean {
    return this.#request.httpVersionMajor < 2 && this.header('upgrade')?.toLowerCase() === 'websocket'
  }

  header(name: string): string | undefined {
    return headerOf(this.#request, name)
  }

  body(most: number, freight?: Freight): Promise<Uint8Array | BodyLoss> {
    if (Number(this.header('content-length')) > most) return Promise.resolve('too_large')
    return new NodeBody(this.#request, most, freight).whole
  }

  answer(status: number, headers: HeaderFields, body: string): void {
    if (this.#isAnswered || this.#isGone) return
    this.#isAnswered = true
    const bytes = Buffer.byteLength(body)
    this.#response.writeHead(status, { ...headers, 'content-length': bytes })
    if (bytes === 0) this.#response.end()
    else this.#response.end(body)
    if (!this.#request.complete) this.#discard()
  }

  accept(): void {
    // Whoever asked waits for the agent's answer, which may be there within this turn: that goes first.
    setImmediate(() => this.answer(202, NO_HEADERS, ''))
  }

  stream(headers: HeaderFields): Spout {
    this.#isAnswered = true
    return new NodeSpout(this.#response, headers, this.#isGone)
  }

  onLeft(callback: () => void): void {
    this.#left = callback
    if (this.#isGone) callback()
  }

  #discard(): void {
    const request = this.#request
    let left = DISCARD_BYTES
    request.on('data', (piece: Buffer) => {
      left -= piece.length
      if (left < 0) request.pause()
    })
    request.resume()
    const timer = setTimeout(() => {
      if ('stream' in request) request.stream.close()
      else request.destroy()
    }, DISCARD_MILLISECONDS)
    const stop = (): void => clearTimeout(timer)
    request.once('end', stop).once('close', stop)
  }
}

function ignore(): void {}
