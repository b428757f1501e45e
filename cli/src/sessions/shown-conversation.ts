/** One conversation in a list or at the head of a page: as a row, as JSON, and the command that takes it up again. */

import { sanitizeLine } from '@parley/acp/guard'
import { toIso, toWhen } from '../listing/moment.js'
import type { Column } from '../listing/table.js'
import type { Conversation } from '../record/conversation.js'
import type { Shell } from '../shell.js'

export const COLUMNS: readonly Column[] = [
  { name: 'ID' },
  { name: 'AGENT', least: 8 },
  { name: 'WHEN' },
  { name: 'DIRECTORY', least: 12 },
  { name: 'TITLE', least: 16 },
  { name: 'TURNS' },
]

/** The same where all are of one directory. */
export const COLUMNS_HERE: readonly Column[] = COLUMNS.map(column =>
  column.name === 'DIRECTORY' ? { ...column, isImplied: true } : column,
)

/** What people call it: its title, else how it began, with its label before it. */
export function titleOf({ label, title, opening }: Conversation): string {
  const name = title ?? opening ?? ''
  return label === undefined ? name : `[${label}] ${name}`.trimEnd()
}

export function toCells(
  conversation: Conversation,
  short: (id: string) => string,
  { env, stdout }: Pick<Shell, 'env' | 'stdout'>,
): readonly string[] {
  const { id, agent, updated, cwd, turns } = conversation
  const place = stdout.isTTY ? fromHome(cwd, env.HOME) : cwd
  return [short(id), agent, toWhen(updated, stdout), place, titleOf(conversation), String(turns)]
}

/** Everything known of it, with times in ISO 8601. */
export function toJson(conversation: Conversation): object {
  const { id, agent, sessionId, cwd, label, title, opening, started, updated, turns } = conversation
  const name = title ?? opening
  return {
    ...{ id, agent, sessionId, cwd, ...(label === undefined ? {} : { label }) },
    ...(name === undefined ? {} : { title: name }),
    ...{ started: toIso(started), updated: toIso(updated), turns },
  }
}

/** The command that goes on with it. */
export function resumeCommand(id: string): string {
  return `parley run --resume ${id} "…"`
}

/** What stands above a conversation that is shown. */
export function toHead(conversation: Conversation, short: (id: string) => string): string {
  const { id, agent, sessionId, cwd, started, turns } = conversation
  const lines = [
    ...ownTitle(conversation),
    `${short(id)} with ${agent}, ${turns} ${turns === 1 ? 'turn' : 'turns'}, begun ${toIso(started)} in ${cwd}`,
    `the agent calls it ${sessionId}`,
  ]
  return `${lines.map(sanitizeLine).join('\n')}\n`
}

/** A title that only repeats how the first prompt begins is read there. */
function ownTitle(conversation: Conversation): readonly string[] {
  const { label, title, opening = '' } = conversation
  const isOwn =
    title !== undefined && !sanitizeLine(opening).startsWith(sanitizeLine(title).replace(/…$/, ''))
  return isOwn ? [titleOf(conversation)] : label === undefined ? [] : [`[${label}]`]
}

function fromHome(path: string, home: string | undefined): string {
  if (home === undefined || home === '' || home === '/') return path
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
