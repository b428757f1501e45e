/** All sides of a relay at once: finds the one that a call, a question or a name belongs to. */

import type { ErrorObject, Id } from '../message.js'
import { HandedChannel } from './handover.js'
import type { CallNumber } from './interpreter.js'
import type { Outcome } from './open-calls.js'
import type { Asked, RelayEnd } from './relay-end.js'

export class RelayEnds<Side extends string, Tag> {
  readonly #ends = new Map<Side, RelayEnd<Tag>>()

  add(name: Side, end: RelayEnd<Tag>): void {
    this.#ends.set(name, end)
  }

  [Symbol.iterator](): IterableIterator<[Side, RelayEnd<Tag>]> {
    return this.#ends.entries()
  }

  of(name: Side): RelayEnd<Tag> {
    const end = this.#ends.get(name)
    if (end === undefined) throw new TypeError(`a relay has no side "${name}"`)
    return end
  }

  /** Answers a call, whoever made it; nothing where it was answered before. */
  settle(call: CallNumber, outcome: Outcome): void {
    for (const end of this.#ends.values()) if (end.calls.settle(call, outcome)) return
  }

  /** Refuses every call of those who are on a wire; who is in this process learns of the end by itself. */
  refuseAll(error: ErrorObject): void {
    for (const { calls, channel } of this.#ends.values())
      if (!(channel instanceof HandedChannel)) for (const call of calls.numbers) calls.settle(call, { error })
  }

  /** Gives up what was asked of anybody. */
  giveUp(isMeant: (asked: Asked<Tag>) => boolean): void {
    for (const end of this.#ends.values()) end.giveUp(isMeant)
  }

  /** The id under which whoever made a call knows it. */
  idOf(call: CallNumber): Id | undefined {
    for (const { calls } of this.#ends.values()) {
      const id = calls.idOf(call)
      if (id !== undefined) return id
    }
    return undefined
  }

  /** Something to wait for until those have room to whom this side speaks. */
  roomBeside(end: RelayEnd<Tag>): Promise<void> | undefined {
    for (const other of this.#ends.values()) if (other !== end && other.writer.room) return other.writer.room
    return undefined
  }

  /** Whether somebody beside this side is in this process: its own connection fails what it waits for, and knows more of the end. */
  isInsideBeside(end: RelayEnd<Tag>): boolean {
    for (const other of this.#ends.values())
      if (other !== end && other.channel instanceof HandedChannel) return true
    return false
  }

  /** Whether nobody who listens is owed anything. */
  get isQuiet(): boolean {
    for (const { writer, calls } of this.#ends.values()) if (!writer.isDeaf && calls.size > 0) return false
    return true
  }
}
