/**
 * What a host would go by in a directory: the same policies, memory and roots, put together by the same parts. Nothing is
 * asked, remembered or written down.
 */

import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { AgentIdentity, Circumstances, Execute, Place, Policy } from '../../guard/index.js'
import type { SessionRoots } from '../files/offer.js'
import { placeIn, type Root } from '../files/root.js'
import type { GrantMemory } from '../grants.js'
import { configFile, ownFolders, stateFolder } from '../journal/state-folder.js'
import { toCommand } from '../terminals/command.js'
import type { Notice } from './notice.js'
import { PolicyFiles } from './policy-files.js'
import { Surroundings } from './surroundings.js'

/** Which host, and for whom. */
export interface ForesightOptions {
  /** The session's directories. */
  readonly roots: readonly string[]
  readonly agent?: AgentIdentity | undefined
  /** The user's policy file, what it would say, or false for none; `~/.config/parley/policy.json` unless said otherwise. */
  readonly policy?: string | Policy | false | undefined
  readonly isProjectPolicyRead?: boolean | undefined
  readonly grants?: GrantMemory | undefined
  /** Whether `/`, the home directory and `/tmp` would be lent as they are. */
  readonly allowBroadRoots?: boolean | undefined
  /** Whether somebody could be asked; true unless said otherwise. */
  readonly canAsk?: boolean | undefined
}

/** What is known before anything is asked. */
export interface Foresight {
  /** For `decide`. */
  readonly circumstances: Circumstances
  /** What is wrong with a policy or the memory, and which directories would not be lent. */
  readonly notices: readonly Notice[]
  /** Where a name really leads, and whether anything is there. */
  locate(path: string): Promise<{ readonly at: Place; readonly isNew: boolean }>
  /** What running this comes to. Throws when it is no command. */
  command(command: string, args?: readonly string[]): Pick<Execute, 'argv' | 'isShell'>
}

const NOBODYS = 'foresight'

/** What is made by whoever loads this: it is part of what every host has. */
interface Means {
  readonly directories: SessionRoots
  readonly grants: GrantMemory
}

export async function foreseen(
  options: ForesightOptions,
  { directories, grants }: Means,
): Promise<Foresight> {
  const { agent, canAsk = true, policy = configFile('policy.json') } = options
  const notices: Notice[] = []
  const onNotice = (notice: Notice): void => void notices.push(notice)
  const policies = new PolicyFiles({
    user: policy,
    isProjectRead: options.isProjectPolicyRead ?? true,
    mayBeAbsent: policy === configFile('policy.json'),
    onNotice,
  })
  const own = [...ownFolders(), stateFolder('audit')]
  const rest = { agent, own, canAsk, now: Date.now, onNotice }
  const surroundings = new Surroundings({ policies, directories, grants, ...rest })
  const session = { id: NOBODYS, roots: options.roots.map(root => resolve(root)) }
  const circumstances = await surroundings.of({ session, passes: [], commandPasses: [] })
  const roots = await rootsOf(directories, session, onNotice)
  return { circumstances, notices, locate: path => locate(path, roots), command: toCommand }
}

async function rootsOf(
  directories: SessionRoots,
  { id, roots }: { readonly id: string; readonly roots: readonly string[] },
  onNotice: (notice: Notice) => void,
): Promise<readonly Root[]> {
  const results = await directories.of({ sessionId: id, roots })
  return results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [result.value]
    const why = result.reason instanceof Error ? result.reason.message : String(result.reason)
    onNotice({ kind: 'directory', path: roots[index] ?? '', message: `this directory is not lent: ${why}` })
    return []
  })
}

/** What is not there yet is where its nearest folder really is. */
async function locate(
  path: string,
  roots: readonly Root[],
): Promise<{ readonly at: Place; readonly isNew: boolean }> {
  const missing: string[] = []
  for (let head = resolve(path); ; head = dirname(head)) {
    const real = await realpath(head).catch(() => undefined)
    if (real !== undefined || dirname(head) === head) {
      const at = await placeIn(join(real ?? head, ...missing), roots)
      return { at, isNew: missing.length > 0 }
    }
    missing.unshift(basename(head))
  }
}
