/** An agent as version 1 serves it: a prompt is answered when its turn is over. */

import { Cancellation } from '../jsonrpc/index.js'
import {
  type Call,
  type Capabilities,
  type Contract,
  handlerTable,
  type Peer,
  traceOf,
  type Welcome,
} from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import { describeV1 } from './description-v1.js'
import { withJournal } from './journal-failure.js'
import { LiveTurn } from './live-turn.js'
import { meansV1 } from './means-v1.js'
import { runTurn } from './run-turn.js'
import { demandRequired, furnish, type House, type Service } from './service.js'
import {
  accountHandlers,
  changeSetting,
  openHandlers,
  sessionHandlers,
  toOpenAnswer,
} from './session-handlers.js'
import { MODE } from './settings.js'
import type { OpenAnswer } from './spelling.js'
import { spellingV1 } from './spelling-v1.js'

type Handlers = Parameters<typeof handlerTable<'v1-unstable', 'agent'>>[0]['requests']

export function welcomeV1(
  service: Service,
  peer: Peer<'v1', 'agent'>,
  { contract, params }: { readonly contract: Contract; readonly params: Capabilities },
): Welcome {
  const { definition, sessions } = service
  const client = (params.clientCapabilities ?? {}) as Capabilities
  demandRequired(definition, client)
  const spelling = spellingV1(contract.name, client)
  const house = furnish(service, peer, { contract, spelling, client })
  const requests = {
    ...sessionHandlers(house),
    ...accountHandlers(house),
    ...openHandlers(house),
    authenticate: async ({ methodId }: v1Unstable.AuthenticateRequest) => {
      await house.reception.login(methodId)
      return {}
    },
    logout: async () => {
      await house.reception.logout()
      return {}
    },
    'session/load': (params: v1Unstable.LoadSessionRequest, call: Call) => load(house, params, call),
    'session/set_mode': async ({ sessionId, modeId }: v1Unstable.SetSessionModeRequest) => {
      const session = sessions.get(sessionId)
      await withJournal(sessionId, () => session.setSetting(MODE, modeId))
      return {}
    },
    'session/set_config_option': async (params: v1Unstable.SetSessionConfigOptionRequest) => {
      return changeSetting(house, params, () => params.value)
    },
    'session/prompt': (params: v1Unstable.PromptRequest, call: Call) => answer(house, params, { peer, call }),
  }
  return {
    result: describeV1(house),
    handlers: handlerTable<'v1-unstable', 'agent'>({
      extensions: definition.extensions,
      // Written once for both versions, whose answers differ only in their spelling.
      requests: requests as unknown as NonNullable<Handlers>,
      notifications: { 'session/cancel': ({ sessionId }) => sessions.find(sessionId)?.cancel() },
    }),
  }
}

async function load(house: House, params: v1Unstable.LoadSessionRequest, call: Call): Promise<OpenAnswer> {
  const session = await house.lobby.restore(params.sessionId, params, { isReplayed: true, call })
  return toOpenAnswer(house, session, call)
}

interface Asked {
  readonly peer: Peer<'v1', 'agent'>
  readonly call: Call
}

async function answer(
  house: House,
  params: v1Unstable.PromptRequest,
  { peer, call }: Asked,
): Promise<v1Unstable.PromptResponse> {
  const session = house.sessions.get(params.sessionId)
  if (house.definition.whileBusy !== 'queue') session.demandIdle()
  const cancellation = new Cancellation()
  const trace = traceOf(params)
  const means = meansV1({ peer, session, cancellation, trace })
  const turn = new LiveTurn(session, params.prompt, { means, cancellation, trace })
  // The prompt given up, or the connection gone, is a cancel like any other.
  call.onCancel(() => turn.cancel())
  let end: ReturnType<typeof runTurn> | undefined
  const begin = (): void => {
    end = session.run(turn, () => work(house, turn))
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
