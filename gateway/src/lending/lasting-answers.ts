/** What was answered for longer than once and holds in a session: listed for those who may answer there, and taken back. */

import { describeGrant, type Grant, sanitizeLine } from '@parley/acp/guard'
import type { NodeHost } from '@parley/acp/node'
import { rpcError } from '@parley/acp/protocol'
import type { Fields } from '../hub/fields.js'
import type { LentRequest } from '../hub/lender.js'
import { GRANTS_LIST_METHOD, GRANTS_REVOKE_METHOD } from '../hub/words.js'

/** Whose answers they are. */
export interface AnswersPlace {
  readonly sessionId: string
  /** The name that answers are bound to. */
  readonly agent: string | undefined
  /** The real paths of the session's directories. */
  readonly roots: () => Promise<readonly string[]>
}

const MOST_LISTED = 500

export const isAboutAnswers = (method: string): boolean =>
  method === GRANTS_LIST_METHOD || method === GRANTS_REVOKE_METHOD

export async function serveAnswers(
  grants: NodeHost['grants'],
  place: AnswersPlace,
  { method, params }: LentRequest,
): Promise<Fields> {
  const held = await inForce(grants, place)
  if (method === GRANTS_LIST_METHOD) return { grants: held.slice(-MOST_LISTED).map(toListed) }
  const { id } = params
  if (typeof id !== 'string') throw rpcError('invalid_params', '/id: expected string')
  // Those of other sessions and projects are none of this one's.
  const isHeld = held.some(grant => grant.id === id)
  return { isRevoked: isHeld && (await grants.revoke(id)) }
}

async function inForce(grants: NodeHost['grants'], place: AnswersPlace): Promise<readonly Grant[]> {
  const [all, roots] = [await grants.list(), await place.roots()]
  const now = Date.now()
  return all.filter(grant => {
    if (grant.expiresAt !== undefined && grant.expiresAt <= now) return false
    if (grant.agent !== undefined && grant.agent !== place.agent) return false
    if (grant.scope === 'session') return grant.sessionId === place.sessionId
    return grant.scope === 'always' || roots.some(root => grant.workspace?.endsWith(`:${root}`))
  })
}

function toListed(grant: Grant): Fields {
  const { id, scope, effect, createdAt, expiresAt } = grant
  return { id, scope, effect, text: sanitizeLine(describeGrant(grant)), createdAt, expiresAt }
}
