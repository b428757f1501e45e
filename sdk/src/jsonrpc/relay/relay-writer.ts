/** What goes out on one side of a relay: as text or as a value, with the bytes its peer has not taken counted. */

import type { Channel } from '../channel.js'
import { encode } from '../encode.js'
import type { Limits } from '../limits.js'
import type { Outgoing } from '../message.js'
import { HandedChannel } from './handover.js'

/** Whose message is being worked on, and how large it is: what comes of it is counted as theirs. */
export interface Cause {
  from: RelayWriter | undefined
  size: number
}

export class RelayWriter {
  readonly #channel: Channel
  readonly #handed: HandedChannel | undefined
  readonly #limits: Limits
  readonly #cause: Cause
  readonly #broken: (error: unknown) => void
  #promised: Promise<void> | undefined
  #room: Promise<void> | undefined
  #ownBytes = 0
  /** Nobody listens any more: what is written goes nowhere. */
  isDeaf = false

  /** `broken` learns, once, that the wire takes nothing more. */
  constructor(channel: Channel, around: { limits: Limits; cause: Cause; broken: (error: unknown) => void }) {
    this.#channel = channel
    if (channel instanceof HandedChannel) this.#handed = channel
    this.#limits = around.limits
    this.#cause = around.cause
    this.#broken = around.broken
  }

  /** Something to wait for before anything more is read that would be sent this way; never rejects. */
  get room(): Promise<void> | undefined {
    return this.#room
  }

  /** Whether this side takes too little of what its own messages brought about: refusals, and what is answered here. */
  get isOverdrawn(): boolean {
    return this.#ownBytes > this.#limits.unsentAnswerBytes
  }

  /** Sends a message; throws when it cannot be written as JSON, or is too large. */
  write(message: Outgoing): void {
    if (this.isDeaf) return
    if (this.#handed !== undefined) return this.#hand(this.#handed, message)
    const text = encode(message, this.#limits)
    try {
      const room = this.#channel.send(message, text)
      if (room !== undefined) this.#count(room, text.length)
    } catch (error) {
      this.#break(error)
    }
  }

  #hand(channel: HandedChannel, message: Outgoing): void {
    const { size } = this.#cause
    try {
      const room = channel.hand(message, size)
      if (room !== undefined) this.#count(room, size)
    } catch (error) {
      this.#break(error)
    }
  }

  #count(room: Promise<void>, size: number): void {
    if (this.#cause.from === this) this.#ownBytes += size
    if (room === this.#promised) return
    this.#promised = room
    const open = (): void => {
      if (this.#promised !== room) return
      this.#promised = undefined
      this.#room = undefined
      this.#ownBytes = 0
    }
    this.#room = room.then(open, error => {
      open()
      this.#break(error)
    })
  }

  #break(error: unknown): void {
    if (this.isDeaf) return
    this.isDeaf = true
    this.#broken(error)
  }
}
