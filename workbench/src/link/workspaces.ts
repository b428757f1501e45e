/** What is known of the folders of sessions: whether the gateway lends them, and whether those of kept ones are still there. */

import type { Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { AgentLink } from './agent-link.js'
import { isUnknownMethod, wordOf } from './failure.js'
import { NOWHERE } from './page-channel.js'
import { LIST_FOLDER } from './workspace.js'

export interface WorkspaceFacts {
  /** Its files can be looked at. */
  readonly isLent: boolean
  /** It was there when the session began, and is not any more. */
  readonly isGone: boolean
}

/** A session that has just been opened. */
export interface OpenedSession {
  readonly session: Session<Version>
  readonly cwd: string
  /** It was there before: its folder may have gone since. */
  readonly isKept: boolean
}

export class Workspaces {
  /** Whether an agent is lent files: found out by the first session that could tell. */
  readonly #lent = new Map<string, Promise<WorkspaceFacts>>()

  /** Never rejects. */
  look(link: AgentLink, { session, cwd, isKept }: OpenedSession): Promise<WorkspaceFacts> {
    const path = cwd === NOWHERE ? (session.roots[0] ?? '') : cwd
    const known = isKept ? undefined : this.#lent.get(link.name)
    const facts = known?.then(({ isLent }) => ({ isLent, isGone: false })) ?? ask(link, session.id, path)
    this.#lent.set(link.name, facts)
    return facts.catch(() => {
      this.#lent.delete(link.name)
      return { isLent: false, isGone: false }
    })
  }
}

async function ask(link: AgentLink, sessionId: string, path: string): Promise<WorkspaceFacts> {
  const client = await link.connect()
  return await client.call(LIST_FOLDER, { sessionId, path }).then(
    () => ({ isLent: true, isGone: false }),
    error => ({ isLent: !isUnknownMethod(error), isGone: wordOf(error) === 'resource_not_found' }),
  )
}
