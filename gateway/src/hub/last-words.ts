/** What a conversation says when its agent cannot: that it is gone, and that the turn is over. */

import { refusal } from './refusal.js'

/** The updates that end a turn visibly, in the words of the version at hand. */
export function lastWords(notice: string, isAnswered: boolean): readonly object[] {
  const text = { type: 'text', text: notice }
  if (isAnswered) return [{ sessionUpdate: 'agent_message_chunk', content: text }]
  const messageId = globalThis.crypto.randomUUID()
  const { error } = { error: undefined, ...refusal('internal_error', notice) }
  return [
    { sessionUpdate: 'agent_message', messageId, content: [text] },
    { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error },
  ]
}
