/** A client as version 2 has it: a prompt is answered when it is taken in, and its turn ends with the next idle state. */

import {
  type Call,
  type Capabilities,
  type HandlerTable,
  handlerTable,
  type Peer,
} from '../protocol/index.js'
import type { v1, v2 } from '../schema/index.js'
import type { Dialogue } from './dialogue.js'
import type { Host } from './host.js'
import { unnamed } from './identity.js'
import { choose, toOutcome } from './permission.js'
import type { Conversation, Session } from './session.js'
import { SessionMap } from './sessions.js'
import type { Outcome, Turn } from './turn.js'

export type UpdateV2 = v2.SessionUpdate
type ClientPeer = Peer<'v2', 'client'>

/** Who lends, and the conversations it lends to. */
interface Lender {
  readonly host: Host
  readonly sessions: SessionMap<UpdateV2>
}

function params(host: Host): Capabilities {
  const sent: v2.InitializeRequest = {
    protocolVersion: 2,
    info: host.info ?? unnamed,
    capabilities: host.meta === undefined ? {} : { _meta: host.meta },
  }
  return sent as unknown as Capabilities
}

/** Which turns the agent has taken in, and an idle state that came before the answer that would have said so. */
class TurnLedger {
  readonly #working = new WeakSet<Session<UpdateV2>>()
  readonly #inserted = new WeakSet<Turn<UpdateV2>>()
  readonly #early = new WeakMap<Session<UpdateV2>, Outcome>()

  insert(session: Session<UpdateV2>, turn: Turn<UpdateV2>): void {
    const early = this.#early.get(session)
    this.#early.delete(session)
    if (early === undefined) this.#inserted.add(turn)
    else end(session, turn, early)
  }

  /** An idle state that came before a refusal ended other work than this prompt's. */
  refuse(session: Session<UpdateV2>): void {
    this.#early.delete(session)
  }

  begin(session: Session<UpdateV2>): void {
    this.#working.add(session)
  }

  /** Only work that was under way can end: a repeated idle state carries the last reason and means nothing new. */
  idle(session: Session<UpdateV2>, outcome: Outcome): void {
    if (this.#working.delete(session)) this.#end(session, outcome)
  }

  #end(session: Session<UpdateV2>, outcome: Outcome): void {
    const [first] = session.turns
    if (first === undefined) return
    if (!this.#inserted.has(first)) return void this.#early.set(session, outcome)
    for (const turn of [...session.turns]) if (this.#inserted.has(turn)) end(session, turn, outcome)
  }
}

function end(session: Session<UpdateV2>, turn: Turn<UpdateV2>, outcome: Outcome): void {
  session.endUpdates(turn)
  turn.settle(outcome)
}

function conversation(peer: ClientPeer, ledger: TurnLedger): Conversation<UpdateV2> {
  return {
    start(session, turn, blocks) {
      const request = { sessionId: session.id, prompt: blocks as unknown as readonly v2.ContentBlock[] }
      // Entered in the ledger as the answer is read: the idle state may be the very next message.
      const options = {
        lane: session.id,
        onSettle: (isError: boolean) => (isError ? ledger.refuse(session) : ledger.insert(session, turn)),
      }
      peer.request('session/prompt', request, options).catch(error => {
        turn.fail(error)
        peer.behind(session.id, () => session.endUpdates(turn))
      })
    },
    cancel: session => void peer.notify('session/cancel', { sessionId: session.id })?.catch(() => {}),
  }
}

function handlers(host: Host, sessions: SessionMap<UpdateV2>, ledger: TurnLedger): HandlerTable {
  return handlerTable<'v2', 'client'>({
    requests: {
      'session/request_permission': (params, call) => ask({ host, sessions }, params, call),
    },
    notifications: {
      'session/update': ({ sessionId, update }, size) => {
        const slowed = sessions.deliver(sessionId, update, size)
        const session = sessions.find(sessionId)
        if (session !== undefined) noticeState(session, update, ledger)
        return slowed
      },
    },
  })
}

function noticeState(session: Session<UpdateV2>, update: UpdateV2, ledger: TurnLedger): void {
  if (update.sessionUpdate !== 'state_update') return
  if (update.state !== 'idle') return ledger.begin(session)
  const { stopReason } = update
  ledger.idle(session, {
    // Agents should say why work ended, but need not.
    stopReason: typeof stopReason === 'string' ? stopReason : 'end_turn',
    ...('error' in update && update.error ? { error: update.error } : {}),
  })
}

async function ask(
  lender: Lender,
  params: v2.RequestPermissionRequest,
  call: Call,
): Promise<v2.RequestPermissionResponse> {
  const { sessionId, title, description, subject, options } = params
  const toolCall =
    subject?.type === 'tool_call' ? (subject.toolCall as unknown as v1.ToolCallUpdate) : undefined
  const request = { sessionId, title, description: description ?? undefined, toolCall, options, raw: params }
  const session = lender.sessions.find(sessionId) as Session<never> | undefined
  return { outcome: toOutcome(await choose(lender.host, request, { session, call })) }
}

export const dialogueV2: Dialogue = {
  params,
  begin(peer, host) {
    const ledger = new TurnLedger()
    const sessions = new SessionMap<UpdateV2>(conversation(peer as ClientPeer, ledger), peer.log)
    return { sessions: sessions as SessionMap<unknown>, handlers: handlers(host, sessions, ledger) }
  },
}
