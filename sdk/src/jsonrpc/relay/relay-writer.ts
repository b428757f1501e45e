/** What goes out on one side of a relay: as text or as a value, with the bytes its peer has not taken counted. */

import type { Channel, WritingChannel } from '../channel.js'
import { encode, encodeNotification, judge } from '../encode.js'
import type { Limits } from '../limits.js'
import type { NotificationMessage, Outgoing } from '../message.js'
import { HandedChannel } from './handover.js'
import { type Received, textOf } from './received.js'

// A unit of UTF-16 takes no more in UTF-8.
const MOST_BYTES_OF_A_UNIT = 3

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
  readonly #writing: WritingChannel | undefined
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
    if ('keepsNoText' in channel) this.#writing = channel as WritingChannel
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

  /**
   * Sends a notification, in the very text in which it came where it is the one that is being worked on. Returns the text
   * where the channel would take another like it.
   */
  tell({ method, params, write }: Told): string | undefined {
    if (params === undefined || this.#handed !== undefined) {
      this.write(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params })
      return undefined
    }
    const message = { jsonrpc: '2.0', method, params } as const
    const text = this.#toText(message, write)
    this.#send(message, text)
    return this.#writing === undefined ? undefined : text
  }

  /** Sends another text like one that `tell` returned; false where it has to be judged like any other. */
  repeat(text: string): boolean {
    if (text.length * MOST_BYTES_OF_A_UNIT > this.#limits.messageBytes) return false
    if (this.isDeaf) return true
    try {
      const room = this.#writing?.sendText(text)
      if (room !== undefined) this.#count(room, text.length)
    } catch (error) {
      this.#break(error)
    }
    return true
  }

  #toText(message: NotificationMessage, write: Told['write']): string {
    const { method, params } = message
    const text = this.#writing === undefined ? undefined : textOf(this.#cause, method, params)
    if (text !== undefined) return judge(text, this.#limits)
    const written = write?.(params)
    return written === undefined
      ? encode(message, this.#limits)
      : encodeNotification(method, written, this.#limits)
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
