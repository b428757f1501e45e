/** A client over HTTP that does by hand what no client does: requests with the wrong headers, or without. */

import { CannotGoOn } from '../judge.js'
import { askHead, askWhole, type HttpAnswer, type HttpHead } from '../wire/http-request.js'
import type { RemoteAddress } from '../wire/remote-address.js'

type Headers = Readonly<Record<string, string>>

const OK = 200
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' }
const EVENTS = { accept: 'text/event-stream' }
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'by-hand',
  method: 'initialize',
  params: {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'parley-conformance', version: '0.1.0' },
  },
}

export class HttpHand {
  readonly #address: RemoteAddress
  readonly #heads: HttpHead[] = []

  constructor(address: RemoteAddress) {
    this.#address = address
  }

  /** Shakes hands; the header that names the connection. */
  async connect(): Promise<{ readonly 'acp-connection-id': string }> {
    const { status, headers } = await this.post(INITIALIZE, {})
    const id = headers['acp-connection-id']
    if (status !== OK || typeof id !== 'string')
      throw new CannotGoOn(`initialize was answered with ${status} and no connection`)
    return { 'acp-connection-id': id }
  }

  post(message: unknown, headers: Headers): Promise<HttpAnswer> {
    return this.ask('POST', { ...JSON_HEADERS, ...headers }, JSON.stringify(message))
  }

  ask(verb: string, headers: Headers, body?: string): Promise<HttpAnswer> {
    return askWhole(this.#address, { verb, headers, body }).catch(toDeadEnd)
  }

  /** The head of the answer; its body stays open until `close`. */
  async listen(headers: Headers): Promise<HttpHead> {
    const head = await askHead(this.#address, { verb: 'GET', headers: { ...EVENTS, ...headers } }).catch(
      toDeadEnd,
    )
    this.#heads.push(head)
    return head
  }

  close(): void {
    for (const { body } of this.#heads) body.destroy()
  }
}

function toDeadEnd(error: unknown): never {
  throw new CannotGoOn(`the server did not answer: ${error instanceof Error ? error.message : String(error)}`)
}
