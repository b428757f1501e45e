/** An event of a session as an entry of the store: what was said, by whom, and how turns ended. */

import type { Entry, KeptStopReason } from '@parley/acp/store'
import type { HubEvent } from './event.js'
import { fieldOf, isFields } from './fields.js'
import { UPDATE_METHOD } from './words.js'

type Update = Extract<Entry, { kind: 'update' }>['update']

/** Nothing for what is no part of the conversation. An agent of version 2 tells itself what was asked, and when it rests. */
export function toEntry(event: HubEvent, protocol: number, place: number): Entry | undefined {
  const contract = protocol === 2 ? 'v2-unstable' : 'v1-unstable'
  if (event.type === 'told' || event.type === 'echo') {
    const update = event.method === UPDATE_METHOD ? fieldOf(event.params, 'update') : undefined
    // What the gateway shows others of a prompt stands in the prompt.
    const isShown = event.type === 'told' || fieldOf(update, 'sessionUpdate') !== 'user_message_chunk'
    return isUpdate(update) && isShown ? { kind: 'update', contract, update } : undefined
  }
  if (protocol === 2) return undefined
  if (event.type === 'response') return { kind: 'end', stopReason: stopReasonOf(event.answer) }
  if (event.type !== 'prompt') return undefined
  const { prompt } = event.params
  return Array.isArray(prompt)
    ? { kind: 'prompt', contract, messageId: `prompt-${place}`, content: prompt }
    : undefined
}

/** What the agent told was held against the schema when it came; notices are for the moment. */
function isUpdate(value: unknown): value is Update {
  const kind = fieldOf(value, 'sessionUpdate')
  return isFields(value) && typeof kind === 'string' && kind !== 'notice'
}

function stopReasonOf(answer: Extract<HubEvent, { type: 'response' }>['answer']): KeptStopReason {
  const reason = 'result' in answer ? fieldOf(answer.result, 'stopReason') : undefined
  // Whichever word it is, it came as one of these.
  return typeof reason === 'string' ? (reason as KeptStopReason) : 'error'
}
