/** Where scout keeps its sessions: apart from those of other agents, by the XDG convention. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The folder, unless the user names another one. */
export function sessionFolder(env: NodeJS.ProcessEnv = process.env): string {
  const named = env.XDG_STATE_HOME
  // The convention says that a relative path is to be ignored.
  const state = named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local', 'state')
  return join(state, 'parley', 'scout', 'sessions')
}
