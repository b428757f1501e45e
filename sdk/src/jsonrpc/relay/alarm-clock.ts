/** Alarms that are still to ring, and that can all be silenced at once. */

import { LONGEST_TIMER } from '../waiting.js'

export class AlarmClock {
  readonly #alarms = new Set<ReturnType<typeof setTimeout>>()

  set(after: number, ring: () => void): void {
    const alarm = setTimeout(
      () => {
        this.#alarms.delete(alarm)
        ring()
      },
      Math.min(after, LONGEST_TIMER),
    )
    this.#alarms.add(alarm)
  }

  stop(): void {
    for (const alarm of this.#alarms) clearTimeout(alarm)
    this.#alarms.clear()
  }
}
