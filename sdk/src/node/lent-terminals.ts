/** The terminals of a host that may be closed and used again, and that loads nothing to end what was never begun. */

import type { Host } from '../client/index.js'
import type { HostTerminals, HostTerminalsOptions } from './terminals/options.js'
import { hostTerminals } from './terminals.js'

type Lent = NonNullable<Host['terminals']>

export class LentTerminals implements Lent {
  readonly #options: HostTerminalsOptions
  #terminals: HostTerminals | undefined

  constructor(options: HostTerminalsOptions) {
    this.#options = options
  }

  readonly create: Lent['create'] = (...call) => this.#open().create(...call)
  readonly output: Lent['output'] = (...call) => this.#open().output(...call)
  readonly waitForExit: Lent['waitForExit'] = (...call) => this.#open().waitForExit(...call)
  readonly kill: Lent['kill'] = (...call) => this.#open().kill(...call)
  readonly release: Lent['release'] = (...call) => this.#open().release(...call)

  /** Begins to end what one session has; `close` waits for it. */
  releaseSession(sessionId: string): void {
    this.#terminals?.releaseSession(sessionId).catch(() => {})
  }

  async close(): Promise<void> {
    const terminals = this.#terminals
    this.#terminals = undefined
    await terminals?.close()
  }

  #open(): HostTerminals {
    this.#terminals ??= hostTerminals(this.#options)
    return this.#terminals
  }
}
