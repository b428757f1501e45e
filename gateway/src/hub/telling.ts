/**
 * How far one client has been told of a session, and where that leaves for it while it listens: from memory at once, from the
 * journal what is further back. Whoever is slow falls behind by a cursor, and delays nobody. Knows no roles and no requests.
 */

import { type Outlet, toEventId } from '@parley/acp/transport'
import { Asides, type Words } from './asides.js'
import type { Logged } from './event.js'
import type { EventLog } from './session-log.js'

export interface TellingTerms {
  readonly log: EventLog
  /** Whether it is to hear what is in the log. */
  readonly isAttached: () => boolean
  /** In words for this client; nothing where it is not for it. */
  readonly render: (logged: Logged) => string | undefined
  /** It does not listen any more. */
  readonly left: () => void
}

export class Telling {
  readonly #terms: TellingTerms
  readonly #asides = new Asides()
  #cursor = 0
  #outlet: Outlet | undefined
  /** Changes whenever the cursor or the outlet is another one: who waited begins anew. */
  #generation = 0
  #isPumping = false
  #stopWaiting: () => void = () => {}
  #waiting: { readonly seq: number; readonly resolve: () => void }[] = []

  constructor(terms: TellingTerms) {
    this.#terms = terms
  }

  /** How far it has been told. */
  get cursor(): number {
    return this.#cursor
  }

  get isListening(): boolean {
    return this.#outlet !== undefined
  }

  moveTo(place: number): void {
    this.#cursor = place
    this.#generation++
  }

  /** What it is told leaves here from now on; the outlet before it is closed. */
  leaveBy(outlet: Outlet): void {
    this.#outlet?.close()
    this.#outlet = outlet
    this.#begin()
    void outlet.closed.then(() => this.#left(outlet))
  }

  /** Says something that has no place in the log, if it listens: as soon as there is room, and the latest of this name. */
  tell(name: string, words: Words): void {
    if (this.#outlet === undefined) return
    this.#asides.add(name, words)
    this.wake()
  }

  /** Resolves when it has been told everything up to this place, or does not listen, or takes no part. */
  caughtUp(seq: number): Promise<void> {
    const isPresent = this.isListening && this.#terms.isAttached()
    if (this.#cursor >= seq || !isPresent) return Promise.resolve()
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

  /** Where it was heard stays open for whatever comes next. */
  letGo(): Outlet | undefined {
    const outlet = this.#outlet
    if (outlet !== undefined) this.#left(outlet)
    return outlet
  }

  get #hasMore(): boolean {
    return this.#outlet !== undefined && (this.#asides.size > 0 || this.#isBehind)
  }

  get #isBehind(): boolean {
    return this.#terms.isAttached() && this.#cursor < this.#terms.log.durable
  }

  /** Tells what is in memory at once; a promise when it must read, or wait for room. */
  #step(): Promise<void> | undefined {
    const outlet = this.#outlet
    if (outlet === undefined) return undefined
    const isFull = this.#asides.say(outlet)
    if (isFull !== undefined) return this.#untilRoom(isFull)
    if (!this.#isBehind) return undefined
    const latest = this.#terms.log.latest(this.#cursor + 1)
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
    const { log } = this.#terms
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
    const { log, render } = this.#terms
    const text = render(logged)
    this.#cursor = logged.seq
    if (text === undefined) return undefined
    return outlet.write(text, toEventId({ epoch: log.epoch, number: logged.seq }))
  }

  /** An outlet that broke makes no room any more, and needs none. */
  #untilRoom(full: Promise<void>): Promise<void> {
    return new Promise(resolve => {
      this.#stopWaiting = resolve
      full.then(resolve, () => resolve())
    })
  }

  #begin(): void {
    this.#generation++
    this.#asides.clear()
    this.#stopWaiting()
  }

  #left(outlet: Outlet): void {
    if (this.#outlet !== outlet) return
    this.#outlet = undefined
    this.#begin()
    this.#release()
    this.#terms.left()
  }

  #release(): void {
    if (this.#waiting.length === 0) return
    const isGone = this.#outlet === undefined
    const ready = this.#waiting.filter(({ seq }) => isGone || seq <= this.#cursor)
    this.#waiting = this.#waiting.filter(({ seq }) => !isGone && seq > this.#cursor)
    for (const { resolve } of ready) resolve()
  }
}
