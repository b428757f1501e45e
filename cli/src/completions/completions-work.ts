/** `parley completions`: the script of a shell, or the words that such a script asks for. */

import type { Command } from 'commander'
import { callRoll } from '../agents/roll.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { hereIn, shortIds } from '../record/find-conversation.js'
import { allConversations, withShelf } from '../record/shelf.js'
import type { Shell } from '../shell.js'
import { toBash } from './bash.js'
import { toFish } from './fish.js'
import { type ASKED, type Node, nodesOf } from './vocabulary.js'
import { toZsh } from './zsh.js'

const MOST_IDS = 100

export interface CompletionsOptions {
  readonly shell?: 'bash' | 'zsh' | 'fish' | undefined
  readonly words?: (typeof ASKED)[number] | undefined
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
    if (words !== undefined) return printWords(words, shell)
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
async function printWords(kind: (typeof ASKED)[number], shell: Shell): Promise<number> {
  const words = await (kind === 'agents' ? agents(shell) : conversations(kind, shell)).catch(() => [])
  // A name with blanks or signs in it would mean something else to the shell.
  const plain = words.filter(word => /^[\w.:@+-]+$/.test(word))
  shell.stdout.write([...new Set(plain)].map(word => `${word}\n`).join(''))
  return EXIT.ok
}

async function agents(shell: Shell): Promise<readonly string[]> {
  return (await callRoll({ isAll: false, isThorough: false }, shell)).map(({ id }) => id)
}

/** Names hold in this directory alone; ids everywhere. */
async function conversations(kind: 'conversations' | 'names', shell: Shell): Promise<readonly string[]> {
  const all = await withShelf(shell, allConversations)
  const isHere = hereIn(shell.cwd)
  const names = all.filter(isHere).flatMap(({ label }) => label ?? [])
  if (kind === 'names') return names
  const short = shortIds(all)
  const ids = all.slice(0, MOST_IDS).map(({ id }) => short(id))
  return [...(all.some(isHere) ? ['last'] : []), ...names, ...ids]
}
