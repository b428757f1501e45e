/** Whether the gateway lends its files to an agent: found out by the first session that could tell. */

import type { Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { AgentLink } from './agent-link.js'
import { isUnknownMethod } from './failure.js'
import { LIST_FOLDER } from './workspace.js'

export class Workspaces {
  readonly #known = new Map<string, Promise<boolean>>()

  /** Never rejects. */
  has(link: AgentLink, session: Session<Version>): Promise<boolean> {
    const found = this.#known.get(link.name) ?? ask(link, session)
    this.#known.set(link.name, found)
    return found.catch(() => {
      this.#known.delete(link.name)
      return false
    })
  }
}

async function ask(link: AgentLink, session: Session<Version>): Promise<boolean> {
  const client = await link.connect()
  const asked = { sessionId: session.id, path: session.roots[0] ?? '' }
  return await client.call(LIST_FOLDER, asked).then(
    () => true,
    error => !isUnknownMethod(error),
  )
}
