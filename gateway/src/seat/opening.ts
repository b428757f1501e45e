/** How a client begins to take part in a session: a new one, one that the gateway knows, or one that only the agent knows. */

import type { Cancellation } from '@parley/acp/jsonrpc'
import { isIdentifier, rpcError } from '@parley/acp/protocol'
import { toEventId } from '@parley/acp/transport'
import { type AgentLink, askAgent } from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, withoutOwnMeta } from '../hub/fields.js'
import { NO_SESSION, refusal } from '../hub/refusal.js'
import type { Owner } from '../hub/sessions.js'
import type { SessionFacts, SharedSession } from '../hub/shared-session.js'
import { ATTACH_METHOD } from '../hub/words.js'
import type { Upstream } from '../upstream/upstream.js'
import { type Attendance, type Attended, goOn } from './attendance.js'
import type { SeatCaller } from './caller.js'
import type { Opener } from './method-rules.js'
import { demandInside } from './roots.js'
import type { Surroundings } from './surroundings.js'

/** What opening a session needs of the seat. */
export interface Opening {
  readonly around: Surroundings
  readonly caller: SeatCaller
  readonly owner: Owner
  readonly attendance: Attendance
  readonly canWrite: boolean
  /** The version that this client speaks. */
  readonly protocol: number
  connect(): Promise<Upstream>
}

/** A request that opens a session. */
export interface Wish {
  readonly method: Opener
  readonly params: Fields
  readonly cancellation: Cancellation
}

const MAKING = new Set<Opener>(['session/new', 'session/fork'])

/** Opens it, and says what to answer. What goes wrong is thrown. */
export async function openSession(seat: Opening, wish: Wish): Promise<Answer> {
  const { session: onlyOne } = seat.caller
  if (onlyOne !== undefined && MAKING.has(wish.method))
    throw rpcError('permission_denied', 'A guest of one session makes no others')
  if (wish.method === 'session/new') return await openNew(seat, wish)
  const { sessionId } = wish.params
  if (typeof sessionId !== 'string') throw rpcError('invalid_params', '/sessionId: expected string')
  const attended = await seat.attendance.find(sessionId)
  if (attended === undefined) return await openUnknown(seat, wish, sessionId)
  const { session } = attended
  if (session.failure !== undefined) throw session.failure.error
  if (session.protocol !== seat.protocol)
    throw rpcError(
      'invalid_session_state',
      `This session is held in version ${session.protocol} of the protocol`,
    )
  if (wish.method === 'session/fork') return await openFork(seat, wish, session)
  await demandInside({ ...session.facts, ...givenPlace(wish.params) }, seat.caller.roots)
  seat.around.note({ what: 'attached', caller: seat.caller, sessionId })
  if (wish.method === ATTACH_METHOD) return await attach(attended, wish.params)
  return await reopen(seat, wish, attended)
}

async function openNew(seat: Opening, { method, params, cancellation }: Wish): Promise<Answer> {
  await demandInside(params, seat.caller.roots)
  await demandRoom(seat)
  const upstream = await seat.connect()
  return await upstream.opening(async () => {
    const answer = await upstream.request(method, withoutOwnMeta(params), cancellation)
    return await register(seat, { answer, params, link: upstream }, facts =>
      seat.around.sessions.create(facts),
    )
  })
}

async function openFork(seat: Opening, { method, params }: Wish, source: SharedSession): Promise<Answer> {
  const place = { cwd: source.facts.cwd, ...params }
  await demandInside(place, seat.caller.roots)
  await demandRoom(seat)
  const link = await source.agent(() => seat.connect())
  const call = { sessionId: source.sessionId, method, params: withoutOwnMeta(params) }
  return await link.opening(async () => {
    const answer = await askAgent(link, call)
    if (answer === 'lost') return refusal('internal_error', 'The agent ended')
    return await register(seat, { answer, params: place, link }, facts =>
      seat.around.sessions.fork(source, facts),
    )
  })
}

interface Opened {
  readonly answer: Answer
  readonly params: Fields
  readonly link: AgentLink
}

/** A session that the agent has made becomes one of ours; its client hears all that happens in it. */
async function register(
  seat: Opening,
  { answer, params, link }: Opened,
  make: (facts: SessionFacts) => Promise<SharedSession>,
): Promise<Answer> {
  if ('error' in answer) return answer
  const sessionId = fieldOf(answer.result, 'sessionId')
  if (typeof sessionId !== 'string' || !isIdentifier(sessionId))
    throw rpcError('internal_error', 'The agent gave the session no proper id')
  const session = await make(toFacts(seat, sessionId, params))
  seat.around.note({ what: 'opened', caller: seat.caller, sessionId })
  session.servers = listOf(params.mcpServers)
  const { viewer } = seat.attendance.enter(session)
  session.giveWord(viewer)
  viewer.attach(session.log.last)
  session.open(link, answer.result)
  await session.log.kept(session.log.last)
  return answer
}

/** Whether the agent knows it is for the agent to say, where nobody else could have put it there. */
async function openUnknown(seat: Opening, wish: Wish, sessionId: string): Promise<Answer> {
  const { method, params } = wish
  const isReopening = method === 'session/load' || method === 'session/resume'
  // A guest was asked into a session that is here: what else the agent knows, and with which servers, is not for guests.
  const mayBe = seat.around.isSolitary && seat.caller.session === undefined
  if (!mayBe || !seat.canWrite || !isReopening || !isIdentifier(sessionId)) return NO_SESSION
  await demandInside(params, seat.caller.roots)
  await demandRoom(seat)
  const upstream = await seat.connect()
  const session = await seat.around.sessions.create(toFacts(seat, sessionId, params))
  session.servers = listOf(params.mcpServers)
  session.adopt(upstream)
  const answer = await askAgent(upstream, { sessionId, method, params: withoutOwnMeta(params) })
  if (answer === 'lost' || 'error' in answer) {
    await seat.around.sessions.delete(session)
    return answer === 'lost' ? refusal('internal_error', 'The agent ended') : answer
  }
  seat.around.note({ what: 'opened', caller: seat.caller, sessionId })
  session.record({ type: 'opened', result: answer.result })
  const { viewer } = seat.attendance.enter(session)
  session.giveWord(viewer)
  await session.replay(viewer)
  return answer
}

async function reopen(seat: Opening, { method, params }: Wish, attended: Attended): Promise<Answer> {
  const { session, viewer } = attended
  if (session.link === undefined && seat.canWrite) {
    const mayChoose = seat.caller.session === undefined
    // These are programs that the agent starts: not for a guest to choose.
    if (mayChoose && Array.isArray(params.mcpServers)) session.servers = params.mcpServers
    // The past can be told without the agent; a prompt will say that the session is broken.
    await session.agent(() => seat.connect(), true).catch(error => seat.around.report(error))
  }
  if (method === 'session/load' || fieldOf(params, 'replayFrom') !== undefined) await session.replay(viewer)
  else session.follow(viewer)
  if (!session.answersEndTurns) session.tellState(viewer)
  return { result: session.past.opening.result }
}

async function attach(attended: Attended, { after }: Fields): Promise<Answer> {
  const { session, viewer } = attended
  if (typeof after === 'string') goOn(attended, after)
  else await session.replay(viewer)
  const event = toEventId({ epoch: session.log.epoch, number: session.log.durable })
  return { result: { ...session.past.opening.result, event } }
}

async function demandRoom({ around, owner, caller }: Opening): Promise<void> {
  const most = caller.allowance?.limits.sessions ?? around.mostSessions
  const open = await around.sessions.all()
  const theirs = open.filter(({ facts }) => facts.principal === owner.principal)
  if (theirs.length >= most) throw rpcError('rate_limited', 'Too many sessions are open')
}

function toFacts(seat: Opening, sessionId: string, params: Fields): SessionFacts {
  const { principal, agent } = seat.owner
  const { additionalDirectories } = params
  return {
    sessionId,
    principal,
    agent,
    protocol: seat.protocol,
    cwd: String(params.cwd),
    additionalDirectories: Array.isArray(additionalDirectories) ? additionalDirectories : undefined,
  }
}

/** A client may say again where the session works, and is held to its roots in what it says. */
function givenPlace({ cwd, additionalDirectories }: Fields): Fields {
  return {
    ...(cwd === undefined || cwd === null ? {} : { cwd }),
    ...(Array.isArray(additionalDirectories) ? { additionalDirectories } : {}),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
