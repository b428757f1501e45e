/** How a session becomes one of the gateway's: made by the agent, forked from another, or known to the agent alone till now. */

import { type Cancellation, type Id, RpcError } from '@parley/acp/jsonrpc'
import { isIdentifier, rpcError } from '@parley/acp/protocol'
import {
  type AgentCall,
  type AgentLink,
  type AgentQuestion,
  type Asker,
  askAgent,
} from '../hub/agent-link.js'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, withoutOwnMeta } from '../hub/fields.js'
import { replay } from '../hub/joining.js'
import { NO_SESSION, refusal } from '../hub/refusal.js'
import type { SessionFacts } from '../hub/session-facts.js'
import type { Owner, TakePlace } from '../hub/sessions.js'
import type { SharedSession } from '../hub/shared-session.js'
import type { Upstream } from '../upstream/upstream.js'
import type { Attendance } from './attendance.js'
import { mayStart, type SeatCaller } from './caller.js'
import type { Elsewhere } from './elsewhere.js'
import { tellTitle } from './labelling.js'
import type { Opener } from './method-rules.js'
import { demandInside } from './roots.js'
import type { Surroundings } from './surroundings.js'
import { onceMoreIfTaken, withTakenId } from './taken-id.js'
import { traceOf } from './trace.js'

/** What opening a session needs of the seat. */
export interface Opening {
  readonly around: Surroundings
  readonly caller: SeatCaller
  readonly owner: Owner
  readonly attendance: Attendance
  readonly elsewhere: Elsewhere
  /** The version that this client speaks. */
  readonly protocol: number
  connect(): Promise<Upstream>
  ask(question: AgentQuestion): Promise<unknown>
}

/** A request that opens a session. */
export interface Wish {
  readonly id: Id
  readonly method: Opener
  readonly params: Fields
  readonly cancellation: Cancellation
}

export async function openNew(seat: Opening, wish: Wish): Promise<Answer> {
  const { id, method, cancellation } = wish
  const params = await placed(wish.params, seat)
  const work = async (take: TakePlace): Promise<Answer> => {
    const upstream = await seat.connect()
    const options = { cancellation, asker: askerOf(seat, id), deadline: seat.around.patience.agents }
    return await upstream.opening(async () => {
      const answer = await upstream.request(method, withoutOwnMeta(params), options)
      return await register(seat, { answer, params, link: upstream }, facts =>
        seat.around.sessions.create(facts, take),
      )
    })
  }
  return await onceMoreIfTaken(() => withPlace(seat, work))
}

export async function openFork(seat: Opening, wish: Wish, source: SharedSession): Promise<Answer> {
  const params = await placed({ cwd: source.facts.cwd, ...wish.params }, seat)
  return await withPlace(seat, async take => {
    const link = await source.agent(() => seat.connect())
    return await link.opening(async () => {
      const answer = await askAgent(link, toCall(seat, { ...wish, params }, source.sessionId))
      if (answer === 'lost') return refusal('internal_error', 'The agent ended')
      return await register(seat, { answer, params, link }, facts =>
        seat.around.sessions.fork(source, facts, take),
      )
    })
  })
}

/** The same with the directories that were judged: how a client spells one, its agent may read in another way. */
async function placed(params: Fields, { caller }: Opening): Promise<Fields> {
  return { ...params, ...(await demandInside(params, caller)) }
}

/** A place is taken before there is a session, and given back where none has come of it. */
async function withPlace(seat: Opening, work: (take: TakePlace) => Promise<Answer>): Promise<Answer> {
  demandOpen(seat)
  const giveBack = seat.around.takePlace()
  let isTaken = false
  const take = (): (() => void) => {
    isTaken = true
    return giveBack
  }
  try {
    return await work(take)
  } finally {
    if (!isTaken) giveBack()
  }
}

/** What begins while the gateway closes would be put away by nobody. */
function demandOpen({ around }: Opening): void {
  if (around.sessions.isClosing) throw rpcError('invalid_session_state', 'The gateway is closing')
}

function toCall(seat: Opening, { id, method, params }: Wish, sessionId: string): AgentCall {
  const asker = askerOf(seat, id)
  return { sessionId, method, params: withoutOwnMeta(params), asker, deadline: seat.around.patience.agents }
}

function askerOf(seat: Opening, request: Id): Asker {
  return { request, client: seat, ask: question => seat.ask(question) }
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
  demandOpen(seat)
  const session = await make(toFacts(seat, sessionId, params)).catch(error => {
    throw withTakenId(error, seat.owner.agent, sessionId)
  })
  seat.around.note({ what: 'opened', caller: seat.caller, sessionId, trace: traceOf(params) })
  session.servers = listOf(params.mcpServers)
  seat.attendance.open(session).attach(session.log.last)
  session.open(link, answer.result)
  // Whoever forked it hears what the fork is called, too.
  if (session.past.title.label.fork !== undefined) tellTitle(session, seat.caller.name)
  await session.log.kept(session.log.last)
  return answer
}

/**
 * A guest was asked into a session that is here: what else the agent knows, and with which servers, is not for guests. Nor is
 * it for those who only look: the session becomes one of ours.
 */
export function mayAskAgent({ caller }: Opening, { method }: Wish, sessionId: string): boolean {
  const isReopening = method === 'session/load' || method === 'session/resume'
  return isReopening && mayStart(caller) && isIdentifier(sessionId)
}

/**
 * Whether the agent knows it is for the agent to say, where nobody else could have put it there. Nothing where somebody else
 * has opened it meanwhile: then it is one of ours.
 */
export async function openUnknown(seat: Opening, wish: Wish, sessionId: string): Promise<Answer | undefined> {
  const { method } = wish
  if (!mayAskAgent(seat, wish, sessionId) || !(await seat.around.isAlone())) return NO_SESSION
  const params = await placed(wish.params, seat)
  const upstream = await seat.connect()
  const { load, resume } = upstream.offers
  if (!load && !resume) return NO_SESSION
  if (!(method === 'session/load' ? load : resume))
    throw rpcError('capability_not_supported', `The agent, which alone knows this session, has no ${method}`)
  demandOpen(seat)
  const { sessions, takePlace, note } = seat.around
  let result: unknown
  const session = await sessions.adopt(toFacts(seat, sessionId, params), takePlace, async fresh => {
    result = await hearPast(seat, { ...wish, params }, { session: fresh, upstream })
  })
  if (result === undefined) return undefined
  note({ what: 'opened', caller: seat.caller, sessionId, trace: traceOf(params) })
  await replay(session, seat.attendance.open(session))
  return { result }
}

/** Everything that the agent says before its answer happened before. */
async function hearPast(
  seat: Opening,
  wish: Wish,
  { session, upstream }: { readonly session: SharedSession; readonly upstream: Upstream },
): Promise<unknown> {
  session.servers = listOf(wish.params.mcpServers)
  session.adopt(upstream)
  const answer = await askAgent(upstream, toCall(seat, wish, session.sessionId))
  if (answer === 'lost') throw rpcError('internal_error', 'The agent ended')
  if ('error' in answer) throw new RpcError(answer.error.code, answer.error.message, answer.error.data)
  session.record({ type: 'opened', result: answer.result })
  return answer.result ?? null
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
