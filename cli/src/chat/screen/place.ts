/** Paths for people: short where it is clear what is meant. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import { endToWidth } from './width.js'

export interface Paths {
  /** Paths in it are shown without it; empty where there is none. */
  readonly cwd: string
  readonly home: string
}

const MOST_CHARACTERS = 400
const MOST_OF_END = 1_000

/** A path of others, cleaned. */
export function toPlace(path: string, paths: Paths): string {
  return boundedLine(shortPath(path, paths), MOST_CHARACTERS)
}

/** The same, at most so many columns wide: of a long one its end. */
export function toNarrowPlace(path: string, paths: Paths, columns: number): string {
  return endToWidth(sanitizeLine(shortPath(path, paths).slice(-MOST_OF_END)), columns, '…')
}

/** Not cleaned. */
export function shortPath(path: string, { cwd, home }: Paths): string {
  const inside = pathBelow(path, cwd)
  if (inside !== undefined) return inside === '' ? '.' : inside
  const atHome = pathBelow(path, home)
  return atHome === undefined ? path : atHome === '' ? '~' : `~/${atHome}`
}

/** What is left of a path below a directory; nothing where it is elsewhere. */
export function pathBelow(path: string, directory: string): string | undefined {
  const base = directory.replace(/[/\\]$/, '')
  if (base === '' || !path.startsWith(base)) return undefined
  const rest = path.slice(base.length)
  return rest === '' || /^[/\\]/.test(rest) ? rest.slice(1) : undefined
}

/** The words of others with the paths in them as they are shown: agents name files whole, or from the root without its stroke. */
export function shortened(text: string, { cwd, home }: Paths): string {
  return withoutFolder(withoutFolder(text, cwd, ''), home, '~/')
}

function withoutFolder(text: string, folder: string, instead: string): string {
  const base = folder.replace(/[/\\]$/, '')
  if (base.length < 2) return text
  return [`${base}/`, `${base.slice(1)}/`].reduce((before, name) => {
    const [first = '', ...rest] = before.split(name)
    return rest.reduce((done, part) => done + (isWithinPath(done) ? name : instead) + part, first)
  }, text)
}

/** What follows is no path of its own. */
const isWithinPath = (before: string): boolean => /[\w./~-]$/.test(before)
