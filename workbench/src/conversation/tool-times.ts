/** How long tools took, as far as somebody was looking: the conversation itself does not tell when one was over. */

import { itemAt, type Thread } from '@parley/acp/thread'

const OPEN = new Set(['pending', 'in_progress'])

export class ToolTimes {
  #seen = 0
  readonly #open = new Set<number>()
  readonly #ended = new Map<number, number>()

  /** Notes which calls are over by now. Looks only at what is new or was open. */
  observe(slots: Thread['slots'], now: number): void {
    if (slots.length < this.#seen) this.#forget()
    for (; this.#seen < slots.length; this.#seen++)
      if (isOpenAt(slots, this.#seen)) this.#open.add(this.#seen)
    for (const place of this.#open)
      if (!isOpenAt(slots, place)) {
        this.#open.delete(place)
        this.#ended.set(place, now)
      }
  }

  /** When the call at this place was over; undefined where nobody saw it. */
  endOf(place: number): number | undefined {
    return this.#ended.get(place)
  }

  #forget(): void {
    this.#seen = 0
    this.#open.clear()
    this.#ended.clear()
  }
}

function isOpenAt(slots: Thread['slots'], place: number): boolean {
  const entry = itemAt(slots, place)
  return entry?.kind === 'tool_call' && OPEN.has(entry.status)
}
