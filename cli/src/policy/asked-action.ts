/** An action in the words of somebody who asks what would become of it, made into facts as a host establishes them. */

import { resolve } from 'node:path'
import { type Action, isFitForDisplay } from '@parley/acp/guard'
import type { Foresight } from '@parley/acp/node'
import { closestWord } from '../closest-word.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

/** The words, where relative names begin, and what is known there. */
export interface Asked {
  readonly words: readonly string[]
  readonly cwd: string
  readonly foresight: Pick<Foresight, 'locate' | 'command'>
}

type Reader = (asked: Asked) => Promise<Action>

interface Known {
  readonly usage: string
  readonly count: readonly [least: number, most: number]
  readonly read: Reader
}

const ANY = Number.POSITIVE_INFINITY

const located = ({ words, cwd, foresight }: Asked, index = 0) =>
  foresight.locate(resolve(cwd, words[index] ?? ''))

const KNOWN: Readonly<Record<string, Known>> = {
  read: {
    ...{ usage: 'read <path>', count: [1, 1] },
    read: async asked => ({ action: 'fs.read', at: (await located(asked)).at }),
  },
  write: {
    ...{ usage: 'write <path>', count: [1, 1] },
    // No digest: no change was approved yet that it could be.
    read: async asked => ({ action: 'fs.write', ...(await located(asked)), sha256: '' }),
  },
  delete: {
    ...{ usage: 'delete <path>…', count: [1, ANY] },
    read: async asked => {
      const all = await Promise.all(asked.words.map((_, index) => located(asked, index)))
      return { action: 'fs.delete', at: all.map(({ at }) => at), isFolder: false }
    },
  },
  move: {
    ...{ usage: 'move <from> <to>', count: [2, 2] },
    read: async asked => {
      const [from, to] = [await located(asked, 0), await located(asked, 1)]
      return { action: 'fs.move', from: from.at, to: to.at }
    },
  },
  execute: { usage: 'execute <program> [word…]', count: [1, ANY], read: toExecute },
  fetch: {
    ...{ usage: 'fetch <url>', count: [1, 1] },
    read: async ({ words: [url = ''] }) => ({ action: 'net.fetch', url }),
  },
  mode: {
    ...{ usage: 'mode <id>', count: [1, 1] },
    read: async ({ words: [mode = ''] }) => ({ action: 'agent.mode', mode }),
  },
  claim: {
    ...{ usage: 'claim <kind> <title>', count: [1, ANY] },
    read: async ({ words: [kind = '', ...title] }) => {
      const text = title.join(' ')
      return { action: 'agent.claimed', kind, title: text, wasCleaned: !isFitForDisplay(kind + text) }
    },
  },
}

/** The words of policy files, and those that people use. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.keys(KNOWN).map(name => [name, name] as const),
  ...([
    ['fs.read', 'read'],
    ['fs.write', 'write'],
    ['edit', 'write'],
  ] as const),
  ...([
    ['fs.delete', 'delete'],
    ['fs.move', 'move'],
  ] as const),
  ...([
    ['terminal.exec', 'execute'],
    ['run', 'execute'],
    ['exec', 'execute'],
  ] as const),
  ...([
    ['net.fetch', 'fetch'],
    ['agent.mode', 'mode'],
    ['agent.claimed', 'claim'],
  ] as const),
])

export async function toAction(asked: Asked): Promise<Action> {
  const [name = '', ...words] = asked.words
  const known = KNOWN[NAMES.get(name) ?? '']
  if (known === undefined) {
    const near = closestWord(name, NAMES.keys())
    const cure = near === undefined ? undefined : `Did you mean ${near}?`
    throw refused(`expected one of ${Object.keys(KNOWN).join(', ')}`, cure)
  }
  const [least, most] = known.count
  if (words.length < least || words.length > most) throw refused(`expected: ${known.usage}`)
  return known.read({ ...asked, words })
}

async function toExecute({ words: [command = '', ...args], cwd, foresight }: Asked): Promise<Action> {
  const { at } = await foresight.locate(cwd)
  try {
    return { action: 'terminal.exec', ...foresight.command(command, args), cwd: at, env: {} }
  } catch (error) {
    throw refused(error instanceof Error ? error.message : 'this is no command')
  }
}

function refused(what: string, cure = 'For example: parley policy explain execute npm test'): Failure {
  return new Failure(`What is to be explained: ${what}.`, {
    ...{ exitCode: EXIT.usage, reason: 'invalid_action' },
    cure,
  })
}
