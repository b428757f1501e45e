/** Parts of what is said to and by a client, taken out of it only where they are what they should be. */

import { boundedLine } from '@parley/acp/guard'
import type { Id } from '@parley/acp/jsonrpc'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, fieldsOf, isFields, withoutOwnMeta } from '../hub/fields.js'
import { AGENT_METHOD } from '../hub/words.js'

const LONGEST_ID = 256
const LONGEST_SHOWN = 40

/** Nothing for what cannot name a request. */
export function idOf(id: unknown): Id | undefined {
  const isName = typeof id === 'string' && id.length <= LONGEST_ID
  return isName || Number.isSafeInteger(id) ? (id as Id) : undefined
}

/** What is wrong with the frame of a call, if anything is. */
export function frameFlaw({ jsonrpc, params }: Fields): string | undefined {
  if (jsonrpc !== '2.0') return `Invalid request: /jsonrpc: expected "2.0", found ${foundIn(jsonrpc)}`
  if (params === undefined || typeof params === 'object') return undefined
  return `Invalid request: /params: expected an object or an array, found a ${typeof params}`
}

function foundIn(value: unknown): string {
  if (typeof value === 'string') return `"${boundedLine(value, LONGEST_SHOWN)}"`
  return value === undefined ? 'nothing' : `a ${typeof value}`
}

export function answerIn({ result, error }: Fields): Answer {
  const { code, message, data } = fieldsOf(error)
  if (typeof code === 'number')
    return { error: { code, message: typeof message === 'string' ? message : '', data } }
  return { result: isFields(result) ? withoutOwnMeta(result) : (result ?? null) }
}

/** Whether it tells a client that the agent has put the session away. */
export function isClosing({ method, params }: Fields): boolean {
  return method === AGENT_METHOD && fieldOf(params, 'state') === 'closed'
}
