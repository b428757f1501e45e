/** Where sessions of a gateway may work, in lines for whoever starts it. */

import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

const MOST_ROOTS = 3

/** Where sessions may work: whoever types what is proposed below does so in this folder. */
export function rootLines(roots: readonly string[], cwd: string): readonly string[] {
  if (roots.length === 0) return []
  const named = roots.slice(0, MOST_ROOTS).join(', ')
  const more = roots.length > MOST_ROOTS ? ` and ${roots.length - MOST_ROOTS} more` : ''
  const isInside = roots.some(root => {
    const way = relative(realPath(root), realPath(cwd))
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  })
  const cure = `this folder is not: talk with it from one that is, or put this one into "roots" of its config`
  return [`sessions work in folders inside ${named}${more}`, ...(isInside ? [] : [cure])]
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
