/** `parley sessions fork`: a second conversation that begins where one is now, at the agent and on this side. */

import { forkSession } from '@parley/acp/store'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toConversation } from '../record/conversation.js'
import { newHeader } from '../record/shelf.js'
import type { Shell } from '../shell.js'
import { demandOwn, withLibrary } from './library.js'
import { resumeCommand, toJson } from './shown-conversation.js'
import { ask, visit } from './visit.js'

export interface ForkOptions {
  readonly format: 'text' | 'json'
}

export async function forkConversation(wanted: string, options: ForkOptions, shell: Shell): Promise<number> {
  const forked = await withLibrary(shell, async (library, journal) => {
    const source = demandOwn(wanted, await library.all(), shell.cwd)
    const { agent, sessionId, cwd, turns, opening, title } = source
    const newId = await visit(agent, { shell, unstable: true }, client =>
      ask(agent, 'fork a conversation', async () => (await client.session(sessionId, { cwd }).fork()).id),
    )
    const header = await newHeader(journal, { agent, sessionId: newId, cwd })
    const facts = { ...header.facts, turns, ...(opening === undefined ? {} : { opening }) }
    const log = await forkSession(journal, source.id, { ...header, facts, title })
    // The copy brings the label along, which is that of the first one, and the time of its last turn.
    try {
      await log.append({ kind: 'info', facts: { label: '', lastAt: Date.now() } })
    } finally {
      await log.release()
    }
    return toConversation(await journal.find(header.id))
  })
  const text = `${forked.id}\nTo go on with it: ${resumeCommand(forked)}\n`
  await print(shell.stdout, options.format === 'json' ? toSafeJsonText(toJson(forked)) : text)
  return EXIT.ok
}
