/** One server's address with everything that goes along with each request to it: headers of the caller, cookies. */

import type { Limits } from '../../jsonrpc/index.js'
import { isLoopback, toEndpointUrl } from './address.js'
import type { HttpAsking, HttpCarrier, HttpExchange, HttpHead, HttpReply, HttpStream } from './carrier.js'
import { CookieJar } from './cookie-jar.js'

/** Headers by their names. */
export type HeaderRecord = Readonly<Record<string, string>>

/** Where the server is, and how we present ourselves. */
export interface HttpLinksOptions {
  /** https, or http on this machine. */
  readonly url: string | URL
  /** Sent with every request; a function is asked each time, so that a token may change. */
  readonly headers?: HeaderRecord | (() => HeaderRecord) | undefined
  readonly limits?: Partial<Limits> | undefined
  /**
   * Milliseconds after which a stream is taken for broken, if its server has shown signs of life (comments) before and
   * shows none any more: a dead network says nothing. One minute where nothing is said.
   */
  readonly silenceMilliseconds?: number | undefined
  /** Speaks plain http to other machines too: whoever is on the way can read and change everything. */
  readonly DANGEROUS_allowPlainText?: boolean | undefined
}

// What the transport says itself, and nobody else: two of them would be read differently by different readers.
const OURS =
  /^(?:acp-|content-length$|transfer-encoding$|host$|connection$|accept$|content-type$|last-event-id$|cookie$)/

export class Endpoint {
  readonly #carrier: HttpCarrier
  readonly #url: URL
  readonly #headers: HttpLinksOptions['headers']
  readonly #jar: CookieJar

  constructor(carrier: HttpCarrier, { url, headers, DANGEROUS_allowPlainText }: HttpLinksOptions) {
    this.#carrier = carrier
    this.#url = toEndpointUrl(url, DANGEROUS_allowPlainText === true)
    this.#headers = headers
    this.#jar = new CookieJar(this.#url, this.#url.protocol === 'https:' || isLoopback(this.#url))
  }

  /** What the server is called in errors: no query, which may hold secrets. */
  get name(): string {
    return `${this.#url.origin}${this.#url.pathname}`
  }

  post(
    headers: HeaderRecord,
    message: { text: string; onSent?: () => void },
    mostBytes: number,
  ): HttpExchange<HttpReply> {
    const asking: HttpAsking = {
      method: 'POST',
      url: this.#url,
      headers: this.#with({ 'content-type': 'application/json', accept: 'application/json', ...headers }),
      body: message.text,
      onSent: message.onSent,
    }
    return this.#learning(this.#carrier.ask(asking, mostBytes))
  }

  listen(headers: HeaderRecord): HttpExchange<HttpStream> {
    const all = this.#with({ accept: 'text/event-stream', 'cache-control': 'no-store', ...headers })
    return this.#learning(this.#carrier.listen({ method: 'GET', url: this.#url, headers: all }))
  }

  remove(headers: HeaderRecord): HttpExchange<HttpReply> {
    return this.#learning(
      this.#carrier.ask({ method: 'DELETE', url: this.#url, headers: this.#with(headers) }, 0),
    )
  }

  #with(own: HeaderRecord): HeaderRecord {
    const given = typeof this.#headers === 'function' ? this.#headers() : this.#headers
    const cookie = this.#jar.header()
    if (given === undefined) return cookie === undefined ? own : { ...own, cookie }
    const all: Record<string, string> = {}
    const cookies = cookie === undefined ? [] : [cookie]
    for (const [name, value] of Object.entries(given)) {
      const lower = name.toLowerCase()
      if (lower === 'cookie') cookies.unshift(value)
      else if (!OURS.test(lower)) all[lower] = value
    }
    Object.assign(all, own)
    if (cookies.length > 0) all.cookie = cookies.join('; ')
    return all
  }

  #learning<Reply extends HttpHead>({ reply, cancel }: HttpExchange<Reply>): HttpExchange<Reply> {
    const learnt = reply.then(head => {
      if (head.cookies.length > 0) this.#jar.store(head.cookies)
      return head
    })
    return { reply: learnt, cancel }
  }
}
