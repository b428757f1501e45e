/** The list of conversations in its order: by project, those that need somebody first, then the latest. */

import type { SessionRow } from './session-row.js'

/** A line of the list as it is drawn. */
export type ListItem =
  | { readonly is: 'project'; readonly cwd: string; readonly name: string; readonly count: number }
  | { readonly is: 'archive'; readonly count: number; readonly isOpen: boolean }
  | { readonly is: 'session'; readonly row: SessionRow }

export interface ListWish {
  readonly query: string
  /** Whether these words were said in it, as far as it is open here. */
  readonly wasSaid?: ((row: SessionRow, words: readonly string[]) => boolean) | undefined
  readonly showsArchived: boolean
}

/** The last two parts of a folder's path: enough to know it by. */
export function projectName(cwd: string): string {
  const parts = cwd.split(/[\\/]+/).filter(part => part !== '')
  return parts.slice(-2).join('/') || cwd
}

/** Whether every word of the query stands in its title, its folder, or its agent's name. */
export function matches({ title, cwd, agent, agentTitle }: SessionRow, query: string): boolean {
  const text = `${title}\n${cwd}\n${agent}\n${agentTitle}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

const needs = ({ state }: SessionRow): number => (state === 'needs-you' ? 0 : 1)

// What has no time yet has only just begun, where it is open; else nothing is known of it.
const timeOf = ({ at, isOpen }: SessionRow): number => at ?? (isOpen ? Number.MAX_SAFE_INTEGER : 0)

export function compareRows(one: SessionRow, other: SessionRow): number {
  return needs(one) - needs(other) || timeOf(other) - timeOf(one) || (one.key < other.key ? -1 : 1)
}

export function toListItems(
  rows: readonly SessionRow[],
  { query, showsArchived, wasSaid }: ListWish,
): readonly ListItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isFound = (row: SessionRow): boolean =>
    matches(row, query) || (words.length > 0 && wasSaid?.(row, words) === true)
  const found = rows.filter(row => !row.isEmpty && isFound(row)).sort(compareRows)
  const archived = found.filter(({ isArchived }) => isArchived)
  // Whoever searches wants to find: what was put away is shown, too.
  const isOpen = showsArchived || (query.trim() !== '' && archived.length > 0)
  return [
    ...toProjects(found.filter(({ isArchived }) => !isArchived)),
    ...(archived.length > 0 ? [{ is: 'archive' as const, count: archived.length, isOpen }] : []),
    ...(isOpen ? archived.map(toItem) : []),
  ]
}

const toItem = (row: SessionRow): ListItem => ({ is: 'session', row })

// The rows come in order, so a project stands where its first conversation stands.
function toProjects(rows: readonly SessionRow[]): readonly ListItem[] {
  const projects = new Map<string, SessionRow[]>()
  for (const row of rows) projects.set(row.cwd, [...(projects.get(row.cwd) ?? []), row])
  return [...projects].flatMap(([cwd, members]): readonly ListItem[] => [
    { is: 'project', cwd, name: projectName(cwd), count: members.length },
    ...members.map(toItem),
  ])
}

export function keyOf(item: ListItem): string {
  if (item.is === 'session') return item.row.key
  return item.is === 'project' ? `project ${item.cwd}` : 'archive'
}
