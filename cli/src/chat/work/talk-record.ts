/** What this side keeps of conversations, as those that go on need it: which one is meant, what was said, a copy to go on with. */

import { cutBytes } from '@parley/acp/guard'
import type { Version } from '@parley/acp/protocol'
import { forkSession, type KeptEntry } from '@parley/acp/store'
import type { ContentBlock, ThreadUpdate } from '@parley/acp/thread'
import type { Conversation } from '../../record/conversation.js'
import { demand } from '../../record/find-conversation.js'
import { openRecorder } from '../../record/open-recorder.js'
import type { OpenRecorder, RecordPlace } from '../../record/record.js'
import { allConversations, newHeader, withShelf } from '../../record/shelf.js'
import { toPage } from '../../sessions/show.js'
import { titleOf } from '../../sessions/shown-conversation.js'
import { wholeMessages } from '../../sessions/whole-messages.js'
import type { Shell } from '../../shell.js'
import type { HistoryEvent } from '../event.js'
import { withLooked } from './last-looked.js'

const MOST_TEXT_BYTES = 256 * 1024
// Of a longer conversation the end is read.
const MOST_ENTRIES = 500_000

/** Which conversation somebody means. */
export interface Wanted {
  /** Its id, how it begins, its name here, or `last`. */
  readonly id: string
  readonly cwd: string
  /** Only those with this agent. */
  readonly agent?: string | undefined
}

/** Rejects with how to find it where there is none. */
export function findConversation({ id, cwd, agent }: Wanted, shell: Shell): Promise<Conversation> {
  return withShelf(shell, async journal => {
    const found = await allConversations(journal)
    const all = id === 'last' ? await withLooked(found, cwd, shell) : found
    return demand(id, agent === undefined ? all : all.filter(each => each.agent === agent), cwd)
  })
}

/** What was said, with messages whole; of what is not there, nothing. */
export async function readHistory(id: string, shell: Shell): Promise<readonly HistoryEvent[]> {
  const events: HistoryEvent[] = []
  for (const entry of wholeMessages(await readEntries(id, shell))) {
    // It was written down as it came, and passed the same checks then as what comes now.
    if (entry.kind === 'prompt')
      events.push({ is: 'prompt', content: entry.content as readonly ContentBlock[] })
    if (entry.kind === 'update') events.push({ is: 'update', update: entry.update as ThreadUpdate })
    if (entry.kind === 'end') events.push({ is: 'end', stopReason: entry.stopReason })
  }
  return events
}

/** A conversation as text that can be sent along, and what to call it. */
export async function readAsText(
  id: string,
  shell: Shell,
): Promise<{ readonly name: string; readonly text: string }> {
  const conversation = await findConversation({ id, cwd: shell.cwd }, shell)
  const entries = await readEntries(conversation.id, shell)
  const page = await toPage(conversation, entries, { format: 'markdown', thoughts: false })
  const text = cutBytes(page, MOST_TEXT_BYTES)
  const isCut = text.length < page.length
  return {
    name: titleOf(conversation) || conversation.id,
    text: isCut ? `${text}\n\n(The rest of this conversation was left out.)\n` : text,
  }
}

/** Told anew whenever a conversation is taken up: outside of turns it is nothing that was said. */
export const isSurrounding = ({ sessionUpdate }: { readonly sessionUpdate: string }): boolean =>
  SURROUNDINGS.has(sessionUpdate)

const SURROUNDINGS: ReadonlySet<string> = new Set([
  ...['available_commands_update', 'config_option_update', 'current_mode_update', 'usage_update'],
])

/** Writes down what is said from now on. What goes wrong with that is told, and the conversation goes on. */
export function beginRecord({
  version,
  env,
  warn,
  ...recorded
}: {
  readonly agent: string
  readonly sessionId: string
  readonly cwd: string
  readonly version: Version
  readonly env: NodeJS.ProcessEnv
  readonly warn: (message: string) => void
} & RecordPlace): Promise<OpenRecorder> {
  const stderr = { write: (text: string) => warn(text.replace(/^parley: /, '').trim()) }
  const contract = version === 2 ? 'v2-unstable' : 'v1-unstable'
  return openRecorder({ ...recorded, contract }, { env, stderr })
}

/** Begins the record of a conversation that was forked with everything that the first one holds; resolves to its id. */
export async function copyRecord(
  source: Conversation,
  forked: { readonly sessionId: string; readonly cwd: string },
  shell: Shell,
): Promise<string> {
  return withShelf(shell, async journal => {
    const { agent, turns, opening, title } = source
    const header = await newHeader(journal, { agent, ...forked })
    const facts = { ...header.facts, turns, ...(opening === undefined ? {} : { opening }) }
    const log = await forkSession(journal, source.id, { ...header, facts, title })
    // The copy brings the label along, which is that of the first one, and the time of its last turn.
    try {
      await log.append({ kind: 'info', facts: { label: '', lastAt: Date.now() } })
    } finally {
      await log.release()
    }
    return header.id
  })
}

function readEntries(id: string, shell: Shell): Promise<readonly KeptEntry[]> {
  return withShelf(shell, async journal => {
    let entries: KeptEntry[] = []
    for await (const entry of journal.read(id)) {
      entries.push(entry)
      if (entries.length >= 2 * MOST_ENTRIES) entries = entries.slice(-MOST_ENTRIES)
    }
    return entries
  })
}
