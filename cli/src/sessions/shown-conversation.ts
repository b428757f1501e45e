/** One conversation in a list or at the head of a page: as a row, as JSON, and the command that takes it up again. */

import { sanitizeLine } from '@parley/acp/guard'
import { toIso, toWhen } from '../listing/moment.js'
import type { Column } from '../listing/table.js'
import type { Conversation } from '../record/conversation.js'
import type { Shell } from '../shell.js'
import type { ShelvedConversation } from './library.js'

type Shelved = Pick<ShelvedConversation, 'keeper' | 'folder' | 'isArchived'>

const COLUMNS: readonly Column[] = [
  { name: 'ID' },
  { name: 'AGENT', least: 8 },
  { name: 'WHEN' },
  { name: 'DIRECTORY', least: 12 },
  { name: 'TITLE', least: 16 },
  { name: 'TURNS' },
  { name: 'KEPT' },
]

/** A person need not be told a directory that all have, nor who keeps them where it is this command. */
export function columnsFor(shown: readonly ShelvedConversation[], isHere: boolean): readonly Column[] {
  const implied = [
    ...(isHere ? ['DIRECTORY'] : []),
    ...(shown.every(({ keeper }) => keeper === 'records') ? ['KEPT'] : []),
  ]
  return COLUMNS.map(column => (implied.includes(column.name) ? { ...column, isImplied: true } : column))
}

/** What people call it: its title, else how it began, with its label before it. */
export function titleOf({ label, title, opening }: Conversation): string {
  const name = title ?? opening ?? ''
  return label === undefined ? name : `[${label}] ${name}`.trimEnd()
}

export function toCells(
  conversation: ShelvedConversation,
  short: (id: string) => string,
  { env, stdout }: Pick<Shell, 'env' | 'stdout'>,
): readonly string[] {
  const { id, agent, updated, cwd, turns, keeper, isArchived } = conversation
  const place = stdout.isTTY ? fromHome(cwd, env.HOME) : cwd
  return [
    short(id),
    agent,
    toWhen(updated, stdout),
    place,
    titleOf(conversation),
    String(turns),
    isArchived ? `${keeper}, archived` : keeper,
  ]
}

/** Everything known of it, with times in ISO 8601, and where it is kept unless that is among the records of this command. */
export function toJson(conversation: Conversation & Partial<Shelved>): object {
  const { id, agent, sessionId, cwd, label, title, opening, started, updated, turns } = conversation
  const { keeper, folder, isArchived } = conversation
  const name = title ?? opening
  return {
    ...{ id, agent, sessionId, cwd, ...(label === undefined ? {} : { label }) },
    ...(name === undefined ? {} : { title: name }),
    ...{ started: toIso(started), updated: toIso(updated), turns },
    ...(keeper === undefined || keeper === 'records' ? {} : { keeper, folder, isArchived }),
  }
}

/** The command that goes on with it. What a gateway keeps goes on there. */
export function resumeCommand(
  { id, keeper }: Pick<Conversation, 'id'> & Partial<Shelved>,
  short: (id: string) => string = each => each,
): string {
  if (keeper === 'web') return 'parley web'
  return keeper === 'serve' ? 'parley attach' : `parley run --resume ${short(id)} "…"`
}

/** What stands above a conversation that is shown. */
export function toHead(conversation: ShelvedConversation, short: (id: string) => string): string {
  const { id, agent, sessionId, cwd, started, turns } = conversation
  const lines = [
    ...ownTitle(conversation),
    `${short(id)} with ${agent}, ${turns} ${turns === 1 ? 'turn' : 'turns'}, begun ${toIso(started)} in ${cwd}`,
    `the agent calls it ${sessionId}`,
    ...keptWords(conversation),
  ]
  return `${lines.map(sanitizeLine).join('\n')}\n`
}

function keptWords({ keeper, folder, isArchived }: ShelvedConversation): readonly string[] {
  if (keeper === 'records') return []
  return [`kept by parley ${keeper} in ${folder}${isArchived ? ', in the archive' : ''}`]
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
