/** Sends one message as a POST, again where that is safe, and says what became of it. */

import type { Outgoing } from '../../jsonrpc/index.js'
import { LinkLost } from '../remote/link.js'
import { type HttpExchange, HttpFailure, type HttpReply } from './carrier.js'
import type { Endpoint } from './endpoint.js'
import type { HttpConnection } from './http-connection.js'
import { backOff, type Lifespan } from './lifespan.js'
import type { Post } from './post-lanes.js'
import { refusalOf, retryAfter, verdictOnMessage } from './verdict.js'

const MOST_TRIES = 5
const LONGEST_WAIT = 30_000
// Each has a socket of its own, which others wait for.
const MOST_UNSAID = 16

/** A message of ours with all that is said about it. */
export interface HttpPost extends Post {
  readonly message: Outgoing
  readonly text: string
  readonly session: string | undefined
  /** The same for the same message on the same connection, however often it is sent. */
  readonly key: string
  /** Its place among our messages, from 1. */
  readonly number: number
  /** Whether it was answered already: then it was taken, and is not sent again. */
  isAnswered: boolean
  /** Whether it still counts as what has not left. */
  isUnsent: boolean
}

/** What became of a post: taken, refused by itself, or lost together with the link. Nothing: we stopped. */
export type PostOutcome =
  | { readonly kind: 'taken'; readonly reply: HttpReply | undefined }
  | { readonly kind: 'failed'; readonly status: number; readonly retryAfter?: number | undefined }
  | { readonly kind: 'lost'; readonly lost: LinkLost }
  | undefined

export interface PosterOptions {
  readonly endpoint: Endpoint
  readonly connection: HttpConnection
  readonly messageBytes: number
  readonly lifespan: Lifespan
  /** Whether the connection is known to live: then a 404 is the session's. */
  readonly isAlive: () => boolean
  /** All of it has left. */
  readonly onSent: (post: HttpPost) => void
}

export class Poster {
  readonly #options: PosterOptions
  readonly #underWay = new Map<HttpPost, HttpExchange<HttpReply>>()
  /** Answered, and not yet said to be taken. */
  readonly #unsaid = new Set<HttpPost>()

  constructor(options: PosterOptions) {
    this.#options = options
    options.lifespan.atEnd(() => this.#cancelAll())
  }

  /** It was answered: a server that never says that it was taken need not do so for long. */
  answered(post: HttpPost): void {
    post.isAnswered = true
    if (!this.#underWay.has(post)) return
    this.#unsaid.add(post)
    const [oldest] = this.#unsaid
    if (oldest !== undefined && this.#unsaid.size > MOST_UNSAID) this.#end(oldest)
  }

  /** Nobody waits any longer to be told that what was answered was taken. */
  endAnswered(): void {
    for (const post of this.#unsaid) this.#end(post)
  }

  async deliver(post: HttpPost): Promise<PostOutcome> {
    for (let attempt = 1; !this.#options.lifespan.isOver; attempt++) {
      if (post.isAnswered) return { kind: 'taken', reply: undefined }
      const outcome = await this.#try(post, attempt)
      if (typeof outcome !== 'number') return outcome
      await this.#options.lifespan.pause(outcome)
    }
    return undefined
  }

  /** What became of it, or how long to wait until the next try. */
  async #try(post: HttpPost, attempt: number): Promise<PostOutcome | number> {
    const { connection } = this.#options
    try {
      const reply = await this.#post(post)
      const isOfSession = post.session !== undefined && this.#options.isAlive()
      const verdict = verdictOnMessage(reply, { isNumbered: connection.isNumbered, isOfSession })
      if (verdict === 'accepted' || post.isAnswered) return { kind: 'taken', reply }
      if (verdict === 'forgotten')
        return {
          kind: 'lost',
          lost: new LinkLost('forgotten', 'the server does not know this connection (404)'),
        }
      if (verdict === 'refused') return { kind: 'lost', lost: this.#refused(reply.status) }
      const wait = retryAfter(reply)
      const isWorthWaiting = verdict === 'again' && attempt < MOST_TRIES && (wait ?? 0) <= LONGEST_WAIT
      if (isWorthWaiting) return wait ?? backOff(attempt)
      const { status } = reply
      // Whoever stands before a server that is gone answers for it: that is as good as no answer.
      const isGone = verdict === 'again' && status >= 500 && connection.isNumbered
      return isGone ? gone(status, wait) : { kind: 'failed', status, retryAfter: wait }
    } catch (cause) {
      return this.#broken(post, attempt, cause)
    }
  }

  #broken(post: HttpPost, attempt: number, cause: unknown): PostOutcome | number {
    const { connection, lifespan } = this.#options
    if (lifespan.isOver) return undefined
    if (post.isAnswered) return { kind: 'taken', reply: undefined }
    const isFinal = cause instanceof HttpFailure && cause.isFinal
    if (!isFinal && connection.isNumbered && attempt < MOST_TRIES) return backOff(attempt)
    const end = isFinal ? 'refused' : 'dropped'
    return { kind: 'lost', lost: new LinkLost(end, 'a message could not be sent', { cause }) }
  }

  #post(post: HttpPost): Promise<HttpReply> {
    const { endpoint, connection, messageBytes } = this.#options
    const headers = { ...connection.headers(post.session), 'idempotency-key': post.key }
    const onSent = (): void => {
      post.sentAt = Date.now()
      this.#options.onSent(post)
    }
    const exchange = endpoint.post(headers, { text: post.text, onSent }, messageBytes)
    this.#underWay.set(post, exchange)
    const isOver = (): void => {
      this.#underWay.delete(post)
      this.#unsaid.delete(post)
      post.sentAt = undefined
    }
    exchange.reply.then(isOver, isOver)
    return exchange.reply
  }

  #refused(status: number): LinkLost {
    return new LinkLost('refused', refusalOf(status, this.#options.endpoint.name))
  }

  #end(post: HttpPost): void {
    this.#unsaid.delete(post)
    this.#underWay.get(post)?.cancel()
  }

  #cancelAll(): void {
    for (const exchange of this.#underWay.values()) exchange.cancel()
  }
}

function gone(status: number, retryAfter: number | undefined): PostOutcome {
  const more = retryAfter === undefined ? {} : { retryAfter }
  return { kind: 'lost', lost: new LinkLost('dropped', `the server is not there (${status})`, more) }
}
