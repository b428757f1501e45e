/** How a client says on a new socket which connection it goes on with, and what it has heard of each stream. */

import { errorCodes } from '../../jsonrpc/index.js'
import type { Envelope } from '../../jsonrpc/message.js'
import { POSITIONS_META, RECEIVED_METHOD, RESUME_METHOD } from '../../protocol/remote.js'
import { askingDelivery } from '../remote/delivery-mark.js'
import { fromEventId } from '../remote/event-id.js'
import type { Opening } from '../remote/link.js'

/** The last event of each stream; the stream of what belongs to no session has no name. */
export type Positions = ReadonlyMap<string | undefined, string | undefined>

const RESUME_ID = 'parley-resume'
// As many as sessions are open at most, usually: each is looked up, for the price of one request.
const MOST_SESSIONS = 256
const LONGEST_NAME = 1_024

/** What a client wants that goes on. */
export interface Resume {
  readonly id: string | number
  readonly connectionId: string
  readonly positions: Positions
}

export function resumeText(connectionId: string, positions: Positions): string {
  const params = { connectionId, positions: toList(positions) }
  return JSON.stringify({ jsonrpc: '2.0', id: RESUME_ID, method: RESUME_METHOD, params })
}

/** Nothing where the message asks for something else, or makes no sense. */
export function readResume(message: unknown): Resume | undefined {
  if (!isObject(message) || message.method !== RESUME_METHOD || !isObject(message.params)) return undefined
  const { id } = message
  const { connectionId, positions } = message.params as { connectionId?: unknown; positions?: unknown }
  if (typeof connectionId !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined
  return { id, connectionId, positions: fromList(positions) }
}

export function resumedText(id: string | number, received: number): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: { received } })
}

export function notFoundText(id: string | number): string {
  const data = { reason: 'connection_not_found' }
  const error = { code: errorCodes.invalid_params, message: 'there is no such connection', data }
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}

/** How much the server has had, from its answer to a resume; nothing where it does not know the connection. */
export function readResumed(message: Envelope): number | undefined {
  return countIn(message.result)
}

export function isResumeAnswer(message: Envelope): boolean {
  return message.id === RESUME_ID && message.method === undefined
}

export function receivedText(received: number): string {
  return `{"jsonrpc":"2.0","method":"${RECEIVED_METHOD}","params":{"received":${received}}}`
}

/** How many of our messages the server says to have had, if that is what it says. */
export function readReceived(message: Envelope): number | undefined {
  return message.method === RECEIVED_METHOD ? countIn(message.params) : undefined
}

/** The opening, with the wish for numbers; and where to go on, if a connection was forgotten. */
export function openingText({ message }: Opening, positions: Positions = new Map()): string {
  const asking = askingDelivery(message as { readonly params?: unknown })
  const sessions = toList(positions).filter(({ sessionId }) => sessionId !== undefined)
  if (sessions.length === 0) return JSON.stringify(asking)
  const params = asking.params as { readonly _meta: object }
  const _meta = { ...params._meta, [POSITIONS_META]: sessions }
  return JSON.stringify({ ...asking, params: { ...params, _meta } })
}

/** Where a client wants to go on that says so in its opening. */
export function positionsIn(params: unknown): Positions {
  const meta = isObject(params) && '_meta' in params ? params._meta : undefined
  const isThere = isObject(meta) && Object.hasOwn(meta, POSITIONS_META)
  return fromList(isThere ? (meta as Record<string, unknown>)[POSITIONS_META] : undefined)
}

function toList(positions: Positions): { sessionId?: string | undefined; event?: string | undefined }[] {
  return [...positions].map(([sessionId, event]) => ({ sessionId, event }))
}

function fromList(list: unknown): Positions {
  const positions = new Map<string | undefined, string | undefined>()
  if (!Array.isArray(list)) return positions
  for (const each of list) {
    if (positions.size > MOST_SESSIONS) break
    if (!isObject(each)) continue
    const { sessionId, event } = each as { sessionId?: unknown; event?: unknown }
    if (sessionId !== undefined && (typeof sessionId !== 'string' || sessionId.length > LONGEST_NAME))
      continue
    const isSound = typeof event === 'string' && fromEventId(event) !== undefined
    positions.set(sessionId, isSound ? event : undefined)
  }
  return positions
}

function countIn(value: unknown): number | undefined {
  const count = isObject(value) && 'received' in value ? value.received : undefined
  return Number.isSafeInteger(count) && typeof count === 'number' && count >= 0 ? count : undefined
}

function isObject(value: unknown): value is object & Envelope {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
