/** A client as version 2 has it: a prompt is answered when it is taken in, and its turn ends with the next idle state. */

import { Cancellation } from '../jsonrpc/index.js'
import {
  type Call,
  type Capabilities,
  type HandlerTable,
  handlerTable,
  type Peer,
} from '../protocol/index.js'
import type { v1, v2, v2Unstable } from '../schema/index.js'
import type { Dialogue } from './dialogue.js'
import type { Elicitations } from './elicitation.js'
import { elicitationOf, loadElicitations } from './eliciting.js'
import type { Host } from './host.js'
import { unnamed } from './identity.js'
import type { Conversation, LiveSession } from './live-session.js'
import { choose, toOutcome } from './permission.js'
import { retellings } from './retelling.js'
import { SessionMap } from './sessions.js'
import type { OutcomeV2 } from './speech.js'
import { spellingV2 } from './spelling-v2.js'
import type { LiveTurn } from './turn.js'

type ClientPeer = Peer<'v2', 'client'>

/** Who lends, and the conversations it lends to. */
interface Lender {
  readonly host: Host
  readonly sessions: SessionMap
  readonly elicitations: Elicitations | undefined
  readonly ledger: TurnLedger
}

function params(host: Host): Capabilities {
  const elicitation = elicitationOf(host)
  const sent: v2.InitializeRequest = {
    protocolVersion: 2,
    info: host.info ?? unnamed,
    capabilities: {
      ...(host.auth?.terminal === undefined ? {} : { auth: { terminal: {} } }),
      ...(elicitation === undefined ? {} : { elicitation }),
      ...(host.meta === undefined ? {} : { _meta: host.meta }),
    },
  }
  return sent as unknown as Capabilities
}

/** Which turns the agent has taken in, and an idle state that came before the answer that would have said so. */
class TurnLedger {
  readonly #working = new WeakSet<LiveSession>()
  readonly #inserted = new WeakSet<LiveTurn>()
  readonly #early = new WeakMap<LiveSession, OutcomeV2>()
  readonly #expected = new WeakMap<LiveTurn, Cancellation>()
  readonly #retold = new WeakMap<LiveSession, v2.SessionUpdate>()

  /** What calls off the prompt while its answer is awaited: until then the agent has not begun it. */
  expect(turn: LiveTurn): Cancellation {
    const cancellation = new Cancellation()
    this.#expected.set(turn, cancellation)
    return cancellation
  }

  withdraw(turn: LiveTurn): boolean {
    const cancellation = this.#expected.get(turn)
    cancellation?.cancel()
    return cancellation !== undefined
  }

  insert(session: LiveSession, turn: LiveTurn): void {
    this.#expected.delete(turn)
    const early = this.#early.get(session)
    this.#early.delete(session)
    if (early === undefined) this.#inserted.add(turn)
    else end(session, turn, early)
  }

  /** An idle state that came before a refusal ended other work than this prompt's. */
  refuse(session: LiveSession): void {
    this.#early.delete(session)
  }

  begin(session: LiveSession): void {
    this.#working.add(session)
  }

  /** Only work that was under way can end: a repeated idle state carries the last reason and means nothing new. */
  idle(session: LiveSession, outcome: OutcomeV2): void {
    if (this.#working.delete(session)) this.#end(session, outcome)
  }

  /** Of states that are told again only the last one says anything of now. */
  retell(session: LiveSession, update: v2.SessionUpdate): void {
    this.#retold.set(session, update)
  }

  catchUp(session: LiveSession): void {
    const last = this.#retold.get(session)
    this.#retold.delete(session)
    if (last !== undefined) noticeState(session, last, this)
  }

  #end(session: LiveSession, outcome: OutcomeV2): void {
    const [first] = session.turns
    if (first === undefined) return
    if (!this.#inserted.has(first)) return void this.#early.set(session, outcome)
    for (const turn of [...session.turns]) if (this.#inserted.has(turn)) end(session, turn, outcome)
  }
}

function end({ prompts }: LiveSession, turn: LiveTurn, outcome: OutcomeV2): void {
  turn.settle(outcome)
  prompts.endUpdates(turn)
}

function conversation(peer: ClientPeer, ledger: TurnLedger): Conversation {
  return {
    start(session, turn) {
      const { id, prompts } = session
      const prompt = turn.message as readonly v2.ContentBlock[]
      const { meta } = turn
      const request = meta === undefined ? { sessionId: id, prompt } : { sessionId: id, prompt, _meta: meta }
      // Entered in the ledger as the answer is read: the idle state may be the very next message.
      const onSettle = (isError: boolean): void =>
        isError ? ledger.refuse(session) : ledger.insert(session, turn)
      peer
        .request('session/prompt', request, { lane: id, onSettle, cancellation: ledger.expect(turn) })
        .catch(error => prompts.refuse(turn, error))
    },
    cancel: ({ id }) => void peer.notify('session/cancel', { sessionId: id })?.catch(() => {}),
    withdraw: turn => ledger.withdraw(turn),
  }
}

function handlers(lender: Lender): HandlerTable {
  const { host, sessions, ledger, elicitations } = lender
  const elicit = elicitations?.create.bind(elicitations) as
    | ((params: v2.CreateElicitationRequest, call: Call) => Promise<v2.CreateElicitationResponse>)
    | undefined
  return handlerTable<'v2', 'client'>({
    extensions: [...(host.extensions ?? []), ...retellings(sessions, session => ledger.catchUp(session))],
    requests: {
      'session/request_permission': (params, call) => ask(lender, params, call),
      'elicitation/create': elicit,
    },
    notifications: {
      'session/update': ({ sessionId, update }, size) => {
        const slowed = sessions.deliver(sessionId, update, size)
        const session = sessions.find(sessionId)
        if (session !== undefined) noticeState(session, update, ledger)
        return slowed
      },
      'elicitation/complete': ({ elicitationId }) => elicitations?.complete(elicitationId),
    },
  })
}

function noticeState(session: LiveSession, update: v2.SessionUpdate, ledger: TurnLedger): void {
  if (update.sessionUpdate !== 'state_update') return
  if (session.isRetold) return ledger.retell(session, update)
  if (update.state !== 'idle') return ledger.begin(session)
  const { stopReason } = update
  const { usage } = update as v2Unstable.IdleStateUpdate
  ledger.idle(session, {
    // Agents should say why work ended, but need not.
    stopReason: typeof stopReason === 'string' ? stopReason : 'end_turn',
    ...('error' in update && update.error ? { error: update.error as v2.Error } : {}),
    ...(usage ? { usage } : {}),
  })
}

async function ask(
  { host, sessions }: Lender,
  params: v2.RequestPermissionRequest,
  call: Call,
): Promise<v2.RequestPermissionResponse> {
  const { sessionId, title, description, subject, options } = params
  const toolCall =
    subject?.type === 'tool_call' ? (subject.toolCall as unknown as v1.ToolCallUpdate) : undefined
  const request = { sessionId, title, description: description ?? undefined, toolCall, options, raw: params }
  return { outcome: toOutcome(await choose(host, request, { session: sessions.find(sessionId), call })) }
}

export const dialogueV2: Dialogue = {
  params,
  async begin(peer, host) {
    const ledger = new TurnLedger()
    const sessions = new SessionMap({
      peer,
      conversation: conversation(peer as ClientPeer, ledger),
      spelling: spellingV2,
    })
    const elicitations = await loadElicitations(host, sessions)
    return { sessions, handlers: handlers({ host, sessions, ledger, elicitations }) }
  },
}
