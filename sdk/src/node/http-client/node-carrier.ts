/** Node's carrier of HTTP: which version is spoken to which server. */

import type { TLSSocket } from 'node:tls'
import type { HttpAsking, HttpCarrier, HttpExchange } from '../../transport/http-client/carrier.js'
import { CONNECT_MILLISECONDS, connectTimeout, toFailure } from './failure.js'
import { Http1Carrier } from './http1-carrier.js'
import { clientSettings, Http2Carrier } from './http2-carrier.js'
import type { NodeHttpOptions } from './options.js'

/** A carrier of HTTP on Node's own modules. It follows no redirect. */
export function nodeHttpCarrier(options: NodeHttpOptions = {}): HttpCarrier {
  const one = new Http1Carrier(options)
  const { protocol = 'auto' } = options
  if (protocol === 'http1') return one
  const two = new Http2Carrier(options)
  return protocol === 'http2' ? two : new NegotiatingCarrier(options, one, two)
}

class NegotiatingCarrier implements HttpCarrier {
  readonly #options: NodeHttpOptions
  readonly #one: Http1Carrier
  readonly #two: Http2Carrier
  readonly #agreed = new Map<string, HttpCarrier>()
  readonly #asking = new Map<string, Promise<HttpCarrier>>()

  constructor(options: NodeHttpOptions, one: Http1Carrier, two: Http2Carrier) {
    this.#options = options
    this.#one = one
    this.#two = two
  }

  ask(asking: HttpAsking, mostBytes: number): ReturnType<HttpCarrier['ask']> {
    return this.#with(asking.url, carrier => carrier.ask(asking, mostBytes))
  }

  listen(asking: HttpAsking): ReturnType<HttpCarrier['listen']> {
    return this.#with(asking.url, carrier => carrier.listen(asking))
  }

  #with<Reply>(url: URL, begin: (carrier: HttpCarrier) => HttpExchange<Reply>): HttpExchange<Reply> {
    if (url.protocol !== 'https:') return begin(this.#one)
    const agreed = this.#agreed.get(url.origin)
    if (agreed !== undefined) return begin(agreed)
    let exchange: HttpExchange<Reply> | undefined
    let isCancelled = false
    const reply = this.#agree(url).then(carrier => {
      if (isCancelled) throw toFailure(undefined, url)
      exchange = begin(carrier)
      return exchange.reply
    })
    const cancel = (): void => {
      isCancelled = true
      exchange?.cancel()
    }
    return { reply, cancel }
  }

  #agree(url: URL): Promise<HttpCarrier> {
    const { origin } = url
    const known = this.#asking.get(origin)
    if (known !== undefined) return known
    const asking = this.#negotiate(url)
      .then(carrier => {
        this.#agreed.set(origin, carrier)
        return carrier
      })
      .finally(() => this.#asking.delete(origin))
    this.#asking.set(origin, asking)
    return asking
  }

  async #negotiate(url: URL): Promise<HttpCarrier> {
    const socket = await this.#connect(url)
    if (socket.alpnProtocol !== 'h2') {
      socket.destroy()
      return this.#one
    }
    const { connect } = process.getBuiltinModule('node:http2')
    const session = connect(url.origin, { settings: clientSettings, createConnection: () => socket })
    this.#two.adopt(url.origin, session)
    return this.#two
  }

  #connect(url: URL): Promise<TLSSocket> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isName = process.getBuiltinModule('node:net').isIP(host) === 0
    return new Promise((resolve, reject) => {
      const socket = process.getBuiltinModule('node:tls').connect({
        host,
        port: url.port === '' ? 443 : Number(url.port),
        ALPNProtocols: ['h2', 'http/1.1'],
        ...(isName ? { servername: host } : {}),
        ...(this.#options.ca === undefined ? {} : { ca: this.#options.ca }),
      })
      const fail = (error: unknown): void => reject(toFailure(error, url))
      const timer = setTimeout(() => socket.destroy(connectTimeout()), CONNECT_MILLISECONDS)
      socket.once('error', fail)
      socket.once('close', () => clearTimeout(timer))
      socket.once('secureConnect', () => {
        clearTimeout(timer)
        socket.off('error', fail)
        resolve(socket)
      })
    })
  }
}
