/** Which policies and which memory hold for somebody who starts an agent in a directory. */

import { resolve } from 'node:path'
import type { AgentIdentity } from '@parley/acp/guard'
import { type Foresight, foresee, type GrantMemory, grantMemory, type Notice } from '@parley/acp/node'
import { configFile, stateFolder } from '../own-folder.js'
import type { Shell } from '../shell.js'

export interface PlaceOptions {
  readonly cwd?: string | undefined
  /** Another policy file of the user's. */
  readonly policy?: string | undefined
  /** The agent, `name` or `name@version`. */
  readonly agent?: string | undefined
}

/** The files of the two policies: the user's, and the project's. */
export function policyFiles(options: PlaceOptions, shell: Shell): { user: string; project: string } {
  const { policy, cwd = '.' } = options
  return {
    user: policy === undefined ? configFile('policy.json', shell) : resolve(shell.cwd, policy),
    project: resolve(shell.cwd, cwd, '.acp/policy.json'),
  }
}

/** What was allowed for longer than once. */
export function memory(shell: Shell): GrantMemory {
  return grantMemory({ folder: stateFolder('permissions', shell) })
}

/** What a host would go by there; it is told whether somebody could be asked. */
export function look(options: PlaceOptions, shell: Shell, canAsk = true): Promise<Foresight> {
  const agent = options.agent === undefined ? undefined : toIdentity(options.agent)
  const { user } = policyFiles(options, shell)
  return foresee({
    ...{ roots: [resolve(shell.cwd, options.cwd ?? '.')], grants: memory(shell), canAsk },
    ...(agent === undefined ? {} : { agent }),
    // The usual file may be absent, and is not named for that reason.
    ...(options.policy === undefined ? {} : { policy: user }),
  })
}

/** Whether it only says that others can read the policy, which most people may: worth a hint where it is looked at. */
export function isHint({ kind, message }: Notice): boolean {
  return kind === 'policy' && message.startsWith('others can read ')
}

/** A version follows the last `@`; one at the beginning belongs to the name of a package. */
function toIdentity(text: string): AgentIdentity {
  const at = text.lastIndexOf('@')
  return at > 0 ? { name: text.slice(0, at), version: text.slice(at + 1) } : { name: text }
}
