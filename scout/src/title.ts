/** What a conversation is called when nobody named it: its first message, short and fit to be shown. */

import type { Session } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'

const MOST_CHARACTERS = 60
const MOST_LOOKED_AT = 1_000

/** The title of a conversation that begins with this text; nothing when there is no text to take it from. */
export function titleOf(text: string): string | undefined {
  const line = text.slice(0, MOST_LOOKED_AT).replaceAll(/\s+/g, ' ').trim()
  return boundedLine(line, MOST_CHARACTERS) || undefined
}

/** Names the conversation after this message, unless it has a name. */
export async function nameAfter(session: Session, text: string): Promise<void> {
  const title = session.title === undefined ? titleOf(text) : undefined
  if (title !== undefined) await session.setTitle(title)
}
