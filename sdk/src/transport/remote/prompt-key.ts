/** Names what must not be carried out twice, so that it can be said again when nobody knows whether it was heard. */

import type { Outgoing } from '../../jsonrpc/index.js'
import { KEY_META } from '../../protocol/remote.js'
import { isPrompt } from '../../protocol/scope.js'

interface Bag {
  readonly [name: string]: unknown
}

/** The names that one client gives: a random one for itself, and a number. */
export class PromptKeys {
  #prefix: string | undefined
  #count = 0

  /** The text of the same message with a name of its own; the same text where it needs none or has one. */
  textOf(message: Outgoing, text: string): string {
    if (!('method' in message && 'id' in message && isPrompt(message.method))) return text
    const params = toBag(message.params)
    if (params._meta === undefined) return this.#inserted(message, text) ?? this.#rewritten(message, params)
    return Object.hasOwn(toBag(params._meta), KEY_META) ? text : this.#rewritten(message, params)
  }

  /**
   * Put in front of the params where the text is as our encoder writes it: a prompt may be long, and would else be
   * copied and written a second time.
   */
  #inserted(
    { id, method }: { readonly id: unknown; readonly method: string },
    text: string,
  ): string | undefined {
    const before = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"${method}","params":{`
    if (!text.startsWith(`${before}"`)) return undefined
    return `${before}"_meta":{"${KEY_META}":"${this.#next()}"},${text.slice(before.length)}`
  }

  #rewritten(message: Outgoing, params: Bag): string {
    const _meta = { ...toBag(params._meta), [KEY_META]: this.#next() }
    return JSON.stringify({ ...message, params: { ...params, _meta } })
  }

  #next(): string {
    this.#prefix ??= globalThis.crypto.randomUUID()
    return `${this.#prefix}.${++this.#count}`
  }
}

function toBag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}
