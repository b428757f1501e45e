/** A tree of folders as rows: what is open, what was read of it, and which key leads where. */

import type { FolderEntry } from '../state/actions.js'

/** A folder as far as it was read. */
export type Folder =
  | { readonly is: 'reading' }
  | { readonly is: 'failed'; readonly message: string }
  | { readonly is: 'read'; readonly entries: readonly FolderEntry[]; readonly isCut: boolean }

export interface Tree {
  readonly root: string
  readonly folders: ReadonlyMap<string, Folder>
  readonly open: ReadonlySet<string>
}

export interface TreeRow {
  readonly path: string
  readonly name: string
  /** A note says something about the folder it stands in, and cannot be chosen. */
  readonly kind: FolderEntry['kind'] | 'note'
  readonly level: number
  readonly isOpen: boolean
  readonly isIgnored: boolean
  /** Its place among its neighbours, counted from 1, and how many there are. */
  readonly position: number
  readonly size: number
}

export function joinPath(folder: string, name: string): string {
  const separator = folder.includes('\\') ? '\\' : '/'
  return folder.endsWith(separator) ? folder + name : folder + separator + name
}

/** All rows that are to be seen, from the top. */
export function rowsOf(tree: Tree, folder = tree.root, level = 1): readonly TreeRow[] {
  const found = tree.folders.get(folder)
  if (found?.is !== 'read') {
    const words = found?.is === 'failed' ? found.message : 'Reading …'
    return [noteRow(folder, words, level)]
  }
  const entries = found.entries.toSorted(byKindAndName)
  const rows = entries.flatMap((entry, index) => {
    const path = joinPath(folder, entry.name)
    const isOpen = entry.kind === 'folder' && tree.open.has(path)
    const row: TreeRow = {
      ...{ path, name: entry.name, kind: entry.kind, level, isOpen, isIgnored: entry.isIgnored === true },
      ...{ position: index + 1, size: entries.length },
    }
    return isOpen ? [row, ...rowsOf(tree, path, level + 1)] : [row]
  })
  if (found.isCut) return [...rows, noteRow(folder, 'There is more than is shown here.', level)]
  return rows.length > 0 ? rows : [noteRow(folder, 'Empty', level)]
}

function noteRow(folder: string, name: string, level: number): TreeRow {
  return {
    path: `${folder}\n`,
    name,
    kind: 'note',
    level,
    isOpen: false,
    isIgnored: false,
    position: 1,
    size: 1,
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byKindAndName(one: FolderEntry, other: FolderEntry): number {
  const rank = ({ kind }: FolderEntry) => (kind === 'folder' ? 0 : 1)
  return rank(one) - rank(other) || collator.compare(one.name, other.name)
}

export type TreeMove =
  | { readonly is: 'go'; readonly path: string }
  | { readonly is: 'open' | 'close' | 'choose'; readonly path: string }

/** What a key does, as people know it from trees: arrows, Home, End, Enter, or the first letter of a name. */
export function moveFor(
  key: string,
  rows: readonly TreeRow[],
  current: string | undefined,
): TreeMove | undefined {
  const choosable = rows.filter(({ kind }) => kind !== 'note')
  const at = choosable.findIndex(({ path }) => path === current)
  const row = choosable[at]
  const go = (to: TreeRow | undefined): TreeMove | undefined => to && { is: 'go', path: to.path }
  if (key === 'Home') return go(choosable[0])
  if (key === 'End') return go(choosable.at(-1))
  if (key === 'ArrowDown') return go(choosable[at + 1])
  if (key === 'ArrowUp') return go(choosable[Math.max(0, at - 1)])
  if (key.length === 1 && key !== ' ') return go(nextNamed(choosable, at, key))
  return row && moveAt(key, row, choosable)
}

function moveAt(key: string, row: TreeRow, rows: readonly TreeRow[]): TreeMove | undefined {
  const { path, kind, isOpen } = row
  const isFolder = kind === 'folder'
  if (key === 'Enter' || key === ' ')
    return isFolder ? { is: isOpen ? 'close' : 'open', path } : { is: 'choose', path }
  if (key === 'ArrowRight') {
    if (!isFolder) return undefined
    const below = rows[rows.indexOf(row) + 1]
    if (!isOpen) return { is: 'open', path }
    return below && below.level > row.level ? { is: 'go', path: below.path } : undefined
  }
  if (key !== 'ArrowLeft') return undefined
  if (isFolder && isOpen) return { is: 'close', path }
  const above = rows.slice(0, rows.indexOf(row)).findLast(({ level }) => level < row.level)
  return above && { is: 'go', path: above.path }
}

function nextNamed(rows: readonly TreeRow[], at: number, letter: string): TreeRow | undefined {
  const inOrder = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
  return inOrder.find(({ name }) => name.toLowerCase().startsWith(letter.toLowerCase()))
}

/** The folders that must be open for a file to be seen. */
export function foldersAbove(root: string, path: string): readonly string[] {
  const start = joinPath(root, '')
  if (!path.startsWith(start)) return []
  const separator = start.at(-1) ?? '/'
  const names = path.slice(start.length).split(separator).slice(0, -1)
  return names.map((_, index) => start + names.slice(0, index + 1).join(separator))
}
