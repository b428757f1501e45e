/** What the first request of a client says that the choice of its agent's process depends on. */

import { createHash } from 'node:crypto'
import { DELIVERY_META } from '@parley/acp/protocol'
import { type Fields, fieldOf, fieldsOf, metaOf, withoutOwnMeta } from '../hub/fields.js'
import { HOPS_META, SESSION_META } from '../hub/words.js'
import { hopsBefore } from './hops.js'

/** The opening of a client. */
export interface Greeting {
  /** As the agent gets to see it. */
  readonly params: Fields
  /** The version that the client wants to speak. */
  readonly version: number
  /** Clients with the same one can share a process: same version, same capabilities, equally far away. */
  readonly fingerprint: string
  /** Whether the client knows what a gateway says beyond the protocol. */
  readonly knowsUs: boolean
  /** Whether it wants what it is told to be numbered. */
  readonly wantsNumbers: boolean
}

/** What a client is told for whom no agent is started, where none runs: sessions can still be looked at. */
export function absent({ version }: Pick<Greeting, 'version'>): { readonly greeting: Fields } {
  return { greeting: version === 1 ? ABSENT_V1 : ABSENT_V2 }
}

const ABSENT_V1 = { protocolVersion: 1, agentCapabilities: { loadSession: true } }
const NOBODY = { name: 'absent', version: '0' }
const ABSENT_V2 = { protocolVersion: 2, info: NOBODY, capabilities: { session: {} } }

/** Which gateway reads an opening. */
export interface GreetingPlace {
  readonly hop: string
  /** Whether it lends agents files and terminals, whatever their clients can do. */
  readonly lends?: boolean | undefined
}

/** The opening as this gateway reads it. Throws where it may not be one more on the way. */
export function toGreeting(said: Fields, { hop, lends = false }: GreetingPlace): Greeting {
  const params = lends ? withLoans(said) : said
  const { protocolVersion, clientCapabilities, capabilities } = params
  const hops = hopsBefore(params, hop)
  const distance = hops.length === 0 ? undefined : hops.length
  const facts = sorted({ protocolVersion, clientCapabilities, capabilities, distance })
  const fingerprint = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
  const wantsNumbers = isGiven(metaOf(params, DELIVERY_META))
  const knowsUs = isGiven(metaOf(params, SESSION_META))
  const plain = withoutOwnMeta(params)
  const onwards = { ...plain, _meta: { ...fieldsOf(plain._meta), [HOPS_META]: [...hops, hop] } }
  const version = typeof protocolVersion === 'number' && protocolVersion > 1 ? 2 : 1
  return { params: onwards, version, fingerprint, knowsUs, wantsNumbers }
}

/** Agents of version 2 have files and terminals of their own. */
function withLoans(params: Fields): Fields {
  if (params.protocolVersion !== 1) return params
  const fs = { readTextFile: true, writeTextFile: true }
  return { ...params, clientCapabilities: { ...fieldsOf(params.clientCapabilities), fs, terminal: true } }
}

/** Who is welcomed, and on which connection. */
export interface Welcomed {
  readonly name: string
  readonly role: string
  readonly connectionId: string
}

/** The agent's answer to an opening, with what the gateway says to whoever asked for that. */
export function toWelcome(
  answer: Fields,
  { wantsNumbers, knowsUs }: Pick<Greeting, 'wantsNumbers' | 'knowsUs'>,
  { name, role, connectionId }: Welcomed,
): Fields {
  const offered = withOffers(answer)
  if (!knowsUs && !wantsNumbers) return offered
  const words = knowsUs ? { [SESSION_META]: { name, role } } : {}
  const numbers = wantsNumbers ? { [DELIVERY_META]: { connectionId } } : {}
  return { ...offered, _meta: { ...fieldsOf(offered._meta), ...words, ...numbers } }
}

/** What happened in its sessions the gateway tells without the agent; version 2 has that wherever it has sessions. */
function withOffers(answer: Fields): Fields {
  if (answer.protocolVersion !== 1) return answer
  const agentCapabilities = fieldsOf(answer.agentCapabilities)
  const theirs = Object.entries(fieldsOf(agentCapabilities.sessionCapabilities)).filter(([, value]) =>
    isGiven(value),
  )
  const sessionCapabilities = { resume: {}, list: {}, delete: {}, ...Object.fromEntries(theirs) }
  return { ...answer, agentCapabilities: { ...agentCapabilities, loadSession: true, sessionCapabilities } }
}

/** What an agent can do with sessions that were before. */
export interface Offers {
  /** To tell what happened, and go on. */
  readonly load: boolean
  /** To go on. */
  readonly resume: boolean
  readonly list: boolean
}

/** Read off its answer to the opening. */
export function offersOf(answer: unknown): Offers {
  if (isGiven(fieldOf(fieldOf(answer, 'capabilities'), 'session')))
    return { load: false, resume: true, list: true }
  const { sessionCapabilities, loadSession } = fieldsOf(fieldOf(answer, 'agentCapabilities'))
  const { resume, list } = fieldsOf(sessionCapabilities)
  return { load: loadSession === true, resume: isGiven(resume), list: isGiven(list) }
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
