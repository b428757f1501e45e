/** `parley setup`: the settings of an editor on stdout, fit to be pasted; where they belong, on stderr. */

import { isFitForDisplay, isSecretName } from '@parley/acp/guard'
import { findAgent } from '../agents/catalogue.js'
import type { AgentEntry } from '../agents/entry.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { EDITORS, type Editor } from './editors.js'
import { type Start, toStart } from './start.js'

export interface SetupOptions {
  readonly editor: Editor
  readonly agent: string
}

export function setupWork({ editor, agent }: SetupOptions) {
  return async (shell: Shell): Promise<number> => {
    const entry = await findAgent(agent, shell)
    const { place, write } = EDITORS[editor]
    const { env, withheld } = lasting(entry, shell)
    const start = await toStart({ ...entry, env }, shell)
    demandPlain(start)
    shell.stderr.write(`${place(shell.env)}\n`)
    if (withheld.length > 0)
      shell.stderr.write(
        `not printed, because they are secrets: ${withheld.join(', ')}; set them where ${editor} is started\n`,
      )
    shell.stdout.write(write(start))
    return EXIT.ok
  }
}

/** What cannot be seen is not to be pasted either. */
function demandPlain({ command, args, env }: Start): void {
  const texts = [command, ...args, ...Object.keys(env), ...Object.values(env)]
  if (texts.every(isFitForDisplay)) return
  throw new Failure('the command line or a variable of this agent holds characters that cannot be seen.', {
    exitCode: EXIT.usage,
    cure: 'look at it with `parley agents list --format json`, and add the agent anew',
    reason: 'not_plain',
  })
}

/** What is set for this agent. What it would only inherit from this shell the editor has by itself, or has not. */
function lasting(
  { env = {} }: AgentEntry,
  shell: Shell,
): { readonly env: Readonly<Record<string, string>>; readonly withheld: readonly string[] } {
  const own = Object.entries(env).filter(([name, value]) => shell.env[name] !== value)
  return {
    env: Object.fromEntries(own.filter(([name]) => !isSecretName(name))),
    withheld: own.map(([name]) => name).filter(name => isSecretName(name)),
  }
}
