/** Shows another program of this kind in this terminal, until it is left: then this one is back. */

import { fileURLToPath } from 'node:url'
import type { Effect } from '../effect.js'
import type { Hands, Tell } from '../work/hands.js'
import type { Terminal } from './terminal.js'

const COMMAND = fileURLToPath(new URL('../../main.js', import.meta.url))

export interface VisitingMeans {
  readonly tell: Tell
  readonly terminal: Pick<Terminal, 'lend'>
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

export class Visiting implements Hands {
  readonly #means: VisitingMeans

  constructor(means: VisitingMeans) {
    this.#means = means
  }

  take(effect: Effect): boolean {
    if (effect.do !== 'attach') return false
    void this.#visit(effect.chat)
    return true
  }

  async close(): Promise<void> {}

  async #visit(chat: string): Promise<void> {
    const { tell, terminal, cwd } = this.#means
    const env = Object.fromEntries(
      Object.entries(this.#means.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
    )
    try {
      await terminal.lend({ argv: [process.execPath, COMMAND, 'attach', chat], cwd, env })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      tell({ type: 'remark', text: `It cannot be shown: ${why}`, kind: 'warning' })
    }
    tell({ type: 'returned' })
    tell({ type: 'attached' })
  }
}
