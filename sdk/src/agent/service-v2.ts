/** An agent as version 2 serves it: a prompt is answered when it is taken in, and its turn ends with an idle state. */

import { Cancellation, toHandlerError } from '../jsonrpc/index.js'
import {
  type Call,
  type ContractName,
  handlerTable,
  type Peer,
  rpcError,
  traceOf,
  type Welcome,
} from '../protocol/index.js'
import type { v1, v2, v2Unstable } from '../schema/index.js'
import { describeV2 } from './description-v2.js'
import type { Guest } from './guest.js'
import { toTelling } from './journal-failure.js'
import { LiveTurn } from './live-turn.js'
import { meansV2 } from './means-v2.js'
import { runTurn, type TurnEnd } from './run-turn.js'
import { House, open, type Service } from './service.js'
import type { LiveSession } from './session.js'
import {
  accountHandlers,
  cancelHandler,
  changeSetting,
  openHandlers,
  sessionHandlers,
} from './session-handlers.js'
import type { SessionSetup } from './session-view.js'
import type { Update } from './spelling.js'
import { spellingV2 } from './spelling-v2.js'

type Handlers = Parameters<typeof handlerTable<'v2-unstable', 'agent'>>[0]

const requests = {
  ...sessionHandlers,
  ...accountHandlers,
  ...openHandlers,
  async 'auth/login'({ methodId }: v2.LoginAuthRequest, _call: Call, { reception }: House) {
    await reception.login(methodId)
    return {}
  },
  async 'auth/logout'(_params: unknown, _call: Call, { reception }: House) {
    await reception.logout()
    return {}
  },
  'session/resume': resume,
  'session/set_config_option': (params: v2.SetSessionConfigOptionRequest, _call: Call, house: House) =>
    changeSetting(house, params, () => toValue(params)),
  'session/prompt': take,
}

const handlers = handlerTable({ requests, notifications: cancelHandler } as unknown as Handlers)

export function welcomeV2(service: Service, peer: Peer<ContractName, 'agent'>, guest: Guest): Welcome {
  return {
    result: describeV2(guest),
    async enter(agreed) {
      const entered = { ...service, guest, agreed }
      const owner = new House(entered, peer, spellingV2(guest.contract))
      await open(entered, peer, { ...handlers, extensions: service.extensions, owner })
    },
  }
}

/** A kind of value that nobody knows is none of the values a setting has, whatever it looks like. */
function toValue({ type, value }: v2.SetSessionConfigOptionRequest): string | boolean {
  if ((type === 'id' && typeof value === 'string') || (type === 'boolean' && typeof value === 'boolean'))
    return value
  throw rpcError('invalid_params', 'Invalid params: /type: expected id or boolean, and a value of that type')
}

/** With a journal the session is opened anew, and told again if asked for; without one it must still be open. */
async function resume(
  { sessionId, replayFrom, ...setup }: v2Unstable.ResumeSessionRequest,
  call: Call,
  house: House,
): Promise<object> {
  const isReplayed = replayFrom !== undefined && replayFrom !== null
  if (isReplayed && (house.definition.sessions === undefined || replayFrom.type !== 'start'))
    throw rpcError('invalid_params', 'Invalid params: /replayFrom: nothing can be replayed from there')
  const session = await reopen(house, sessionId, { setup: setup as SessionSetup, isReplayed, call })
  // The state it is in comes before the answer.
  tellState(session, session.work.turn === undefined ? { state: 'idle' } : { state: 'running' })
  return house.spelling.setup(session.settings, session.commands)
}

/** A session at work on this connection goes on; only its state is told again, for a replay would mix with what it says. */
async function reopen(
  house: House,
  sessionId: string,
  { setup, ...wish }: { readonly setup: SessionSetup; readonly isReplayed: boolean; readonly call: Call },
): Promise<LiveSession> {
  const { definition, sessions } = house
  const isAtWork = sessions.find(sessionId)?.work.turn !== undefined
  if (definition.sessions !== undefined && !isAtWork) return house.lobby.restore(sessionId, setup, wish)
  await house.demandAccess()
  const session = sessions.get(sessionId)
  // Its turn may have ended meanwhile: then it is told again after all.
  if (definition.sessions !== undefined && session.work.turn === undefined)
    return house.lobby.restore(sessionId, setup, wish)
  if (wish.isReplayed) session.work.demandIdle()
  return session
}

async function take(params: v2.PromptRequest, call: Call, house: House): Promise<v2.PromptResponse> {
  const peer = house.peer as Peer<'v2', 'agent'>
  const session = house.sessions.get(params.sessionId)
  const cancellation = new Cancellation()
  const trace = traceOf(params)
  const means = meansV2({ peer, session, cancellation, trace })
  const blocks = params.prompt as readonly v1.ContentBlock[]
  const turn = new LiveTurn(session, blocks, { means, cancellation, trace })
  const messageId = session.nextId()
  const shown = house.spelling.user(messageId, blocks)
  const answered = new Promise<void>(resolve => {
    call.onAnswered = resolve
  })
  let kept: Promise<void> = Promise.resolve()
  // Taken in now, so that the next prompt waits for this one; worked on after the answer, which must not wait for it.
  const begin = (): void => {
    const { contract } = house.spelling
    const entry = { kind: 'prompt', contract, messageId, content: blocks } as const
    kept = session.insert(entry, shown, answered)
    void session.work
      .run(turn, async () => {
        await kept
        await answered
        await work(house, turn, shown)
      })
      .catch(() => {})
  }
  if ((await house.desk.take(session, call, begin)) === 'cancelled')
    throw rpcError('request_cancelled', 'The prompt was cancelled before it was taken in')
  await kept.catch(error => {
    throw toTelling(error, session.id)
  })
  return { messageId }
}

async function work(house: House, turn: LiveTurn, shown: readonly Update[]): Promise<void> {
  const { session } = turn
  // Where the session is kept, what the user said was written down and is on its way already.
  if (!session.isKept) for (const update of shown) void session.tell(update)
  const end = await runTurn(house.definition, turn)
  const usage = house.isUnstable && turn.spent !== undefined ? { usage: turn.spent } : {}
  tellState(session, { ...toState(end, house), ...usage } as v2.StateUpdate)
}

/** What the client may know of a failure; the log knows the rest, under the same id. */
function toState(end: TurnEnd, { peer }: House): v2.StateUpdate {
  if ('stopReason' in end) return { state: 'idle', ...end }
  const told = toHandlerError(end.error, false)
  const { correlationId } = (told.data ?? {}) as { readonly correlationId?: unknown }
  peer.log.write({
    level: 'error',
    event: 'turn_failed',
    error: end.error,
    message: 'the turn failed',
    ...(typeof correlationId === 'string' ? { correlationId } : {}),
  })
  return { state: 'idle', stopReason: 'error', error: told }
}

function tellState(session: LiveSession, state: v2.StateUpdate): void {
  try {
    void session.tell({ sessionUpdate: 'state_update', ...state } as v2Unstable.SessionUpdate, false)
  } catch {
    // What is said can no longer be kept: the turn has said so already.
  }
}
