/**
 * A delivery as it came off a wire, with the texts of its messages for whoever passes them on at once: a text that nobody
 * asks for the value of is never parsed. Nobody else gets at the texts: what somebody on the way has copied, left out or
 * put in the place of another has none, and is written anew. A message that was changed in place is still the one that came:
 * the text is passed on as it was, so whoever changes a message puts a new one in its place.
 */

import type { Delivery } from './channel.js'
import { decode } from './decode.js'
import type { Limits } from './limits.js'

const UNREAD: unique symbol = Symbol()

export class ReceivedDelivery implements Delivery {
  readonly sizes: number[] = []
  #came: unknown[] = []
  #texts: (string | undefined)[] = []
  #limits: Limits | undefined
  #shown: unknown[] | undefined

  /** Parsed when somebody looks. */
  get messages(): unknown[] {
    return this.#show(decode)
  }

  add(message: unknown, size: number): void {
    this.sizes.push(size)
    this.#came.push(message)
    this.#texts.push(undefined)
    this.#shown?.push(message)
  }

  /** A message that is parsed when it is wanted. All of one delivery are held to the same limits. */
  addUnread(text: string, limits: Limits): void {
    this.#limits = limits
    this.sizes.push(text.length)
    this.#came.push(UNREAD)
    this.#texts.push(text)
    this.#shown?.push(this.#read(this.#came.length - 1, decode))
  }

  letGo(): void {
    this.#came = []
    this.#texts = []
    this.#shown = []
  }

  /** How many messages there are. */
  static countOf(delivery: Delivery): number {
    return ReceivedDelivery.#isUnseen(delivery) ? delivery.sizes.length : delivery.messages.length
  }

  static messageOf(delivery: Delivery, index: number): unknown {
    return ReceivedDelivery.#isUnseen(delivery) ? delivery.#read(index, decode) : delivery.messages[index]
  }

  /** All of them, for whoever knows a shorter way to what `decode` tells of a text. */
  static messagesOf(delivery: Delivery, read: typeof decode): readonly unknown[] {
    return #texts in delivery ? delivery.#show(read) : delivery.messages
  }

  /** The text of a message that is still the one that came at this place. */
  static textOf(delivery: Delivery, index: number): string | undefined {
    if (!(#texts in delivery)) return undefined
    const shown = delivery.#shown
    return shown === undefined || shown[index] === delivery.#came[index] ? delivery.#texts[index] : undefined
  }

  /** Whether nobody has looked at the messages, who could have changed them. */
  static #isUnseen(delivery: Delivery): delivery is ReceivedDelivery {
    return #texts in delivery && delivery.#shown === undefined
  }

  #show(read: typeof decode): unknown[] {
    this.#shown ??= this.#came.map((_, index) => this.#read(index, read))
    return this.#shown
  }

  #read(index: number, read: typeof decode): unknown {
    const text = this.#texts[index]
    // Whoever gave the text has given the limits with it.
    if (text !== undefined && this.#came[index] === UNREAD)
      this.#came[index] = read(text, this.#limits as Limits)
    return this.#came[index]
  }
}
