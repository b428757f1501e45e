/** A list of sessions as one principal may see it: the agent's, without those of others, or the gateway's own. */

import type { Cancellation } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, fieldsOf, withoutOwnMeta } from '../hub/fields.js'
import type { ListedPage, ListedSession, ListWish } from '../hub/listing.js'
import { toRealPath } from '../hub/real-path.js'
import type { Owner } from '../hub/sessions.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Attendance } from './attendance.js'
import { mayStart, type SeatCaller } from './caller.js'
import { isPlain } from './roots.js'
import type { Surroundings } from './surroundings.js'

/** Whose sessions, and who wants to see them. */
interface Looker {
  readonly around: Surroundings
  readonly owner: Owner
  readonly caller: SeatCaller
}

/** Who wants the agent's list. */
interface Lister extends Looker {
  readonly attendance: Attendance
  /** The version that it speaks. */
  readonly protocol: number
  connect(): Promise<Upstream>
}

/** What is asked for. */
interface Asked {
  readonly params: Fields
  readonly cancellation: Cancellation
}

/** Begins the cursors of pages that the agent knows nothing of. */
const HELD = 'parley-held-'

export async function listSessions(seat: Lister, wish: Asked): Promise<Answer> {
  const { caller } = seat
  if (caller.session !== undefined) return await ownList(seat, wish.params)
  const connected = seat.connect()
  // For some no agent is started.
  const upstream = await (mayStart(caller) ? connected : connected.catch(() => undefined))
  if (!upstream?.offers.list) return await ownList(seat, wish.params)
  const { cursor } = wish.params
  if (typeof cursor === 'string' && cursor.startsWith(HELD))
    return { result: await heldOtherwise(seat, { ...wish.params, cursor: cursor.slice(HELD.length) }) }
  const { cancellation } = wish
  const answer = await upstream.request('session/list', withoutOwnMeta(wish.params), { cancellation })
  if ('error' in answer) return answer
  return { result: await withHeld(seat, wish.params, fieldsOf(answer.result)) }
}

/** On the agent's first page the latest of those that it need not know, and behind its last page the others. */
async function withHeld(seat: Lister, { cwd, cursor }: Fields, page: Fields): Promise<Fields> {
  const sessions = await theirsOf(seat, page.sessions)
  const isLast = (page.nextCursor ?? undefined) === undefined
  if (cursor && !isLast) return { ...page, sessions }
  const held = await heldOtherwise(seat, { cwd })
  const listed = new Set(sessions.map(session => fieldOf(session, 'sessionId')))
  if (!cursor) sessions.push(...held.sessions.filter(({ sessionId }) => !listed.has(sessionId)))
  const { nextCursor } = held
  return isLast && nextCursor !== undefined ? { ...page, sessions, nextCursor } : { ...page, sessions }
}

/** Of what the agent lists, what this principal may see, as people call it. */
async function theirsOf({ around, owner, attendance }: Lister, all: unknown): Promise<unknown[]> {
  const hasAll = await around.isAlone()
  const ours = await around.sessions.shown(owner)
  const sessions: unknown[] = []
  for (const session of Array.isArray(all) ? all : []) {
    const sessionId = fieldOf(session, 'sessionId')
    if (typeof sessionId !== 'string') continue
    const show = ours.get(sessionId)
    if (show === undefined && hasAll) attendance.expect(sessionId)
    const title = textOf(session, 'title')
    const name = around.sessions.nameOf(owner, sessionId, title)
    const named = name === undefined ? session : { ...fieldsOf(session), title: name }
    if (show !== undefined) sessions.push(await completed(fieldsOf(named), show))
    else if (hasAll) sessions.push(named)
  }
  return sessions
}

/** Where the agent does not say what a session is called, or when it was last at work in it, the gateway's log does. */
async function completed(session: Fields, show: () => Promise<ListedSession>): Promise<Fields> {
  const [title, updatedAt] = [textOf(session, 'title'), textOf(session, 'updatedAt')]
  if (title !== undefined && updatedAt !== undefined) return session
  const known = await show()
  return {
    ...session,
    ...(title === undefined && known.title !== undefined && { title: known.title }),
    ...(updatedAt === undefined && { updatedAt: known.updatedAt }),
  }
}

/**
 * A process of the agent in one version need not know what it did in the other; nor does it find by another name of their
 * directory those that it was told to begin in the real one.
 */
async function heldOtherwise(seat: Lister, params: Fields): Promise<PlainPage> {
  const asked = params.cwd ?? undefined
  const isHeldIn: ListWish['isHeldIn'] = (protocol, cwd) =>
    protocol !== seat.protocol || (asked !== undefined && cwd !== asked)
  const { sessions, nextCursor } = await pageOf(seat, params, isHeldIn)
  const page = { sessions: sessions.map(toPlain) }
  return nextCursor === undefined ? page : { ...page, nextCursor: HELD + nextCursor }
}

/** Where the agent has no list, or is not to be asked for it. */
async function ownList(looker: Looker, params: Fields): Promise<Answer> {
  const page = await pageOf(looker, params)
  return { result: { ...page, sessions: page.sessions.map(toPlain) } }
}

/** As the protocol lists one. */
type PlainSession = Pick<ListedSession, 'sessionId' | 'cwd' | 'title' | 'updatedAt'>

interface PlainPage extends Pick<ListedPage, 'nextCursor'> {
  readonly sessions: readonly PlainSession[]
}

function toPlain({ sessionId, cwd, title, updatedAt }: ListedSession): PlainSession {
  return { sessionId, cwd, title, updatedAt }
}

/** Those that the gateway itself has, whatever their agent knows of them. */
export async function ownSessions(looker: Looker, params: Fields): Promise<Answer> {
  return { result: await pageOf(looker, params) }
}

async function pageOf(
  { around, owner, caller }: Looker,
  params: Fields,
  isHeldIn?: ListWish['isHeldIn'],
): Promise<ListedPage> {
  if (!caller.scopes.has('session.read')) return { sessions: [] }
  const [cwd, cursor] = [textIn(params, 'cwd'), textIn(params, 'cursor')]
  const cwds = cwd === undefined ? undefined : await namesOf(cwd)
  if (caller.session === undefined) return await around.sessions.list(owner, { cwds, cursor, isHeldIn })
  const { sessions } = await around.sessions.listOne(owner, caller.session)
  return { sessions: sessions.filter(each => cwds === undefined || cwds.includes(each.cwd)) }
}

/** Sessions are kept under real paths, and before that were kept as clients had spelled them. */
async function namesOf(cwd: string): Promise<readonly string[]> {
  return isPlain(cwd) ? [cwd, await toRealPath(cwd)] : [cwd]
}

function textOf(session: unknown, name: string): string | undefined {
  const text = fieldOf(session, name)
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function textIn(params: Fields, name: string): string | undefined {
  const text = params[name] ?? undefined
  if (text !== undefined && typeof text !== 'string')
    throw rpcError('invalid_params', `/${name}: expected string`)
  return text
}
