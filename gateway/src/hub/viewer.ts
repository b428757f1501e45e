/** One client in a session: from where on it takes part, what it may hear twice, and which requests of its own wait for an answer. */

import type { Id } from '@parley/acp/jsonrpc'
import { fromEventId, type Outlet } from '@parley/acp/transport'
import type { Words } from './asides.js'
import type { Participant } from './participant.js'
import { type Reader, render } from './render.js'
import type { EventLog } from './session-log.js'
import { Telling } from './telling.js'

export type { Participant } from './participant.js'

const MOST_REQUESTS = 1_024

/** What a viewer asks its session. */
export interface Surroundings {
  readonly sessionId: string
  readonly answersEndTurns: boolean
  readonly log: EventLog
  isController(viewer: Viewer): boolean
  questionAt(seq: number): { readonly params: unknown } | undefined
  /** Tells once more what the agent asked up to this place and nobody has answered. */
  retell(viewer: Viewer, until: number): void
  /** Somebody began to listen, or no longer does. */
  presenceChanged(): void
}

export class Viewer implements Reader {
  readonly participant: Participant
  replayUntil = 0
  had = 0
  readonly #session: Surroundings
  readonly #requests = new Map<number, Id>()
  readonly #telling: Telling
  /** Behind this place it was to hear everything. */
  #began = 0
  /** Up to here it may have been told questions without a number: nobody knows whether they arrived. */
  #beside = 0
  #isAttached = false

  constructor(participant: Participant, session: Surroundings) {
    this.participant = participant
    this.#session = session
    this.#telling = new Telling({
      log: session.log,
      isAttached: () => this.#isAttached,
      render: logged => render(logged, this),
      left: () => session.presenceChanged(),
    })
  }

  get sessionId(): string {
    return this.#session.sessionId
  }

  get epoch(): string {
    return this.#session.log.epoch
  }

  get seat(): string {
    return this.participant.seat
  }

  get knowsUs(): boolean {
    return this.participant.knowsUs
  }

  get canAnswer(): boolean {
    return this.participant.canAnswer
  }

  get isController(): boolean {
    return this.#session.isController(this)
  }

  get answersEndTurns(): boolean {
    return this.#session.answersEndTurns
  }

  /** Whether it takes part: before that it hears nothing. */
  get isAttached(): boolean {
    return this.#isAttached
  }

  get isListening(): boolean {
    return this.#telling.isListening
  }

  /** Whether it takes part and would hear a question. */
  get isPresent(): boolean {
    return this.#isAttached && this.#telling.isListening
  }

  /** How far it has been told. */
  get cursor(): number {
    return this.#telling.cursor
  }

  requestOf(prompt: number): Id | undefined {
    return this.#requests.get(prompt)
  }

  questionAt(seq: number): { readonly params: unknown } | undefined {
    return this.#session.questionAt(seq)
  }

  /** The answer to the prompt at this place is the answer to this request. */
  expect(prompt: number, request: Id): void {
    this.#requests.set(prompt, request)
    const [oldest] = this.#requests.keys()
    if (this.#requests.size > MOST_REQUESTS && oldest !== undefined) this.#requests.delete(oldest)
  }

  /** Takes part: from behind this place on, everything up to now as something that was before it came. */
  attach(after: number, replayUntil = 0): void {
    this.had = Math.max(this.had, this.cursor)
    this.#telling.moveTo(after)
    this.#began = after
    this.replayUntil = replayUntil
    this.#isAttached = true
    this.#session.presenceChanged()
    this.wake()
  }

  /** Whether this event is one of this telling of the session. */
  placeOf(event: string): number | undefined {
    const id = fromEventId(event)
    const isOurs = id?.epoch === this.epoch && id.number <= this.#session.log.durable
    return isOurs ? id.number : undefined
  }

  /** Lets what it is told leave here, from a place that `prepare` may change; the outlet before it is closed. */
  listen(outlet: Outlet, prepare?: () => void): void {
    this.#telling.leaveBy(outlet)
    if (prepare !== undefined) prepare()
    // Nobody knows what one lacks that does not say what it has.
    else if (this.#isAttached) this.#session.retell(this, this.cursor)
    this.#session.presenceChanged()
    this.wake()
  }

  /** The client has everything up to this place, and nothing behind it. */
  goOnAfter(place: number): void {
    this.#telling.moveTo(place)
    // Who was here before lacks nothing up to there but what came without a number.
    const unsure = this.#isAttached ? Math.min(place, this.#beside) : place
    if (!this.#isAttached) this.#began = place
    this.#isAttached = true
    this.#session.retell(this, unsure)
    this.wake()
  }

  /** The client has heard nothing since it began to take part. */
  beginAgain(): void {
    this.goOnAfter(this.#began)
  }

  /** Says something that has no place in the log, if it listens: as soon as there is room, and the latest of this name. */
  tell(name: string, words: Words): void {
    this.#telling.tell(name, words)
  }

  /** Says what has its place further back; it is said again whenever the client listens anew. */
  tellBeside(seq: number, words: Words): void {
    this.#beside = Math.max(this.#beside, seq)
    this.tell(`question ${seq}`, words)
  }

  /** Resolves when it has been told everything up to this place, or does not listen, or takes no part. */
  caughtUp(seq: number): Promise<void> {
    return this.#telling.caughtUp(seq)
  }

  /** There is more to tell. */
  wake(): void {
    this.#telling.wake()
  }

  close(): void {
    this.#telling.close()
  }

  /** Takes no part any more; where it was heard stays open for whatever comes next. */
  letGo(): Outlet | undefined {
    this.#isAttached = false
    return this.#telling.letGo()
  }
}
