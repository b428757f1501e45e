/** What is being written at the cursor that can be completed: a command at the beginning, or a file behind `@`. */

import type { SessionCommand } from '@parley/acp/client'
import { toMention } from './mention.js'

/** The part of the text that would be replaced, and what was typed of it. */
export interface Completing {
  readonly is: 'command' | 'file'
  readonly query: string
  readonly start: number
  readonly end: number
}

/** One of the things that are offered. */
export interface Offer {
  readonly id: string
  readonly label: string
  readonly hint?: string | undefined
  readonly description?: string | undefined
  /** What stands in the text when it is taken. */
  readonly insert: string
}

const COMMAND = /^\/(\S*)$/
const FILE = /(?:^|\s)@(?:"([^"\n]*)|([^\s"]*))$/

export function completingAt(text: string, cursor: number): Completing | undefined {
  const before = text.slice(0, cursor)
  const command = COMMAND.exec(before)
  if (command !== null)
    return { is: 'command', query: command[1] ?? '', start: 0, end: wordEnd(text, cursor) }
  const file = FILE.exec(before)
  if (file === null) return undefined
  const query = file[1] ?? file[2] ?? ''
  const start = before.lastIndexOf('@', cursor - query.length)
  return { is: 'file', query, start, end: file[1] === undefined ? wordEnd(text, cursor) : cursor }
}

function wordEnd(text: string, cursor: number): number {
  const rest = /^\S*/.exec(text.slice(cursor))
  return cursor + (rest?.[0].length ?? 0)
}

/** Commands whose name begins so come first, then those that hold it, then those that only speak of it. */
export function offerCommands(commands: readonly SessionCommand[], query: string): readonly Offer[] {
  const wanted = query.toLowerCase()
  const rank = ({ name, description }: SessionCommand): number => {
    const at = name.toLowerCase().indexOf(wanted)
    if (at >= 0) return at === 0 ? 0 : 1
    return wanted.length > 1 && description.toLowerCase().includes(wanted) ? 2 : -1
  }
  return commands
    .map(command => ({ command, rank: rank(command) }))
    .filter(each => each.rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .map(({ command: { name, description, hint } }) => ({
      id: name,
      label: `/${name}`,
      ...{ hint, description },
      insert: `/${name} `,
    }))
}

/** Paths in the order in which they came, the best first. */
export function offerFiles(paths: readonly string[], cwd: string): readonly Offer[] {
  return paths.map(path => {
    const shown = relativeTo(cwd, path)
    const cut = shown.lastIndexOf('/', shown.length - 2) + 1
    return {
      id: shown,
      label: shown.slice(cut),
      description: cut > 0 ? shown.slice(0, cut) : undefined,
      insert: `${toMention(shown)} `,
    }
  })
}

export function relativeTo(cwd: string, path: string): string {
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`
  return path.startsWith(folder) && path !== folder ? path.slice(folder.length) : path
}

/** The text with an offer in the place of what was typed, and where the cursor is then. */
export function complete(
  text: string,
  { start, end }: Completing,
  { insert }: Offer,
): { readonly text: string; readonly cursor: number } {
  const rest = text.slice(end)
  const isSpaced = /^\s/.test(rest)
  const inserted = isSpaced ? insert.trimEnd() : insert
  return {
    text: text.slice(0, start) + inserted + rest,
    cursor: start + inserted.length + (isSpaced ? 1 : 0),
  }
}
