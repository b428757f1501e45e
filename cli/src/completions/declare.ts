/** The words of `parley completions`. Only words stand here. */

import { Argument, type Command, Option } from 'commander'
import type { Act } from '../act.js'
import { speakPlainly } from '../usage.js'

const SHELLS = ['bash', 'zsh', 'fish']

/** Declared last of all: it describes whatever the program has when it is called. */
export function declareCompletions(program: Command, act: Act): void {
  const completions = program
    .command('completions')
    .description('print a script that completes the words of this command in a shell')
    .addArgument(new Argument('[shell]', 'the shell').choices(SHELLS))
    .addOption(
      new Option('--words <kind>', 'the words of a kind, one on each line')
        .choices(['agents', 'conversations', 'names'])
        .hideHelp(),
    )
    .action((shell, options) =>
      act(async () =>
        (await import('./completions-work.js')).completionsWork({ shell, ...options }, program),
      ),
    )
  speakPlainly(completions)
}
