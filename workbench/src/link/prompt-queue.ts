/** The prompts of one conversation that wait here: added, changed, held back, hurried, and the next one to be sent. */

import type { QueuedPrompt, Submission } from '../state/talk.js'
import { edited, moved, type Queue, toQueued, without } from './queue.js'
import type { TalkDesk } from './talk-desk.js'

export class PromptQueue {
  readonly #desk: TalkDesk
  /** The prompts that somebody does not want to wait, whatever holds the others. */
  readonly #urgent = new Set<string>()

  constructor(desk: TalkDesk) {
    this.#desk = desk
  }

  /** Says by which id it waits. */
  add(submission: Submission): string {
    const prompt = toQueued(submission)
    this.#set([...this.#queue, prompt])
    return prompt.id
  }

  /** Before all others but those that were put there in this way, and past whatever holds them. */
  addNext(submission: Submission): void {
    const place = this.#hurried
    const id = this.add(submission)
    this.#urgent.add(id)
    this.move(id, place)
  }

  edit(id: string, submission: Submission): void {
    this.#set(edited(this.#queue, id, submission))
  }

  move(id: string, place: number): void {
    this.#set(moved(this.#queue, id, place))
  }

  remove(id: string): void {
    this.#set(without(this.#queue, id))
  }

  /** To the front, past whatever holds the others. False where it does not wait here. */
  hurry(id: string): boolean {
    if (!this.#queue.some(each => each.id === id)) return false
    this.#urgent.clear()
    this.#urgent.add(id)
    this.move(id, 0)
    return true
  }

  /** Nothing goes on by itself from now on. */
  hold(): void {
    this.#urgent.clear()
    if (this.#queue.length > 0) this.#desk.change({ isQueueHeld: true })
  }

  /** Who stops an agent, or finds that it failed, does not want it to go on with the next thing, unless he said so. */
  holdUnlessHurried(): void {
    if (this.#hurried === 0) this.hold()
  }

  release(): void {
    this.#desk.change({ isQueueHeld: false })
  }

  /** A prompt that did not arrive does not disappear: it waits, held, before all others. */
  putBack(prompt: QueuedPrompt): void {
    this.#desk.change({ queue: [prompt, ...this.#queue], isQueueHeld: true })
  }

  /** Takes out the one that is to be sent now; nothing where none is, or all are held. */
  takeNext(): QueuedPrompt | undefined {
    const [first] = this.#queue
    if (first === undefined) return undefined
    if (this.#hurried === 0 && this.#desk.talk.isQueueHeld) return undefined
    this.#urgent.delete(first.id)
    this.remove(first.id)
    return first
  }

  get #queue(): Queue {
    return this.#desk.talk.queue
  }

  /** How many at the front go past whatever holds the others. */
  get #hurried(): number {
    const place = this.#queue.findIndex(({ id }) => !this.#urgent.has(id))
    return place === -1 ? this.#queue.length : place
  }

  #set(queue: Queue): void {
    this.#desk.change({ queue, isQueueHeld: this.#desk.talk.isQueueHeld && queue.length > 0 })
  }
}
