/** Which keys a line of a policy may have, by its action, and which it must have before it may allow anything. */

import type { ActionName } from './action.js'

const KEYS: Readonly<Record<ActionName, readonly string[]>> = {
  'fs.read': ['path'],
  'fs.write': ['path'],
  'fs.delete': ['path'],
  'fs.move': ['path'],
  'terminal.exec': ['argv', 'cwd', 'env'],
  'net.fetch': ['url', 'host'],
  'mcp.call': ['server', 'tool', 'schema'],
  'mcp.start': ['server'],
  'agent.mode': ['mode'],
  'agent.claimed': ['kind'],
}

/** What a line that allows must name; of the words between bars, one. */
const NEEDS: Readonly<Record<ActionName, readonly string[]>> = {
  'fs.read': ['path'],
  'fs.write': ['path'],
  'fs.delete': ['path'],
  'fs.move': ['path'],
  'terminal.exec': ['argv'],
  'net.fetch': ['url|host'],
  'mcp.call': ['server', 'tool'],
  'mcp.start': ['server'],
  'agent.mode': ['mode'],
  'agent.claimed': [],
}

const NAMES = Object.keys(KEYS) as readonly ActionName[]

/** The actions that a word of a policy stands for; none when there is no such action. */
export function actionsNamed(word: string): readonly ActionName[] {
  if (word === '*') return NAMES
  if (!word.endsWith('.*')) return NAMES.filter(name => name === word)
  return NAMES.filter(name => name.startsWith(word.slice(0, -1)))
}

/** Every word a policy may have for an action. */
export const ACTION_WORDS = `one of ${NAMES.join(', ')}, or a family such as fs.*, or *`

/** The keys that every one of these actions knows. */
export const keysOf = (actions: readonly ActionName[]): readonly string[] =>
  (KEYS[actions[0] ?? 'agent.claimed'] ?? []).filter(key =>
    actions.every(action => KEYS[action].includes(key)),
  )

/** The keys without which a line cannot allow these actions. */
export const needsOf = (actions: readonly ActionName[]): readonly string[] => [
  ...new Set(actions.flatMap(action => NEEDS[action])),
]
