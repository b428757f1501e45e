/** Counts what the carrier has accepted but the peer has not taken. Knows bytes and promises; knows no methods. */

import type { Channel, GivingChannel } from './channel.js'
import { encode, encodeNotification } from './encode.js'
import { ConnectionError } from './error.js'
import type { Limits } from './limits.js'
import type { NotificationMessage, Outgoing } from './message.js'

/** Messages that wait for one and the same promise are counted together: a burst costs no allocation per message. */
interface Backlog {
  readonly room: Promise<void>
  bytes: number
  answerBytes: number
}

export class Sender {
  readonly #channel: Channel
  readonly #limits: Limits
  readonly #broken: (cause: unknown) => void
  readonly #giving: GivingChannel | undefined
  #backlog: Backlog | undefined
  #unsent = 0
  #unsentAnswers = 0

  constructor(channel: Channel, limits: Limits, broken: (cause: unknown) => void) {
    this.#channel = channel
    if ('give' in channel) this.#giving = channel as GivingChannel
    this.#limits = limits
    this.#broken = broken
  }

  /** Sends a call of ours; throws when it cannot be sent, returns a promise when its author should wait. */
  sendCall(message: Outgoing): Promise<void> | undefined {
    this.#demandRoom()
    return this.#send(message, encode(message, this.#limits), false)
  }

  /** The same for a notification, whose params may be written already. */
  sendNotification(message: NotificationMessage, params?: string): Promise<void> | undefined {
    this.#demandRoom()
    const given = this.#giving?.give(message)
    if (given !== undefined) {
      if (given.room !== undefined) this.#count(given.room, given.bytes, false)
      return given.room
    }
    if (params === undefined) return this.#send(message, encode(message, this.#limits), false)
    return this.#send(message, encodeNotification(message.method, params, this.#limits), false)
  }

  /** Sends an answer: it is owed, so it is accepted whatever is still unsent; reading stops instead. */
  sendAnswer(message: Outgoing): void {
    void this.#send(message, encode(message, this.#limits), true)
  }

  /** What the author of the latest message waits for that is not taken yet. */
  get room(): Promise<void> | undefined {
    return this.#backlog?.room
  }

  /** Something to wait for before reading on, while the peer takes no answers. */
  get answersBacklog(): Promise<void> | undefined {
    return this.#unsentAnswers > this.#limits.unsentAnswerBytes ? this.#backlog?.room : undefined
  }

  #demandRoom(): void {
    if (this.#unsent > this.#limits.unsentBytes)
      throw new ConnectionError(
        'backlogged',
        `the peer has not taken ${this.#limits.unsentBytes} bytes already sent`,
      )
  }

  #send(message: Outgoing, text: string, isAnswer: boolean): Promise<void> | undefined {
    const room = this.#channel.send(message, text)
    if (room !== undefined) this.#count(room, text.length, isAnswer)
    return room
  }

  #count(room: Promise<void>, bytes: number, isAnswer: boolean): void {
    if (this.#backlog?.room !== room) this.#backlog = this.#open(room)
    this.#backlog.bytes += bytes
    this.#unsent += bytes
    if (!isAnswer) return
    this.#backlog.answerBytes += bytes
    this.#unsentAnswers += bytes
  }

  #open(room: Promise<void>): Backlog {
    const backlog: Backlog = { room, bytes: 0, answerBytes: 0 }
    room.then(
      () => {
        this.#unsent -= backlog.bytes
        this.#unsentAnswers -= backlog.answerBytes
        if (this.#backlog === backlog) this.#backlog = undefined
      },
      cause => this.#broken(cause),
    )
    return backlog
  }
}
