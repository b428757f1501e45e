/** Lets somebody write in the editor of their choice: a private file, a program that is lent the terminal, the file read back. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { splitLine } from '../../agents/command-line.js'
import { readBounded } from '../../agents/private-file.js'
import { messageOf } from '../../failure.js'
import type { Effect } from '../effect.js'
import type { Terminal } from '../worker/terminal.js'
import type { Hands, Tell } from './hands.js'

type Asked = Extract<Effect, { do: 'edit' }>

const MOST_BYTES = 16 * 1_024 * 1_024

export interface EditorMeans {
  readonly tell: Tell
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly terminal: Pick<Terminal, 'lend'>
}

export class Editor implements Hands {
  readonly #means: EditorMeans
  #working: Promise<void> = Promise.resolve()

  constructor(means: EditorMeans) {
    this.#means = means
  }

  /** One at a time: there is one terminal. */
  take(effect: Effect): boolean {
    if (effect.do !== 'edit') return false
    this.#working = this.#working.then(() => this.#edit(effect))
    return true
  }

  async #edit({ talk, text }: Asked): Promise<void> {
    const { tell } = this.#means
    try {
      tell({ type: 'edited', talk, text: await this.#write(text) })
    } catch (error) {
      const why = messageOf(error)
      tell({ type: 'edited', talk })
      tell({ type: 'remark', kind: 'warning', text: `The editor could not be used: ${why}` })
    }
  }

  /** Nothing where the editor was left with a failure: people do that to give up. */
  async #write(text: string): Promise<string | undefined> {
    const { env, cwd, terminal } = this.#means
    const folder = await mkdtemp(join(tmpdir(), 'parley-prompt-'))
    try {
      const file = join(folder, 'prompt.md')
      await writeFile(file, text, { mode: 0o600 })
      const exitCode = await terminal.lend({ argv: [...editorIn(env), file], cwd, env: given(env) })
      if (exitCode !== 0) return undefined
      // Editors end the last line, which nobody wrote.
      return (await readBounded(file, MOST_BYTES))?.replace(/\r?\n$/, '')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Does not wait for somebody who still writes: the terminal is taken from them by whoever lent it. */
  async close(): Promise<void> {}
}

function editorIn(env: NodeJS.ProcessEnv): readonly string[] {
  const named = [env.VISUAL, env.EDITOR].find(each => each !== undefined && each.trim() !== '')
  if (named === undefined) return [process.platform === 'win32' ? 'notepad' : 'vi']
  return splitLine(named)
}

function given(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
