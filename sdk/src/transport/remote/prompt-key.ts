/** Names what must not be carried out twice, so that it can be said again when nobody knows whether it was heard. */

import type { Outgoing } from '../../jsonrpc/index.js'
import { KEY_META } from '../../protocol/remote.js'
import { isPrompt } from '../../protocol/scope.js'

interface Bag {
  readonly [name: string]: unknown
}

/** The same message with a name of its own; nothing where it needs none or has one. */
export function named(message: Outgoing): Outgoing | undefined {
  if (!('method' in message && 'id' in message && isPrompt(message.method))) return undefined
  const params = toBag(message.params)
  const meta = toBag(params._meta)
  if (Object.hasOwn(meta, KEY_META)) return undefined
  return { ...message, params: { ...params, _meta: { ...meta, [KEY_META]: globalThis.crypto.randomUUID() } } }
}

function toBag(value: unknown): Bag {
  return typeof value === 'object' && value !== null ? (value as Bag) : {}
}
