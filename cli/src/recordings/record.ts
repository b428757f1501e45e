/** `parley record`: stands before an agent as `parley inspect` does, and writes down what passes. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { runProxy } from '../inspect/proxy/proxy.js'
import type { Shell } from '../shell.js'

export interface RecordOptions {
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
  const { output, title, dropContents, watch } = options
  return runProxy(
    command,
    { name: 'record', record: output ?? true, title, dropsContents: dropContents === true, isAlone: !watch },
    shell,
  )
}
