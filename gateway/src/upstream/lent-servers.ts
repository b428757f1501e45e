/** Which client lends an agent which of the MCP servers that are reached through the client itself. */

import type { Asker } from '../hub/agent-link.js'
import { fieldOf } from '../hub/fields.js'

const MOST_SERVERS = 1_024

export class LentServers {
  /** Those that were named first come first. */
  readonly #lenders = new Map<string, Asker>()

  /** Remembers those that are named in these params. */
  note(params: unknown, lender: Asker | undefined): void {
    const servers = fieldOf(params, 'mcpServers')
    if (lender === undefined || !Array.isArray(servers)) return
    for (const server of servers) {
      const id = fieldOf(server, 'serverId')
      if (typeof id === 'string' && fieldOf(server, 'type') === 'acp') this.#lenders.set(id, lender)
    }
    for (const id of this.#lenders.keys()) if (this.#lenders.size > MOST_SERVERS) this.#lenders.delete(id)
  }

  /** Whoever lends the server that a question names. */
  lenderOf(params: unknown): Asker | undefined {
    const id = fieldOf(params, 'serverId')
    return typeof id === 'string' ? this.#lenders.get(id) : undefined
  }
}
