/** An agent as version 1 serves it: a prompt is answered when its turn is over. */

import { Cancellation } from '../jsonrpc/index.js'
import {
  type Call,
  type ContractName,
  type HandledExtension,
  handleExtension,
  handlerTable,
  type Peer,
  rpcError,
  SET_MODEL_METHOD,
  setModelRequest,
  traceOf,
} from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import { withJournal } from './journal-failure.js'
import { LiveTurn } from './live-turn.js'
import { MeansV1 } from './means-v1.js'
import { runTurn } from './run-turn.js'
import { type Entered, House, open } from './service.js'
import {
  accountHandlers,
  cancelHandler,
  changeSetting,
  openHandlers,
  sessionHandlers,
  toOpenAnswer,
} from './session-handlers.js'
import { MODE } from './setting.js'
import type { OpenAnswer } from './spelling.js'
import { spellingV1 } from './spelling-v1.js'

type Handlers = Parameters<typeof handlerTable<'v1-unstable', 'agent'>>[0]

const requests = {
  ...sessionHandlers,
  ...accountHandlers,
  ...openHandlers,
  async authenticate({ methodId }: v1Unstable.AuthenticateRequest, _call: Call, { reception }: House) {
    await reception.login(methodId)
    return {}
  },
  async logout(_params: unknown, _call: Call, { reception }: House) {
    await reception.logout()
    return {}
  },
  'session/load': load,
  async 'session/set_mode'(
    { sessionId, modeId }: v1Unstable.SetSessionModeRequest,
    _call: Call,
    { sessions }: House,
  ) {
    const session = sessions.get(sessionId)
    await withJournal(sessionId, () => session.setSetting(MODE, modeId))
    return {}
  },
  'session/set_config_option': (
    params: v1Unstable.SetSessionConfigOptionRequest,
    _call: Call,
    house: House,
  ) => changeSetting(house, params, () => params.value),
  'session/prompt': answer,
}

// Written once for both versions, whose answers differ only in their spelling.
const handlers = handlerTable({ requests, notifications: cancelHandler } as unknown as Handlers)

export async function serveV1(entered: Entered, peer: Peer<ContractName, 'agent'>): Promise<void> {
  const { contract, client } = entered.guest
  const owner = new House(entered, peer, spellingV1(contract, client))
  const extensions = new Map(entered.extensions).set(SET_MODEL_METHOD, modelHandler(owner))
  await open(entered, peer, { ...handlers, extensions, owner })
}

/** Clients of earlier versions choose the model with a method of its own. */
function modelHandler(house: House): HandledExtension {
  return handleExtension(setModelRequest, async ({ sessionId, modelId }) => {
    const { declared } = house.sessions.get(sessionId).settings
    const setting = declared.find(({ category }) => category === 'model')
    if (setting === undefined)
      throw rpcError('method_not_found', `Method not found: ${SET_MODEL_METHOD}`, {
        method: SET_MODEL_METHOD,
      })
    await changeSetting(house, { sessionId, configId: setting.id }, () => modelId)
    return {}
  })
}

async function load(params: v1Unstable.LoadSessionRequest, call: Call, house: House): Promise<OpenAnswer> {
  const session = await house.lobby.restore(params.sessionId, params, { isReplayed: true, call })
  return toOpenAnswer(house, session, call)
}

async function answer(
  params: v1Unstable.PromptRequest,
  call: Call,
  house: House,
): Promise<v1Unstable.PromptResponse> {
  const peer = house.peer as Peer<'v1', 'agent'>
  const session = house.sessions.get(params.sessionId)
  if (house.definition.whileBusy !== 'queue') session.work.demandIdle()
  const cancellation = new Cancellation()
  const trace = traceOf(params)
  const means = new MeansV1({ peer, session, cancellation, trace })
  const turn = new LiveTurn(session, params.prompt, { means, cancellation, trace })
  // The prompt given up, or the connection gone, is a cancel like any other.
  call.onCancel(() => turn.cancel())
  let end: ReturnType<typeof runTurn> | undefined
  const begin = (): void => {
    end = session.work.run(turn, () => work(house, turn))
  }
  const admission = house.desk.take(session, call, begin)
  if (admission !== 'taken' && (await admission) === 'cancelled') return { stopReason: 'cancelled' }
  const ended = await end
  if (ended === undefined || 'error' in ended) throw ended?.error
  return house.isUnstable && turn.spent !== undefined ? { ...ended, usage: turn.spent } : ended
}

/** What cannot be written down is not begun. */
async function work(house: House, turn: LiveTurn): ReturnType<typeof runTurn> {
  const { session } = turn
  const { contract } = house.spelling
  if (session.isKept)
    await withJournal(session.id, () =>
      session.record({ kind: 'prompt', contract, messageId: session.nextId(), content: turn.blocks }),
    )
  return runTurn(house.definition, turn)
}
