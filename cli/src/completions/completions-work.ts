/** `parley completions`: the script of a shell, or the words that such a script asks for. */

import type { Command } from 'commander'
import { callRoll } from '../agents/roll.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import { toBash } from './bash.js'
import { toFish } from './fish.js'
import { type Node, nodesOf } from './vocabulary.js'
import { toZsh } from './zsh.js'

export interface CompletionsOptions {
  readonly shell?: 'bash' | 'zsh' | 'fish' | undefined
  readonly words?: string | undefined
}

const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', (nodes: readonly Node[], name: string) => string>> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
}

const PLACES = {
  bash: 'add to ~/.bashrc: eval "$(parley completions bash)"',
  zsh: 'add to ~/.zshrc, behind compinit: eval "$(parley completions zsh)"',
  fish: 'parley completions fish > ~/.config/fish/completions/parley.fish',
}

export function completionsWork({ shell: kind, words }: CompletionsOptions, program: Command) {
  return async (shell: Shell): Promise<number> => {
    if (words !== undefined) return printAgents(shell)
    if (kind === undefined)
      throw new Failure('name the shell: bash, zsh or fish.', {
        exitCode: EXIT.usage,
        cure: PLACES.bash,
        reason: 'bad_option',
      })
    // A shell that evaluates the script needs no advice on every start.
    if (shell.stdout.isTTY) shell.stderr.write(`# ${PLACES[kind]}\n`)
    shell.stdout.write(SCRIPTS[kind](nodesOf(program), program.name()))
    return EXIT.ok
  }
}

/** Somebody waits with a finger on the key: the login shell is not asked, and what is broken is silent. */
async function printAgents(shell: Shell): Promise<number> {
  const rows = await callRoll({ isAll: false, isThorough: false }, shell).catch(() => [])
  shell.stdout.write(rows.map(({ id }) => `${id}\n`).join(''))
  return EXIT.ok
}
