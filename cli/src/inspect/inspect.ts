/** What `parley inspect` is asked for: to stand before an agent, to show a recording, or what runs just now. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import type { InspectFlags } from './flags.js'

export async function inspect(words: readonly string[], flags: InspectFlags, shell: Shell): Promise<number> {
  if (isCommand(words)) return stand(words, flags, shell)
  throw new Failure('there is nothing to show.', { exitCode: EXIT.usage })
}

/** What stands after `--` is a command; commander takes the mark away. */
function isCommand(words: readonly string[]): boolean {
  const mark = process.argv.indexOf('--')
  return words.length > 0 && mark >= 0
}

async function stand(command: readonly string[], flags: InspectFlags, shell: Shell): Promise<number> {
  const { runProxy } = await import('./proxy/proxy.js')
  const { record, log, filter } = flags
  return runProxy(command, { record, log, filter, isAlone: flags.watch === false }, shell)
}
