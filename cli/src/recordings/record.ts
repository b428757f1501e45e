/** `parley record`: stands before an agent as `parley inspect` does, and writes down what passes. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { runProxy } from '../inspect/proxy/proxy.js'
import type { Shell } from '../shell.js'
import { obtainConsent, type RawFlags } from './raw/consent.js'

export interface RecordOptions extends RawFlags {
  readonly output?: string | undefined
  readonly title?: string | undefined
  readonly dropContents?: boolean | undefined
  /** False with `--no-watch`. */
  readonly watch: boolean
}

export async function record(
  command: readonly string[],
  options: RecordOptions,
  shell: Shell,
): Promise<number> {
  if (command.length === 0)
    throw new Failure('expected the command of an agent.', {
      exitCode: EXIT.usage,
      cure: 'It stands after --: parley record -- my-agent',
    })
  const { output = true, title, dropContents, watch } = options
  const seal = await obtainConsent(options, output, shell)
  const dropsContents = dropContents === true
  return runProxy(
    command,
    { name: 'record', record: output, title, dropsContents, seal, isAlone: !watch },
    shell,
  )
}
