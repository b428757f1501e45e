/** Parts of what a client says, taken out of it only where they are what they should be. */

import type { Id } from '@parley/acp/jsonrpc'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldsOf, isFields, withoutOwnMeta } from '../hub/fields.js'

const LONGEST_ID = 256

/** Nothing for what cannot name a request. */
export function idOf(id: unknown): Id | undefined {
  const isName = typeof id === 'string' && id.length <= LONGEST_ID
  return isName || Number.isSafeInteger(id) ? (id as Id) : undefined
}

export function answerIn({ result, error }: Fields): Answer {
  const { code, message, data } = fieldsOf(error)
  if (typeof code === 'number') return { error: { code, message: String(message), data } }
  return { result: isFields(result) ? withoutOwnMeta(result) : (result ?? null) }
}
