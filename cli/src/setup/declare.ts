/** The words of `parley setup`. Only words stand here. */

import { Argument, type Command } from 'commander'
import type { Act } from '../act.js'
import { speakPlainly } from '../usage.js'

const EDITORS = ['zed', 'jetbrains', 'neovim', 'vscode', 'emacs']

export function declareSetup(program: Command, act: Act): void {
  const setup = program
    .command('setup')
    .description('print the settings with which an editor runs an agent')
    .addArgument(new Argument('<editor>', 'the editor').choices(EDITORS))
    .option('--agent <agent>', 'its id, or a command line', 'scout')
    .action((editor, options) =>
      act(async () => (await import('./setup-work.js')).setupWork({ editor, ...options })),
    )
  speakPlainly(setup)
}
