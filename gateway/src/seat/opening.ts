/** How a client begins to take part in a session: a new one, one that the gateway knows, or one that only the agent knows. */

import { rpcError } from '@parley/acp/protocol'
import { toEventId } from '@parley/acp/transport'
import type { Answer } from '../hub/event.js'
import { type Fields, fieldOf, metaOf } from '../hub/fields.js'
import { follow, replay, tellState } from '../hub/joining.js'
import type { SessionFacts } from '../hub/session-facts.js'
import { ATTACH_METHOD, KEEP_META } from '../hub/words.js'
import { type Attended, goOn } from './attendance.js'
import { mayStart } from './caller.js'
import { endingOf } from './endings.js'
import { mayAskAgent, type Opening, openFork, openNew, openUnknown, type Wish } from './making.js'
import type { Opener } from './method-rules.js'
import { demandInside, demandPlain, isThere } from './roots.js'
import { traceOf } from './trace.js'

const MOST_SERVER_CHARACTERS = 256 * 1_024
const MAKING = new Set<Opener>(['session/new', 'session/fork'])

/** Opens it, and says what to answer; nothing where the answer comes from elsewhere. What goes wrong is thrown. */
export async function openSession(seat: Opening, wish: Wish): Promise<Answer | undefined> {
  const { session: onlyOne } = seat.caller
  if (onlyOne !== undefined && MAKING.has(wish.method))
    throw rpcError('permission_denied', 'A guest of one session makes no others')
  demandFewServers(wish.params)
  if (wish.method === 'session/new') return await openNew(seat, wish)
  const { sessionId } = wish.params
  if (typeof sessionId !== 'string') throw rpcError('invalid_params', '/sessionId: expected string')
  if (!mayAskAgent(seat, wish, sessionId)) return await openKnown(seat, wish, sessionId)
  return await seat.attendance.expecting(sessionId, () => openKnown(seat, wish, sessionId))
}

async function openKnown(seat: Opening, wish: Wish, sessionId: string): Promise<Answer | undefined> {
  const attended = await seat.attendance.find(sessionId)
  if (attended === undefined)
    return (await openUnknown(seat, wish, sessionId)) ?? (await openKnown(seat, wish, sessionId))
  const { session } = attended
  // It was put away in this very moment, and comes back as another.
  if (!seat.attendance.isCurrent(attended)) return await openKnown(seat, wish, sessionId)
  // What others have not heard yet is waited for by them alone.
  const ending = endingOf(session) ?? endingOf(attended.viewer)
  if (ending !== undefined) return await ending.then(() => openKnown(seat, wish, sessionId))
  session.isPutAway = false
  if (session.failure !== undefined) throw session.failure.error
  if (seat.attendance.isElsewhere(session)) return await seat.elsewhere.open(wish, session)
  if (wish.method === 'session/fork') return await openFork(seat, wish, session)
  await demandPlace(seat, wish.params, session.facts)
  seat.around.note({ what: 'attached', caller: seat.caller, sessionId, trace: traceOf(wish.params) })
  if (wish.method === ATTACH_METHOD) return await attach(attended, wish.params)
  return await reopen(seat, wish, attended)
}

/** What was said in a folder that is gone can be read: where it would be allowed, or where nobody else could have said it. */
async function demandReadable({ around, caller }: Opening, place: Fields, isKept = false): Promise<void> {
  if (!isKept) demandPlain(place)
  const isGone = typeof place.cwd === 'string' && !(await isThere(place.cwd))
  if (isGone && (await around.isAlone())) return
  await demandInside(place, caller, { mayBeGone: true, isKept })
}

/** Its agent works where the session does, whatever a client says of it: both are judged. */
async function demandPlace(seat: Opening, params: Fields, facts: SessionFacts): Promise<void> {
  const { cwd, additionalDirectories } = facts
  await demandReadable(seat, { cwd, additionalDirectories }, true)
  const given = givenPlace(params, facts)
  if (Object.keys(given).length > 0) await demandReadable(seat, { cwd, ...given })
}

async function reopen(seat: Opening, { method, params }: Wish, attended: Attended): Promise<Answer> {
  const { session, viewer } = attended
  if (session.link === undefined && mayStart(seat.caller)) {
    // These are programs that the agent starts: not for a guest to choose.
    if (Array.isArray(params.mcpServers) && !keeps(params)) session.servers = params.mcpServers
    // The past can be told without the agent; a prompt will say that the session is broken.
    await session.agent(() => seat.connect(), true).catch(error => seat.around.report(error))
  }
  if (method === 'session/load' || fieldOf(params, 'replayFrom') !== undefined) await replay(session, viewer)
  else follow(session, viewer)
  if (!session.answersEndTurns) tellState(session, viewer)
  return { result: session.past.opening.result }
}

async function attach(attended: Attended, { after }: Fields): Promise<Answer> {
  const { session, viewer } = attended
  if (typeof after === 'string') goOn(attended, after)
  else await replay(session, viewer)
  const event = toEventId({ epoch: session.log.epoch, number: session.log.durable })
  return { result: { ...session.past.opening.result, event } }
}

/** They are kept as long as the session is open. */
function demandFewServers({ mcpServers }: Fields): void {
  if (!Array.isArray(mcpServers) || JSON.stringify(mcpServers).length <= MOST_SERVER_CHARACTERS) return
  throw rpcError('invalid_params', `/mcpServers: at most ${MOST_SERVER_CHARACTERS / 1_024} KiB in all`)
}

/** A client may say again where the session works, and is held to its roots in what it says. */
function givenPlace(params: Fields, { spellings = [] }: SessionFacts): Fields {
  if (keeps(params)) return {}
  const { cwd = null, additionalDirectories: more = null } = params
  // Lists show it as it was kept, and clients say what lists show.
  const isOwn = (directory: unknown): boolean => spellings.some(each => each === directory)
  const additionalDirectories = Array.isArray(more) ? more.filter(each => !isOwn(each)) : more
  return {
    ...(cwd === null || isOwn(cwd) ? {} : { cwd }),
    ...(additionalDirectories === null ? {} : { additionalDirectories }),
  }
}

/** Whether it only says what it must, and means the session as it is. */
function keeps(params: Fields): boolean {
  return metaOf(params, KEEP_META) === true
}
