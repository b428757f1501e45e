/** One stretch of a connection over Streamable HTTP: messages leave as POSTs, streams bring what the server says. */

import { wireError } from '../../jsonrpc/error.js'
import {
  ConnectionError,
  decode,
  type Id,
  type Limits,
  Malformed,
  type Outgoing,
} from '../../jsonrpc/index.js'
import { openable, within } from '../../jsonrpc/waiting.js'
import { reasonCodes } from '../../protocol/error.js'
import type { Arrival, Link, LinkLost } from '../remote/link.js'
import { sessionEntered } from '../remote/routing.js'
import { ArrivalQueue } from './arrival-queue.js'
import { isAnswer, isSayable, requestsOf } from './belonging.js'
import type { HttpReply } from './carrier.js'
import type { Endpoint } from './endpoint.js'
import { EventStream, type StreamOwner, StreamRefused } from './event-stream.js'
import { HeldAnswers } from './held-answers.js'
import type { HttpConnection } from './http-connection.js'
import { idempotencyKey } from './idempotency-key.js'
import { Lifespan } from './lifespan.js'
import { PostLanes } from './post-lanes.js'
import { PostedRequests } from './posted-requests.js'
import { type HttpPost, Poster } from './poster.js'
import { wordFor } from './verdict.js'

const ROOM_CHARACTERS = 256 * 1024
const CLOSE_MILLISECONDS = 5_000
const LEAVE_MILLISECONDS = 2_000
// So often in the longest silence that there may be.
const SILENCE_CHECKS = 6
const MOST_STREAMS = 1_024
const NO_SUCH_HEADER = 400

interface HttpLinkOptions {
  readonly endpoint: Endpoint
  readonly connection: HttpConnection
  readonly limits: Limits
  readonly silenceMilliseconds: number
  /** Called when the server need not be asked for this connection any more. */
  readonly onGone: () => void
}

export class HttpLink implements Link, StreamOwner {
  readonly arrivals = new ArrivalQueue()
  readonly endpoint: Endpoint
  readonly connection: HttpConnection
  readonly messageBytes: number
  readonly lifespan = new Lifespan()
  readonly received: number
  onConfirmed: (count: number) => void = () => {}
  readonly #options: HttpLinkOptions
  readonly #streams = new Map<string | undefined, EventStream>()
  readonly #lanes: PostLanes<HttpPost>
  readonly #poster: Poster
  readonly #answers = new HeldAnswers(arrival => this.#arrive(arrival), this.lifespan)
  readonly #posted = new PostedRequests()
  readonly #silence: ReturnType<typeof setInterval>
  #sent: number
  #unsent = 0
  #room: ReturnType<typeof openable> | undefined
  #closing: Promise<void> | undefined

  constructor(options: HttpLinkOptions) {
    const { endpoint, connection, limits } = options
    this.#options = options
    this.endpoint = endpoint
    this.connection = connection
    this.messageBytes = limits.messageBytes
    this.received = connection.confirmed
    this.#sent = this.received
    this.#lanes = new PostLanes(post => this.#deliver(post))
    const { lifespan, messageBytes } = this
    this.#poster = new Poster({
      ...{ endpoint, connection, messageBytes, lifespan },
      isAlive: () => this.isAlive,
      onSent: post => this.#giveRoom(post),
    })
    this.#silence = setInterval(() => this.#checkSilence(), options.silenceMilliseconds / SILENCE_CHECKS)
  }

  get connectionId(): string {
    return this.connection.id
  }

  get isRecoverable(): boolean {
    return this.connection.isNumbered
  }

  get isAlive(): boolean {
    return this.#streams.get(undefined)?.isOpen ?? false
  }

  get room(): Promise<void> | undefined {
    return this.arrivals.room
  }

  /** Opens a stream unless it is there; nothing when there are too many, or no header can name it. */
  listen(session: string | undefined, after?: string): EventStream | undefined {
    const known = this.#streams.get(session)
    if (known !== undefined || this.lifespan.isOver) return known
    const isPossible = session === undefined || (isSayable(session) && this.#streams.size < MOST_STREAMS)
    if (!isPossible) return undefined
    const stream = new EventStream(this, session, after)
    this.#streams.set(session, stream)
    return stream
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    if (this.#closing !== undefined) throw new ConnectionError('closed', 'the link is closed')
    // Nobody takes it any more; whoever reads the arrivals is about to learn so, and knows what was not confirmed.
    if (this.lifespan.isOver) return undefined
    const session = this.connection.belonging.send(message)
    const number = ++this.#sent
    const key = idempotencyKey(number, text)
    const post = {
      message,
      text,
      session,
      key,
      number,
      lane: this.#posted.laneOf(message, session),
      isAnswer: isAnswer(message),
      sentAt: undefined,
      isAnswered: false,
      isUnsent: true,
    }
    this.#posted.add(post)
    this.#unsent += text.length
    this.#lanes.add(post)
    if (this.#unsent <= ROOM_CHARACTERS) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  close(): Promise<void> {
    this.#closing ??= this.#leave()
    return this.#closing
  }

  take({ session }: EventStream, data: string | Malformed, event: string | undefined): void {
    if (event !== undefined) this.connection.hasEvent(event)
    const isText = typeof data === 'string'
    const message = isText ? decode(data, this.#options.limits) : data
    const taken = this.#posted.answered(message)
    if (taken !== undefined) {
      this.#poster.answered(taken)
      this.#lanes.release(taken)
    }
    const arrival = { message, size: isText ? data.length : 0, event, stream: session }
    if (session !== undefined) return this.#arrive(arrival)
    const about = this.connection.belonging.sessionAnswered(message)
    this.#answers.take(arrival, about === undefined ? undefined : this.#streams.get(about))
  }

  lose(lost: LinkLost): void {
    if (lost.end !== 'dropped') this.#options.onGone()
    this.#stop(lost)
  }

  drop(stream: EventStream, status: number): void {
    const { session } = stream
    if (this.#streams.get(session) === stream) this.#streams.delete(session)
    this.connection.forget(session)
    // Who waited for it to open is told by that; who was already asked would have been answered on it.
    if (session === undefined || !stream.isReady) return
    for (const id of this.connection.belonging.waitingFor(session)) this.#failRequest(id, status)
  }

  async #deliver(post: HttpPost): Promise<void> {
    const refusal = this.#isHeard(post.session) ? undefined : await this.#listening(post.session)
    // A session that is about to be entered may not be there to be heard before.
    const isEntering = refusal === 404 && sessionEntered(post.message) !== undefined
    const outcome =
      refusal === undefined || isEntering
        ? await this.#poster.deliver(post)
        : { kind: 'failed' as const, status: refusal }
    if (isEntering) void this.#listenOrFail(post)
    this.#giveRoom(post)
    this.#posted.delete(post)
    if (outcome === undefined) return
    if (outcome.kind === 'lost') return this.lose(outcome.lost)
    if (outcome.kind === 'taken') this.#takeReply(outcome.reply)
    else await this.#fail(post, outcome)
    if (this.connection.confirm(post.number)) this.onConfirmed(this.connection.confirmed)
  }

  /** A server that holds what it was sent holds nobody else up: a cancel must not wait for the prompt to end. */
  #giveRoom(post: HttpPost): void {
    if (!post.isUnsent) return
    post.isUnsent = false
    this.#unsent -= post.text.length
    if (this.#unsent <= ROOM_CHARACTERS) this.#openRoom()
  }

  #isHeard(session: string | undefined): boolean {
    const isReady = (stream: string | undefined): boolean => this.#streams.get(stream)?.isReady ?? false
    return isReady(undefined) && isReady(session)
  }

  /** Waits until the answer to what is about to be sent can be heard; else the status that says why it cannot. */
  async #listening(session: string | undefined): Promise<number | undefined> {
    const own = this.listen(undefined)
    const stream = session === undefined ? own : this.listen(session)
    if (stream === undefined && !this.lifespan.isOver) return NO_SUCH_HEADER
    try {
      await own?.ready
      await stream?.ready
      return undefined
    } catch (error) {
      return error instanceof StreamRefused && !this.lifespan.isOver ? error.status : undefined
    }
  }

  async #listenOrFail({ session, message }: HttpPost): Promise<void> {
    const refusal = await this.#listening(session)
    if (refusal === undefined) return
    for (const id of requestsOf(message)) this.#failRequest(id, refusal)
  }

  async #fail(
    post: HttpPost,
    { status, retryAfter }: { status: number; retryAfter?: number | undefined },
  ): Promise<void> {
    for (const id of requestsOf(post.message)) this.#failRequest(id, status, retryAfter)
    const { message } = post
    if (!post.isAnswer || !('id' in message)) return
    // The agent waits for this answer, and no answer at all is worse than one that says why.
    const error = { jsonrpc: '2.0', id: message.id, error: failure(status) } as const
    const text = JSON.stringify(error)
    await this.#poster.deliver({ ...post, message: error, text, key: `${post.key}-e` })
  }

  #failRequest(id: Id, status: number, retryAfter?: number): void {
    if (!this.connection.belonging.isWaiting(id)) return
    const message = { jsonrpc: '2.0', id, error: failure(status, retryAfter) }
    this.#arrive({ message, size: 0, event: undefined, stream: undefined })
  }

  /** Messages are answered on streams; a server that answers at once is understood too. */
  #takeReply(reply: HttpReply | undefined): void {
    if (reply?.status !== 200 || reply.text === '') return
    if (!reply.header('content-type')?.toLowerCase().startsWith('application/json')) return
    const message =
      reply.text === undefined
        ? new Malformed('too_large', 'an answer is too large')
        : decode(reply.text, this.#options.limits)
    this.#arrive({ message, size: reply.text?.length ?? 0, event: undefined, stream: undefined })
  }

  #arrive(arrival: Arrival): void {
    const opened = this.connection.belonging.arrived(arrival.message)
    if (opened !== undefined) this.listen(opened)
    this.arrivals.push(arrival)
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }

  #checkSilence(): void {
    for (const stream of this.#streams.values()) stream.checkSilence(this.#options.silenceMilliseconds)
  }

  async #leave(): Promise<void> {
    this.#poster.endAnswered()
    await within(CLOSE_MILLISECONDS, this.#lanes.idle())
    if (!this.lifespan.isOver) {
      const exchange = this.endpoint.remove(this.connection.headers(undefined))
      if (!(await within(LEAVE_MILLISECONDS, exchange.reply))) exchange.cancel()
    }
    this.#options.onGone()
    this.#stop()
  }

  #stop(lost?: LinkLost): void {
    clearInterval(this.#silence)
    this.lifespan.end()
    this.#lanes.stop()
    this.#openRoom()
    this.arrivals.end(lost)
  }
}

function failure(status: number, retryAfter?: number): ReturnType<typeof wireError> {
  const more = retryAfter === undefined ? {} : { retryAfter }
  const failed = wireError('internal_error', 'The server did not take this message', {
    reason: wordFor(status),
    status,
    ...more,
  })
  if (status !== 404) return failed
  // As an agent would say it: whoever wanted the session gone has it so.
  return { ...failed, code: reasonCodes.session_not_found, message: 'The server has no such session' }
}
