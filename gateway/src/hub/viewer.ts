/**
 * One client in a session: how far it has been told, where messages leave for it while it listens, and which requests
 * of its own wait for an answer. Whoever is slow falls behind by a cursor, and delays nobody.
 */

import type { Id } from '@parley/acp/jsonrpc'
import { fromEventId, type Outlet, toEventId } from '@parley/acp/transport'
import { Asides, type Words } from './asides.js'
import type { Logged } from './event.js'
import type { Participant } from './participant.js'
import { type Reader, render } from './render.js'
import type { EventLog } from './session-log.js'

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
  readonly #asides = new Asides()
  #cursor = 0
  /** Behind this place it was to hear everything. */
  #began = 0
  /** Up to here it may have been told questions without a number: nobody knows whether they arrived. */
  #beside = 0
  #isAttached = false
  #outlet: Outlet | undefined
  /** Changes whenever the cursor or the outlet is another one: who waited begins anew. */
  #generation = 0
  #isPumping = false
  #stopWaiting: () => void = () => {}
  #waiting: { readonly seq: number; readonly resolve: () => void }[] = []

  constructor(participant: Participant, session: Surroundings) {
    this.participant = participant
    this.#session = session
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
    return this.#outlet !== undefined
  }

  /** Whether it takes part and would hear a question. */
  get isPresent(): boolean {
    return this.#isAttached && this.#outlet !== undefined
  }

  /** How far it has been told. */
  get cursor(): number {
    return this.#cursor
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
    this.had = Math.max(this.had, this.#cursor)
    this.#moveTo(after)
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
    this.#outlet?.close()
    this.#outlet = outlet
    this.#generation++
    this.#asides.clear()
    this.#stopWaiting()
    void outlet.closed.then(() => this.#left(outlet))
    if (prepare !== undefined) prepare()
    // Nobody knows what one lacks that does not say what it has.
    else if (this.#isAttached) this.#session.retell(this, this.#cursor)
    this.#session.presenceChanged()
    this.wake()
  }

  /** The client has everything up to this place, and nothing behind it. */
  goOnAfter(place: number): void {
    this.#moveTo(place)
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
    if (this.#outlet === undefined) return
    this.#asides.add(name, words)
    this.wake()
  }

  /** Says what has its place further back; it is said again whenever the client listens anew. */
  tellBeside(seq: number, words: Words): void {
    this.#beside = Math.max(this.#beside, seq)
    this.tell(`question ${seq}`, words)
  }

  /** Resolves when it has been told everything up to this place, or does not listen, or takes no part. */
  caughtUp(seq: number): Promise<void> {
    if (this.#cursor >= seq || !this.isPresent) return Promise.resolve()
    return new Promise(resolve => {
      this.#waiting.push({ seq, resolve })
    })
  }

  /** There is more to tell. */
  wake(): void {
    if (this.#isPumping || !this.#hasMore) return
    const wait = this.#step()
    if (wait === undefined) return
    this.#isPumping = true
    void wait.then(() => {
      this.#isPumping = false
      this.wake()
    })
  }

  close(): void {
    this.#outlet?.close()
  }

  /** Takes no part any more; where it was heard stays open for whatever comes next. */
  letGo(): Outlet | undefined {
    const outlet = this.#outlet
    this.#isAttached = false
    if (outlet !== undefined) this.#left(outlet)
    return outlet
  }

  get #hasMore(): boolean {
    return this.#outlet !== undefined && (this.#asides.size > 0 || this.#isBehind)
  }

  get #isBehind(): boolean {
    return this.#isAttached && this.#cursor < this.#session.log.durable
  }

  /** Tells what is in memory at once; a promise when it must read, or wait for room. */
  #step(): Promise<void> | undefined {
    const outlet = this.#outlet
    if (outlet === undefined) return undefined
    const isFull = this.#asides.say(outlet)
    if (isFull !== undefined) return this.#untilRoom(isFull)
    if (!this.#isBehind) return undefined
    const latest = this.#session.log.latest(this.#cursor + 1)
    if (latest === undefined) return this.#readBack(outlet)
    for (const logged of latest) {
      const full = this.#write(outlet, logged)
      if (full !== undefined) return this.#untilRoom(full)
    }
    this.#release()
    return undefined
  }

  async #readBack(outlet: Outlet): Promise<void> {
    const generation = this.#generation
    const { log } = this.#session
    const until = log.durable
    try {
      for await (const logged of log.read(this.#cursor + 1)) {
        if (generation !== this.#generation) return
        const full = this.#write(outlet, logged)
        if (full !== undefined) await this.#untilRoom(full)
        if (generation !== this.#generation) return
      }
    } catch {
      // What cannot be read back cannot be told: the client comes again, and is told so by its next request.
      outlet.close()
      return
    }
    // The end of the journal takes a while too, and somebody may have begun elsewhere meanwhile.
    if (generation !== this.#generation) return
    // Entries that are no events have a place too.
    this.#cursor = Math.max(this.#cursor, until)
    this.#release()
  }

  #write(outlet: Outlet, logged: Logged): Promise<void> | undefined {
    const text = render(logged, this)
    this.#cursor = logged.seq
    if (text === undefined) return undefined
    return outlet.write(text, toEventId({ epoch: this.epoch, number: logged.seq }))
  }

  /** An outlet that broke makes no room any more, and needs none. */
  #untilRoom(full: Promise<void>): Promise<void> {
    return new Promise(resolve => {
      this.#stopWaiting = resolve
      full.then(resolve, () => resolve())
    })
  }

  #moveTo(place: number): void {
    this.#cursor = place
    this.#generation++
  }

  #left(outlet: Outlet): void {
    if (this.#outlet !== outlet) return
    this.#outlet = undefined
    this.#generation++
    this.#asides.clear()
    this.#stopWaiting()
    this.#release()
    this.#session.presenceChanged()
  }

  #release(): void {
    if (this.#waiting.length === 0) return
    const isGone = this.#outlet === undefined
    const ready = this.#waiting.filter(({ seq }) => isGone || seq <= this.#cursor)
    this.#waiting = this.#waiting.filter(({ seq }) => !isGone && seq > this.#cursor)
    for (const { resolve } of ready) resolve()
  }
}
