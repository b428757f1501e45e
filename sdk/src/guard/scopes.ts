/** How long a yes to an action may last at most. What is dangerous, or was checked by nobody, is asked about every time. */

import { isFitForDisplay } from '../text/index.js'
import type { Action, Execute, FileWrite } from './action.js'
import type { Circumstances } from './circumstances.js'
import type { Scope } from './decision.js'
import { isInside } from './place.js'
import { isRiskyProgram, mentionsRiskyProgram } from './program.js'
import { placesOf } from './protected-paths.js'

const ONCE: readonly Scope[] = ['once']
const SESSION: readonly Scope[] = ['once', 'session']
const WORKSPACE: readonly Scope[] = ['once', 'session', 'workspace']
const ALWAYS: readonly Scope[] = ['once', 'session', 'workspace', 'always']

/** More files than this are never deleted on a word that was given before. */
const MOST_DELETED = 20

function scopesOfProgram({ argv, isShell, cwd, env }: Execute): readonly Scope[] {
  if (!isInside(cwd)) return ONCE
  // Whichever word is the text: behind it others may stand that only name its parts.
  if (isShell) return argv.slice(1).some(mentionsRiskyProgram) ? ONCE : SESSION
  if (isRiskyProgram(argv)) return ONCE
  // Values of variables may be secrets, and what lasts longer than a session is written to a disk.
  return Object.keys(env).length > 0 ? SESSION : ALWAYS
}

/** What is to stand there cannot be seen whole: nobody knows what the next such text would hold. */
export const hidesText = ({ text }: FileWrite): boolean => text !== undefined && !isFitForDisplay(text)

function longest(action: Action): readonly Scope[] {
  if (!placesOf(action).every(isInside)) return ONCE
  switch (action.action) {
    case 'fs.read':
    case 'mcp.call':
      return ALWAYS
    case 'fs.write':
      return hidesText(action) ? ONCE : ALWAYS
    case 'fs.delete':
      return action.isFolder || action.at.length > MOST_DELETED ? ONCE : WORKSPACE
    case 'terminal.exec':
      return scopesOfProgram(action)
    case 'fs.move':
    case 'net.fetch':
    case 'agent.mode':
      return WORKSPACE
    default:
      return ONCE
  }
}

/** How long a yes may last, the shortest first, when nothing demands that it be asked for every time. */
export function scopesOf(action: Action, { workspace }: Pick<Circumstances, 'workspace'>): readonly Scope[] {
  const scopes = longest(action)
  return workspace === undefined ? scopes.filter(scope => scope !== 'workspace') : scopes
}
