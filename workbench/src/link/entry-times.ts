/**
 * When the entries of a conversation began, and uses of tools were over: as they are heard, or as the gateway tells it later.
 * A tool's time is the time it worked: it begins when the tool is no longer only announced, and stands still while somebody is asked.
 */

import { AT_META } from '@parley/acp/protocol'
import { itemAt, type Thread, type ThreadEvent, type ThreadUpdate } from '@parley/acp/thread'
import { fieldsOf } from './fields.js'

const OPEN = new Set(['pending', 'in_progress'])

/** What is shown of them. */
export interface ShownTimes {
  readonly startedAt: ReadonlyMap<number, number>
  readonly endedAt: ReadonlyMap<number, number>
}

export class EntryTimes {
  readonly #startedAt = new Map<number, number>()
  readonly #endedAt = new Map<number, number>()
  /** Uses of tools that are not over, each with its state. */
  readonly #open = new Map<number, string>()
  #askedAt: number | undefined
  /** When something was told last, and whether an answer came after it. */
  #latest: number | undefined
  #wasAnswered = false
  #seen = 0
  #isNew = true

  /** Looks only at what is new, or was open. Without a time nothing is known but that it was. */
  hear(slots: Thread['slots'], at: number | undefined): void {
    if (at !== undefined) this.#pass(at)
    if (slots.length < this.#seen) this.#forgetFrom(slots.length)
    for (; this.#seen < slots.length; this.#seen++) {
      this.#note(this.#startedAt, this.#seen, at)
      const state = openStateAt(slots, this.#seen)
      if (state !== undefined) this.#open.set(this.#seen, state)
    }
    for (const [place, before] of this.#open) {
      const state = openStateAt(slots, place)
      if (state === before) continue
      if (state === undefined) this.#end(place, at)
      else {
        this.#open.set(place, state)
        if (before === 'pending') this.#note(this.#startedAt, place, at)
      }
    }
  }

  /** Somebody is asked, or nobody is any more. */
  ask(isAsked: boolean, at: number): void {
    const since = this.#askedAt
    if (isAsked) this.#askedAt = since ?? at
    else this.#askedAt = undefined
    if (isAsked || since === undefined) return
    for (const place of this.#open.keys()) this.#skip(place, since, at)
  }

  /** Of what is told again: somebody was asked after what was told before this, and had answered before what is told next. */
  hearAnswer(): void {
    if (this.#latest === undefined) return
    this.#askedAt ??= this.#latest
    this.#wasAnswered = true
  }

  #pass(at: number): void {
    if (this.#wasAnswered) this.ask(false, at)
    this.#wasAnswered = false
    this.#latest = at
  }

  /** The end of something while somebody is asked is the moment at which it came to a standstill. */
  #end(place: number, at: number | undefined): void {
    this.#open.delete(place)
    if (at !== undefined && this.#askedAt !== undefined) this.#skip(place, this.#askedAt, at)
    this.#note(this.#endedAt, place, at)
  }

  #skip(place: number, from: number, to: number): void {
    const startedAt = this.#startedAt.get(place)
    if (startedAt !== undefined)
      this.#note(this.#startedAt, place, startedAt + to - Math.max(from, startedAt))
  }

  /** The same values as before where nothing is new. */
  shown(before: ShownTimes): ShownTimes {
    if (!this.#isNew) return before
    this.#isNew = false
    return { startedAt: new Map(this.#startedAt), endedAt: new Map(this.#endedAt) }
  }

  /** Something that was said is taken back. */
  #forgetFrom(length: number): void {
    for (let place = length; place < this.#seen; place++) {
      this.#startedAt.delete(place)
      this.#endedAt.delete(place)
      this.#open.delete(place)
    }
    this.#seen = length
    this.#isNew = true
  }

  #note(times: Map<number, number>, place: number, at: number | undefined): void {
    if (at === undefined) return
    times.set(place, at)
    this.#isNew = true
  }
}

function openStateAt(slots: Thread['slots'], place: number): string | undefined {
  const entry = itemAt(slots, place)
  return entry?.kind === 'tool_call' && OPEN.has(entry.status) ? entry.status : undefined
}

/** Of what the gateway tells again: the update itself says when it was, so that whoever hears it knows. */
export function withTime(message: unknown): unknown {
  const { params } = fieldsOf(message)
  const { _meta, update, ...others } = fieldsOf(params)
  const { [AT_META]: at } = fieldsOf(_meta)
  if (typeof at !== 'number' || update === undefined) return message
  const timed = { ...fieldsOf(update), _meta: { ...fieldsOf(fieldsOf(update)._meta), [AT_META]: at } }
  return { ...fieldsOf(message), params: { ...others, _meta, update: timed } }
}

interface Timed {
  readonly told: ThreadUpdate | ThreadEvent
  readonly at?: number
}

/** An event, and apart from it when it was, where the gateway says so. */
export function takeTime(event: ThreadUpdate | ThreadEvent): Timed {
  const { _meta } = fieldsOf(event)
  const { [AT_META]: at, ...others } = fieldsOf(_meta)
  if (typeof at !== 'number') return { told: event }
  const told = { ...event, _meta: Object.keys(others).length === 0 ? undefined : others }
  return { told: told as ThreadUpdate, at }
}
