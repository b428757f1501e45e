/**
 * A channel over a port: what an agent says is kept, stream by stream, until its client has come for it, and some time
 * longer for a client that comes again. So an absent client costs bounded memory, and a returning one misses nothing.
 */

import {
  type Channel,
  ConnectionError,
  type Delivery,
  type Id,
  type Limits,
  type Outgoing,
  withDefaults,
} from '../../jsonrpc/index.js'
import { within } from '../../jsonrpc/waiting.js'
import { asksDelivery, promisingDelivery } from './delivery-mark.js'
import type { Listening, ListeningRefusal, Port } from './port.js'
import { isOpening, Routing, sessionEntered, sessionMade } from './routing.js'
import { ServedStream, type StreamTerms } from './served-stream.js'
import type { Retention } from './stream-log.js'

/** How a client that is elsewhere is served. */
export interface ServedOptions {
  /** `stallMilliseconds`: how long what is too much may wait for its client before the connection ends. */
  readonly limits?: Partial<Limits> | undefined
  /** What is kept of each stream once it was sent: 10,000 messages and 4 MiB unless said otherwise. */
  readonly retention?: Partial<Retention> | undefined
}

const MEBIBYTE = 1024 * 1024
const RETENTION: Retention = { events: 10_000, bytes: 4 * MEBIBYTE }
const NOTHING_KEPT: Retention = { events: 0, bytes: 0 }
const MOST_KEPT_BYTES = 16 * MEBIBYTE
const ROOM_BYTES = MEBIBYTE
const MOST_STREAMS = 1_024
const MOST_KNOWN = 4_096

/** The channel of one client. Whoever it is given to reads the opening first. */
export function servedChannel(port: Port, options: ServedOptions = {}): Channel {
  return new ServedChannel(port, options)
}

class ServedChannel implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  readonly #port: Port
  readonly #limits: Limits
  readonly #terms: StreamTerms
  readonly #routing = new Routing()
  readonly #own: ServedStream
  // Made when the first is needed, as what follows: many connections have no session for long.
  #sessions: Map<string, ServedStream> | undefined
  // Sessions that the client has heard of, or asked to be let into; only some of them have something to tell.
  #known: Set<string> | undefined
  // Where all streams share a socket: the sessions that were asked for and are not answered yet, by the request.
  #entering: Map<Id, string> | undefined
  #markedAnswer: string | number | undefined
  #ending: string | undefined
  #isOver = false
  #closing: Promise<void> | undefined

  constructor(port: Port, { limits, retention }: ServedOptions) {
    this.#port = port
    this.#limits = withDefaults(limits)
    const isNumbered = port.isResumable ?? true
    this.#terms = {
      retention: isNumbered ? { ...RETENTION, ...retention } : NOTHING_KEPT,
      isNumbered,
      roomBytes: ROOM_BYTES,
      onFull: (stream, room) => void this.#watch(stream, room),
    }
    this.#own = new ServedStream(undefined, this.#terms)
    this.incoming = new Heard(port, this)
    port.onListen = listening => this.#listen(listening)
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    if (this.#ending !== undefined) throw new ConnectionError('closed', this.#ending)
    const session = this.#routing.streamOf(message)
    const stream = session === undefined ? this.#own : this.#open(session)
    if ('method' in message) return stream.push(text)
    return this.#answer(stream, message, text)
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish()
    return this.#closing
  }

  /** Learns from what the client says where the answers go, and which sessions it may want to hear. */
  note(message: unknown): void {
    this.#routing.note(message)
    const session = sessionEntered(message)
    if (session !== undefined) this.#enter(session, message)
    else if (isOpening(message) && this.#terms.isNumbered && asksDelivery(message))
      this.#markedAnswer = message.id
  }

  /** The connection is over: nobody will come for what was not told. */
  end(reason: string): void {
    this.#ending ??= reason
    this.#isOver = true
    for (const stream of this.#streams()) stream.end()
  }

  #answer(stream: ServedStream, message: Outgoing, text: string): Promise<void> | undefined {
    const session = sessionMade(message)
    if (session !== undefined) this.#know(session)
    if (Array.isArray(message)) return stream.push(text)
    const entered = this.#entered(message)
    if (entered !== undefined && stream === this.#own) return stream.pushBehind(entered, text)
    if (this.#markedAnswer === undefined) return stream.push(text)
    const marked = promisingDelivery(message, this.#markedAnswer, this.#port.id)
    if (marked === undefined) return stream.push(text)
    this.#markedAnswer = undefined
    return stream.push(JSON.stringify(marked))
  }

  #enter(session: string, request: unknown): void {
    this.#know(session)
    if (this.#port.announce === undefined) return
    const { id } = request as { readonly id: Id }
    this.#entering ??= new Map()
    if (this.#entering.size < MOST_KNOWN) this.#entering.set(id, session)
  }

  /**
   * The stream of the session that this answer lets its client into. On one socket the answer stands behind what was told
   * in the session before it, as it would on a wire without streams; where each stream has its own way nobody can say.
   */
  #entered(answer: object): ServedStream | undefined {
    if (this.#entering === undefined || !('id' in answer)) return undefined
    const session = this.#entering.get(answer.id as Id)
    if (session === undefined) return undefined
    this.#entering.delete(answer.id as Id)
    if (this.#entering.size === 0) this.#entering = undefined
    return this.#sessions?.get(session)
  }

  /** Whoever has heard of a session may ask for its stream before anything was told in it. */
  #know(session: string): void {
    this.#known ??= new Set()
    this.#known.add(session)
    if (this.#known.size <= MOST_KNOWN) return
    const [oldest = session] = this.#known
    this.#known.delete(oldest)
  }

  #open(session: string): ServedStream {
    this.#sessions ??= new Map()
    const known = this.#sessions.get(session)
    if (known !== undefined) return known
    if (this.#sessions.size >= MOST_STREAMS) forgetOne(this.#sessions)
    const stream = new ServedStream(session, this.#terms)
    this.#sessions.set(session, stream)
    this.#shareMemory(this.#sessions.size + 1)
    this.#port.announce?.(session)
    return stream
  }

  /** What is kept of all streams together is bounded, so each gets less of it the more there are. */
  #shareMemory(streams: number): void {
    const { retention } = this.#terms
    const bytes = Math.floor(MOST_KEPT_BYTES / streams)
    if (bytes >= retention.bytes) return
    this.#terms.retention = { ...retention, bytes }
    for (const { log } of this.#streams()) log.trim(this.#terms.retention)
  }

  #listen(listening: Listening): ListeningRefusal | undefined {
    const { session, isKnown } = listening
    // Who closes it waits for those who have not heard the end of it yet.
    if (this.#isOver) return 'unknown'
    if (session === undefined) return this.#admit(this.#own, listening)
    const stream = this.#sessions?.get(session)
    if (stream !== undefined) return this.#admit(stream, listening)
    return isKnown || this.#known?.has(session) ? this.#admit(this.#open(session), listening) : 'unknown'
  }

  /** Who says what it has heard comes back, and takes the place of what is left of its last visit. */
  #admit(stream: ServedStream, { outlet, after }: Listening): ListeningRefusal | undefined {
    if (stream.hasListener && after === undefined) return 'taken'
    if (stream.listen(outlet, after)) return undefined
    void this.#abandon('what was missed of this connection is no longer known')
    return 'unknown'
  }

  /** Too much waits. It may, for a while; and for as long as some of it is taken now and then. */
  async #watch(stream: ServedStream, room: Promise<void>): Promise<void> {
    const { stallMilliseconds } = this.#limits
    let { progress } = stream
    while (!(await within(stallMilliseconds, room))) {
      if (stream.progress === progress)
        await this.#abandon(
          `the client took nothing of what it was sent for ${stallMilliseconds} milliseconds`,
        )
      progress = stream.progress
    }
  }

  async #abandon(reason: string): Promise<void> {
    this.end(reason)
    await this.#port.close(reason)
  }

  async #finish(): Promise<void> {
    this.#ending ??= 'the channel is closed'
    const drained = [...this.#streams()].map(stream => stream.drained())
    if (drained.some(each => each !== undefined))
      await within(this.#limits.graceMilliseconds, Promise.all(drained))
    this.end('the channel is closed')
    await this.#port.close()
  }

  *#streams(): Iterable<ServedStream> {
    yield this.#own
    if (this.#sessions !== undefined) yield* this.#sessions.values()
  }
}

/** The oldest that nobody listens to and that owes nothing; where there is none, all are needed. */
function forgetOne(sessions: Map<string, ServedStream>): void {
  for (const [session, stream] of sessions) {
    if (stream.hasListener || stream.log.waitingBytes > 0) continue
    sessions.delete(session)
    return
  }
}

/** What the client says, shown to the channel on its way; no generator, which costs more per delivery. */
class Heard implements AsyncIterableIterator<Delivery> {
  readonly #port: Port
  readonly #channel: ServedChannel
  readonly #deliveries: AsyncIterator<Delivery>

  constructor(port: Port, channel: ServedChannel) {
    this.#port = port
    this.#channel = channel
    this.#deliveries = port.incoming[Symbol.asyncIterator]()
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  next(): Promise<IteratorResult<Delivery>> {
    return this.#deliveries.next().then(result => this.#show(result))
  }

  async return(): Promise<IteratorResult<Delivery>> {
    await this.#deliveries.return?.()
    return { done: true, value: undefined }
  }

  #show(result: IteratorResult<Delivery>): IteratorResult<Delivery> {
    // A server that is about to stop takes no more, but its clients are still told what they are owed.
    if (result.done) {
      if (this.#port.isClosed !== false) this.#channel.end('the client has left')
    } else for (const message of result.value.messages) this.#channel.note(message)
    return result
  }
}
