/**
 * A delivery as it came off a wire, with the texts of its messages for whoever passes them on at once. Nobody else gets at
 * them: what somebody on the way has copied, left out or put in the place of another has no text, and is written anew.
 */

import type { Delivery } from './channel.js'

export class ReceivedDelivery implements Delivery {
  readonly messages: unknown[] = []
  readonly sizes: number[] = []
  readonly #came: unknown[] = []
  readonly #texts: (string | undefined)[] = []

  add(message: unknown, size: number, text?: string): void {
    this.messages.push(message)
    this.sizes.push(size)
    this.#came.push(message)
    this.#texts.push(text)
  }

  /** The text of a message that is still the one that came at this place. */
  static textOf(delivery: Delivery, index: number): string | undefined {
    if (!(#texts in delivery)) return undefined
    return delivery.#came[index] === delivery.messages[index] ? delivery.#texts[index] : undefined
  }
}
