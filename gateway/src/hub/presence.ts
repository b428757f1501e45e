/** Who takes part in a session, and which of them has the word. Tells those who know our extension when that changes. */

import { notify } from './render.js'
import type { Participant, Viewer } from './viewer.js'
import { within } from './within.js'
import { PRESENCE_METHOD } from './words.js'

/** Somebody who takes part, as the others see them. */
export interface Present {
  readonly name: string
  readonly role: Participant['role']
  /** Whether files and terminals are asked of them. */
  readonly isController: boolean
}

export class Presence {
  readonly #sessionId: string
  readonly #viewers = new Map<string, Viewer>()
  readonly #onChange: () => void
  #word: Viewer | undefined
  #shown = ''
  #isScheduled = false

  /** `onChange` is called, soon, when somebody came, left, began or ceased to listen, or has the word now. */
  constructor(sessionId: string, onChange: () => void) {
    this.#sessionId = sessionId
    this.#onChange = onChange
  }

  get viewers(): readonly Viewer[] {
    return [...this.#viewers.values()]
  }

  /** Whose files and terminals the agent uses: who prompted last or opened the session, else whoever could. */
  get controller(): Viewer | undefined {
    if (this.#word !== undefined) return this.#word
    const writers = this.viewers.filter(({ isAttached, participant }) => isAttached && participant.canWrite)
    return writers.find(({ participant }) => participant.canLend) ?? writers[0]
  }

  find(seat: string): Viewer | undefined {
    return this.#viewers.get(seat)
  }

  add(viewer: Viewer): void {
    this.#viewers.set(viewer.seat, viewer)
  }

  remove(viewer: Viewer): void {
    this.#viewers.delete(viewer.seat)
    // One that only lost its network keeps the word: another client's files are not the same files.
    if (this.#word === viewer) this.#word = undefined
    this.changed()
  }

  giveWord(viewer: Viewer): void {
    // Who has nothing to lend does not take it from whoever has.
    if (viewer.participant.canLend || this.controller?.participant.canLend !== true) this.#word = viewer
    this.changed()
  }

  wakeAll(): void {
    for (const viewer of this.#viewers.values()) viewer.wake()
  }

  /** Resolves when all have been told everything up to this place; who does not read must not keep the others from it. */
  async untilTold(last: number, milliseconds: number): Promise<void> {
    const { viewers } = this
    await within(milliseconds, Promise.all(viewers.map(viewer => viewer.caughtUp(last))))
    for (const viewer of viewers) if (viewer.cursor < last) viewer.close()
  }

  /** Whoever listens has nothing more to hear. */
  showOut(): void {
    for (const viewer of this.viewers) viewer.close()
  }

  changed(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      this.#show()
      this.#onChange()
    })
  }

  /** Those who listen. */
  get present(): readonly Present[] {
    const { controller } = this
    return this.viewers
      .filter(({ isPresent }) => isPresent)
      .map(viewer => ({
        name: viewer.participant.name,
        role: viewer.participant.role,
        isController: viewer === controller,
      }))
  }

  #show(): void {
    const { present } = this
    const text = notify({ method: PRESENCE_METHOD, params: { sessionId: this.#sessionId, present } })
    if (text === this.#shown) return
    this.#shown = text
    for (const viewer of this.#viewers.values())
      if (viewer.isPresent && viewer.knowsUs) viewer.tell('presence', () => text)
  }
}
