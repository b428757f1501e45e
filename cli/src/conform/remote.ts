/** Whether the agent is started here or reached over a network: one of them, and never both. */

import type { RemoteAddress } from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { readUrl } from '../remote-url.js'
import type { Shell } from '../shell.js'
import type { ConformFlags } from './flags.js'

/** Where the agent is, if it is not started by the words. */
export async function agentElsewhere(
  words: readonly string[],
  flags: ConformFlags,
  shell: Shell,
): Promise<RemoteAddress | undefined> {
  const remote = await readUrl(flags, shell)
  if (remote !== undefined && words.length > 0)
    throw new Failure('expected either a command behind --, or --url; found both', { exitCode: EXIT.usage })
  if (remote === undefined && words.length === 0)
    throw new Failure('expected the command of an agent behind --, or --url', { exitCode: EXIT.usage })
  const idle = remote === undefined ? undefined : idleFlag(flags)
  if (idle !== undefined)
    throw new Failure(`${idle} is for a program that is started here, and --url starts none`, {
      exitCode: EXIT.usage,
    })
  return remote
}

function idleFlag({ isolated, env }: ConformFlags): string | undefined {
  if (isolated === true) return '--isolated'
  return env === undefined ? undefined : '--env'
}
