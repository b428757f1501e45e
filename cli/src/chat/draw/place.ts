/** Paths as they are shown: short where it is clear what is meant. */

import { cleanTitle } from './clean-text.js'

export interface Paths {
  /** Paths in it are shown without it. */
  readonly cwd: string
  readonly home: string
}

/** A path of others, cleaned. */
export function toPlace(path: string, { cwd, home }: Paths): string {
  const inside = below(path, cwd)
  if (inside !== undefined) return cleanTitle(inside === '' ? '.' : inside)
  const atHome = below(path, home)
  return cleanTitle(atHome === undefined ? path : atHome === '' ? '~' : `~/${atHome}`)
}

/** What is left of a path below a directory; nothing where it is elsewhere. */
function below(path: string, directory: string): string | undefined {
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
