/** Where sessions of a gateway may work, in lines for whoever starts it. */

import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

const MOST_ROOTS = 3

/** Where the gateway is started, and where its config is, or could be. */
export interface RootSurroundings {
  readonly cwd: string
  readonly config: string
  /** Whether there is such a file. */
  readonly isWritten: boolean
}

/** Where sessions may work: whoever types what is proposed below does so in this folder. */
export function rootLines(roots: readonly string[], around: RootSurroundings): readonly string[] {
  if (roots.length === 0) return []
  const named = roots.slice(0, MOST_ROOTS).join(', ')
  const more = roots.length > MOST_ROOTS ? ` and ${roots.length - MOST_ROOTS} more` : ''
  const isInside = roots.some(root => {
    const way = relative(realPath(root), realPath(around.cwd))
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  })
  return [`sessions work in folders inside ${named}${more}`, ...(isInside ? [] : [cureOf(roots, around)])]
}

/** All roots are written down: those of a config stand in the place of the usual ones. */
function cureOf(roots: readonly string[], { cwd, config, isWritten }: RootSurroundings): string {
  const whole = `"roots": ${JSON.stringify([...roots, cwd])}`
  const change = isWritten
    ? `add this folder to "roots" in ${config}${roots.length > MOST_ROOTS ? '' : ` (${whole})`}`
    : `write { "version": 1, ${whole} } to ${config}`
  return `this folder is outside of them: run the command below from inside one, or ${change} and start again`
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
