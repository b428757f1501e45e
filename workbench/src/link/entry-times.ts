/** When the entries of a conversation began, and uses of tools were over: as they are heard, or as the gateway tells it later. */

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
  readonly #open = new Set<number>()
  #seen = 0
  #isNew = true

  /** Looks only at what is new, or was open. Without a time nothing is known but that it was. */
  hear(slots: Thread['slots'], at: number | undefined): void {
    if (slots.length < this.#seen) this.#forgetFrom(slots.length)
    for (; this.#seen < slots.length; this.#seen++) {
      this.#note(this.#startedAt, this.#seen, at)
      if (isOpenAt(slots, this.#seen)) this.#open.add(this.#seen)
    }
    for (const place of this.#open)
      if (!isOpenAt(slots, place)) {
        this.#open.delete(place)
        this.#note(this.#endedAt, place, at)
      }
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

function isOpenAt(slots: Thread['slots'], place: number): boolean {
  const entry = itemAt(slots, place)
  return entry?.kind === 'tool_call' && OPEN.has(entry.status)
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
