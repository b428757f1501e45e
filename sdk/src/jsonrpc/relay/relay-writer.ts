/** What goes out on one side of a relay: as text or as a value, with the bytes its peer has not taken counted. */

import type { Channel } from '../channel.js'
import { encode, encodeNotification, judge } from '../encode.js'
import type { Limits } from '../limits.js'
import type { Outgoing } from '../message.js'
import { HandedChannel } from './handover.js'
import { type Received, textOf } from './received.js'

/** Whose message is being worked on, and how large it is: what comes of it is counted as theirs. */
export interface Cause extends Received {
  from: RelayWriter | undefined
  size: number
}

/** A notification, and a shorter way to write its params where somebody knows one. */
export interface Told {
  readonly method: string
  readonly params: unknown
  readonly write?: ((params: unknown) => string | undefined) | undefined
}

export class RelayWriter {
  readonly #channel: Channel
  readonly #handed: HandedChannel | undefined
  readonly #takesTexts: boolean
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
    this.#takesTexts = 'keepsNoText' in channel
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
    if (this.#handed === undefined) this.#send(message, encode(message, this.#limits))
    else this.#hand(this.#handed, message)
  }

  /** Sends a notification, in the very text in which it came where it is the one that is being worked on. */
  tell({ method, params, write }: Told): void {
    if (params === undefined) return this.write({ jsonrpc: '2.0', method })
    const message = { jsonrpc: '2.0', method, params } as const
    if (this.#handed !== undefined) return this.write(message)
    const text = this.#takesTexts ? textOf(this.#cause, method, params) : undefined
    if (text !== undefined) return this.#send(message, judge(text, this.#limits))
    const written = write?.(params)
    if (written === undefined) this.write(message)
    else this.#send(message, encodeNotification(method, written, this.#limits))
  }

  #send(message: Outgoing, text: string): void {
    if (this.isDeaf) return
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
