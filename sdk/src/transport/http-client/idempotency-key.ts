/** The name under which a server knows one of our messages again. */

import type { Id, Outgoing } from '../../jsonrpc/index.js'

// Beyond this only the ends are looked at: the id and the length tell the rest.
const LONG_CHARACTERS = 64 * 1024

/**
 * A request or an answer has an id, so its text names it: sent again over another link of the same connection it has
 * the same key. A notification may well be said twice in the same words, so `serial` names it.
 */
export function idempotencyKey(message: Outgoing, text: string, serial: string): string {
  if (Array.isArray(message) || !('id' in message)) return `n-${serial}`
  const kind = 'method' in message ? 'q' : 'a'
  return `${kind}-${wordOf(message.id)}-${text.length}-${sumOf(text).toString(36)}`
}

function wordOf(id: Id | null): string {
  if (typeof id === 'number') return String(id)
  return String(id)
    .replace(/[^\w-]/g, '')
    .slice(0, 64)
}

function sumOf(text: string): number {
  const half = LONG_CHARACTERS / 2
  const looked = text.length > LONG_CHARACTERS ? text.slice(0, half) + text.slice(-half) : text
  let low = 0x811c9dc5
  let high = 0x1b873593
  for (let index = 0; index < looked.length; index++) {
    const code = looked.charCodeAt(index)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0)
}
