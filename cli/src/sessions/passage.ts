/** What can be found in a conversation: every text that somebody wrote in it, with who wrote it and in which turn. */

import type { KeptEntry } from '@parley/acp/store'

export interface Passage {
  readonly turn: number
  readonly at: number
  /** Who wrote it, or what it is a part of: user, agent, thought, tool, plan. */
  readonly where: string
  readonly text: string
}

const WHERE: Readonly<Record<string, string>> = {
  user_message_chunk: 'user',
  user_message: 'user',
  agent_message_chunk: 'agent',
  agent_message: 'agent',
  agent_thought_chunk: 'thought',
  agent_thought: 'thought',
}
/** Lists that an agent sends again and again, and that nobody said. */
const SURROUNDINGS: ReadonlySet<string> = new Set([
  ...['available_commands_update', 'config_option_update', 'current_mode_update', 'usage_update'],
])
const TEXT_NAMES: ReadonlySet<string> = new Set([
  ...['text', 'title', 'description', 'content', 'path', 'uri', 'name', 'command'],
  ...['oldText', 'newText', 'diff', 'output', 'message', 'summary'],
])
const MOST_LEVELS = 32

/** The passages of a conversation whose messages are whole. */
export function* passagesOf(entries: Iterable<KeptEntry>): Generator<Passage> {
  let turn = 0
  let isAsking = false
  for (const entry of entries) {
    const where = whereIs(entry)
    // In a record of what an agent told again there are no prompts, only what the user said.
    const begins = entry.kind === 'prompt' || (where === 'user' && !isAsking)
    isAsking = where === 'user'
    if (begins) turn++
    if (where === undefined) continue
    const text = textsIn(entry.kind === 'prompt' ? { content: entry.content } : entry).join('\n')
    if (text !== '') yield { turn, at: entry.at, where, text }
  }
}

function whereIs(entry: KeptEntry): string | undefined {
  if (entry.kind === 'prompt') return 'user'
  if (entry.kind !== 'update' || SURROUNDINGS.has(entry.update.sessionUpdate)) return undefined
  const kind: string = entry.update.sessionUpdate
  return (Object.hasOwn(WHERE, kind) ? WHERE[kind] : undefined) ?? kind.split('_')[0]
}

/** Every text under a name that holds text, however deep. */
function textsIn(value: unknown, name = '', level = 0): readonly string[] {
  if (typeof value === 'string') return TEXT_NAMES.has(name) ? [value] : []
  if (typeof value !== 'object' || value === null || level > MOST_LEVELS) return []
  if (Array.isArray(value)) return value.flatMap((each: unknown) => textsIn(each, name, level + 1))
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, key, level + 1))
}
