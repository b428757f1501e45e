/** Parts of what is said to and by a client, taken out of it only where they are what they should be. */

import type { Id } from '@parley/acp/jsonrpc'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, fieldsOf, isFields, withoutOwnMeta } from '../hub/fields.js'
import { AGENT_METHOD } from '../hub/words.js'

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

/** Whether it tells a client that the agent has put the session away. */
export function isClosing({ method, params }: Fields): boolean {
  return method === AGENT_METHOD && fieldOf(params, 'state') === 'closed'
}
