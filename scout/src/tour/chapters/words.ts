/** How an agent speaks: messages and thoughts in pieces, an echo, the name of the conversation, the commands. */

import { randomUUID } from 'node:crypto'
import type { Turn } from '@parley/acp/agent'
import type { Chapter } from '../chapter.js'
import { tellNewer } from '../newer-words.js'

export const words: Chapter = {
  name: 'words',
  title: 'Hear how I speak, and how I think',
  priority: 'high',
  needsProject: false,
  async visit(journey) {
    const { turn } = journey
    for (const piece of ['A visitor. ', 'First how I speak, then what I can do.']) await turn.think(piece)
    await journey.say('What I say comes in pieces, ')
    await turn.say('and your client puts them together. Before this you may have seen a thought of mine.')
    const isTakenBack = await echo(turn)
    await journey.say(
      'I have just told your client your own words, as is done when a conversation is loaded again.',
    )
    if (isTakenBack) await turn.say(' Then I took them back, so that they stand here only once.')
    correct(turn)
    await nameConversation(turn)
    const commands = turn.session.commands.map(({ name }) => `/${name}`)
    await journey.say(
      `This conversation has a name now, and your client knows the commands I offer: ${commands.join(', ') || 'none'}.`,
    )
    journey.note('Spoke, thought and repeated what the visitor said.')
  },
}

/** The visitor's words, as a replay would tell them. Where messages can be changed it is taken back: once is enough. */
async function echo(turn: Turn): Promise<boolean> {
  const messageId = randomUUID()
  for (const content of turn.blocks)
    await turn.update({ sessionUpdate: 'user_message_chunk', messageId, content })
  return tellNewer(turn, { sessionUpdate: 'user_message', messageId, content: [] })
}

/** The newer version can put right what was said; the older one has no words for it. */
function correct(turn: Turn): void {
  const tell = (sessionUpdate: 'agent_thought' | 'agent_message', messageId: string, text: string): boolean =>
    tellNewer(turn, { sessionUpdate, messageId, content: [{ type: 'text', text }] })
  for (const kind of ['agent_thought', 'agent_message'] as const) {
    const messageId = randomUUID()
    if (!tell(kind, messageId, 'This was said with a misteak.')) return
    tell(kind, messageId, 'This was said with a mistake, and put right in its place.')
  }
}

async function nameConversation({ session }: Turn): Promise<void> {
  // A name that was given before stays.
  await session.setTitle(session.title ?? 'A tour of the protocol')
  await session.setCommands(session.commands)
}
