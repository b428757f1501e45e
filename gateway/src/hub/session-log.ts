/**
 * The one truth of a session: its events in order, over a journal. Knows how far they last (nothing beyond that may be
 * shown to anybody), keeps the latest of them in memory, and reads the others back.
 */

import type { Journal, SessionLog } from '@parley/acp/store'
import { type HeldEvent, type HubEvent, type Logged, type ToldText, toMessage } from './event.js'
import { isFields } from './fields.js'
import { HeldText } from './held-text.js'
import { underId } from './own-id.js'

// Of each session that is open, mostly as text. Whoever is further behind is told from the journal.
const TAIL_BYTES = 128 * 1024
const BACKLOG_EVENTS = 1_024
const BACKLOG_BYTES = 4 * 1024 * 1024

interface Batch {
  readonly promise: Promise<void> | undefined
  end: number
  isKept: boolean
}

interface Waiter {
  readonly seq: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Where the log of a session is kept, and how far it goes already. */
export interface LogPlace {
  readonly journal: Journal
  readonly kept: SessionLog
  /** The name of this telling of the session; it lasts as long as the session. */
  readonly epoch: string
  readonly last?: number | undefined
  /** Whose events these are, also where they were copied from another. */
  readonly sessionId?: string | undefined
  /** What lists have it under. */
  readonly title?: string | undefined
}

export class EventLog {
  readonly epoch: string
  /** Called, soon, when more of it lasts. */
  onDurable: () => void = () => {}
  /** Called once, when something could not be made to last. */
  onFailed: (error: unknown) => void = () => {}
  readonly #journal: Journal
  readonly #kept: SessionLog
  readonly #sessionId: string | undefined
  readonly #batches: Batch[] = []
  #waiters: Waiter[] = []
  #tail: HeldEvent[] = []
  #tailBytes = 0
  /** Since everything last lasted. */
  #unkeptBytes = 0
  #title: string | undefined
  #last: number
  #durable: number
  #isAnnounced = false
  #failure: { readonly error: unknown } | undefined

  constructor({ journal, kept, epoch, last = 0, sessionId, title }: LogPlace) {
    this.#journal = journal
    this.#kept = kept
    this.#sessionId = sessionId
    this.epoch = epoch
    this.#title = title
    this.#last = last
    this.#durable = last
  }

  /** Why nothing more can be kept, if so. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure
  }

  /** The events that may not be shown yet, or never. */
  get unkept(): readonly Logged[] {
    return this.#tail.filter(({ seq }) => seq > this.#durable)
  }

  /** The place of the latest event. */
  get last(): number {
    return this.#last
  }

  /** The place up to which events may be shown. */
  get durable(): number {
    return this.#durable
  }

  /** Something to wait for before more is said: what was said does not last yet. */
  get backlog(): Promise<void> | undefined {
    const isFar = this.#last - this.#durable > BACKLOG_EVENTS || this.#unkeptBytes > BACKLOG_BYTES
    return isFar ? this.kept(this.#last) : undefined
  }

  /** Puts an event at the end and says its place. Throws when it is no JSON, or a new prompt and no room for one. */
  append(event: HubEvent): number {
    if (this.#failure !== undefined) throw this.#failure.error
    const { text, told } = toText(event)
    const at = Date.now()
    const promise = this.#kept.append({ kind: 'event', event, opensTurn: event.type === 'prompt' }, at, text)
    const seq = ++this.#last
    this.#unkeptBytes += text.length
    this.#remember(told === undefined ? { seq, at, event, size: text.length } : new HeldText(seq, at, told))
    this.#follow(promise, seq)
    return seq
  }

  /** Writes down what the session is called, for lists that do not read it. It takes a place, too. */
  name(title: string | undefined): void {
    if (title === undefined || title === this.#title || this.#failure !== undefined) return
    this.#title = title
    const at = Date.now()
    const promise = this.#kept.append({ kind: 'info', title }, at)
    const seq = ++this.#last
    this.#remember({ seq, at, event: { type: 'titled' }, size: title.length })
    this.#follow(promise, seq)
  }

  /** Resolves when the event at this place lasts; rejects when it never will. */
  kept(seq: number): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error)
    if (seq <= this.#durable) return Promise.resolve()
    const promise = new Promise<void>((resolve, reject) => {
      this.#waiters.push({ seq, resolve, reject })
    })
    promise.catch(() => {})
    return promise
  }

  /** The events from this place on that may be shown, if they are all in memory. */
  latest(from: number): readonly Logged[] | undefined {
    const first = this.#tail[0]?.seq ?? this.#last + 1
    if (from < first) return undefined
    return this.#tail.slice(from - first, this.#durable - first + 1)
  }

  /** The events from this place on that may be shown, from the journal. */
  async *read(from: number): AsyncGenerator<Logged> {
    const until = this.#durable
    for await (const entry of this.#journal.read(this.#kept.id, from)) {
      if (entry.seq > until) return
      if (entry.kind !== 'event') continue
      yield { ...toLogged(entry.seq, this.#own(entry.event)), at: entry.at }
    }
  }

  /** What was copied from another session is told under the id of this one. */
  #own(event: object): object {
    return this.#sessionId === undefined ? event : underId(event, this.#sessionId)
  }

  release(): Promise<void> {
    return this.#kept.release()
  }

  #remember(held: HeldEvent): void {
    this.#tail.push(held)
    this.#tailBytes += held.size
    this.#trim()
  }

  /** Forgets the oldest that last: what does not may have to be answered from here. */
  #trim(): void {
    if (this.#tailBytes <= TAIL_BYTES) return
    const spare = Math.min(this.#tail.length - 1, this.#tail.length - (this.#last - this.#durable))
    // In larger pieces: to move the rest for each event would cost more than the event.
    const piece = this.#tail.length >> 2
    if (spare < piece) return
    let surplus = 0
    while (this.#tailBytes > TAIL_BYTES && surplus < spare)
      this.#tailBytes -= this.#tail[surplus++]?.size ?? 0
    this.#tail = this.#tail.slice(Math.max(surplus, piece))
    this.#tailBytes = this.#tail.reduce((sum, each) => sum + each.size, 0)
  }

  #follow(promise: Promise<void> | undefined, seq: number): void {
    const batch = this.#batches.at(-1)
    if (batch === undefined && promise === undefined) return this.#advance(seq)
    if (batch !== undefined && !batch.isKept && (promise === undefined || promise === batch.promise)) {
      batch.end = seq
      return
    }
    const next: Batch = { promise, end: seq, isKept: promise === undefined }
    this.#batches.push(next)
    promise?.then(
      () => this.#settle(next),
      error => this.#fail(error),
    )
  }

  #settle(batch: Batch): void {
    batch.isKept = true
    let end = 0
    while (this.#batches[0]?.isKept) end = this.#batches.shift()?.end ?? end
    if (end > 0 && this.#failure === undefined) this.#advance(end)
  }

  #advance(seq: number): void {
    this.#durable = seq
    if (seq === this.#last) this.#unkeptBytes = 0
    const ready = this.#waiters.filter(waiter => waiter.seq <= seq)
    if (ready.length > 0) this.#waiters = this.#waiters.filter(waiter => waiter.seq > seq)
    for (const { resolve } of ready) resolve()
    if (this.#isAnnounced) return
    this.#isAnnounced = true
    // Whoever appended first finishes what belongs to it.
    queueMicrotask(() => {
      this.#isAnnounced = false
      this.onDurable()
      // Those who keep up have been told from memory.
      this.#trim()
    })
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = { error }
    for (const { reject } of this.#waiters) reject(error)
    this.#waiters = []
    this.onFailed(error)
  }
}

interface Texts {
  readonly text: string
  readonly told?: ToldText | undefined
}

/** The text to keep, and of what was told the message to send: the params, which may be large, are written once. */
function toText(event: HubEvent): Texts {
  if (event.type !== 'told') return { text: JSON.stringify(event) }
  const params = JSON.stringify(event.params ?? null)
  const text = `{"type":"told","method":${JSON.stringify(event.method)},"params":${params}}`
  return { text, told: { method: event.method, message: toMessage(event.method, params) } }
}

/** An event that was read back. */
export function toLogged(seq: number, kept: object): Logged {
  // Written by append, sealed by the journal.
  const event = kept as HubEvent
  if (!isFields(event) || event.type !== 'told') return { seq, event }
  const { method, params } = event
  return { seq, event, told: { method, message: toMessage(method, JSON.stringify(params ?? null)) } }
}
