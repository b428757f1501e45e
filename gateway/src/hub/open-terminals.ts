/** The terminals of a session that a gateway lends and that have not ended, read off what it tells. */

import { TERMINAL_UPDATE } from '@parley/acp/thread'
import { fieldsOf, isFields } from './fields.js'

export class OpenTerminals {
  readonly #ids = new Set<string>()

  get ids(): readonly string[] {
    return [...this.#ids]
  }

  /** An update; those of a lender are bounded in number by what it lends at once. */
  take(update: unknown): void {
    const { sessionUpdate, terminalId, exitStatus } = fieldsOf(update)
    if (sessionUpdate !== TERMINAL_UPDATE || typeof terminalId !== 'string') return
    if (isFields(exitStatus)) this.#ids.delete(terminalId)
    else this.#ids.add(terminalId)
  }
}
