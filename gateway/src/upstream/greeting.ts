/** What the first request of a client says that the choice of its agent's process depends on. */

import { createHash } from 'node:crypto'
import { DELIVERY_META } from '@parley/acp/protocol'
import { type Fields, fieldOf, fieldsOf, metaOf, withoutOwnMeta } from '../hub/fields.js'
import { SESSION_META } from '../hub/words.js'

/** The opening of a client. */
export interface Greeting {
  /** As the agent gets to see it. */
  readonly params: Fields
  /** Clients with the same one can share a process: same version, same capabilities. */
  readonly fingerprint: string
  /** Whether the client knows what a gateway says beyond the protocol. */
  readonly knowsUs: boolean
  /** Whether it wants what it is told to be numbered. */
  readonly wantsNumbers: boolean
}

export function toGreeting(params: Fields): Greeting {
  const { protocolVersion, clientCapabilities, capabilities } = params
  const facts = sorted({ protocolVersion, clientCapabilities, capabilities })
  const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
  const wantsNumbers = isGiven(metaOf(params, DELIVERY_META))
  const knowsUs = isGiven(metaOf(params, SESSION_META))
  return { params: withoutOwnMeta(params), fingerprint, knowsUs, wantsNumbers }
}

/** How an agent lets a session be taken up again, read off its answer to the opening. */
export function reopeningOf(answer: unknown): string | undefined {
  if (isGiven(fieldOf(fieldOf(answer, 'capabilities'), 'session'))) return 'session/resume'
  const { sessionCapabilities, loadSession } = fieldsOf(fieldOf(answer, 'agentCapabilities'))
  if (isGiven(fieldOf(sessionCapabilities, 'resume'))) return 'session/resume'
  return loadSession === true ? 'session/load' : undefined
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false
}

/** The same value whatever the order of its members. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}
