/** The words of a piece of what an agent says: they stream by in great numbers, and whoever stands between looks at none. */

import { isFields } from '../schema/fields.js'

/** The text of an update that is such a piece; undefined for any other. */
export function spokenWords(update: unknown): string | undefined {
  if (!isFields(update)) return undefined
  const { sessionUpdate, content } = update
  if (sessionUpdate !== 'agent_message_chunk' && sessionUpdate !== 'agent_thought_chunk') return undefined
  if (!isFields(content) || content.type !== 'text') return undefined
  return typeof content.text === 'string' ? content.text : undefined
}
