/** A client as version 1 has it: what it advertises, what it answers, and a prompt that is answered when its turn is over. */

import {
  type Call,
  type Capabilities,
  type HandlerTable,
  handlerTable,
  type Peer,
  rpcError,
  slipsOfVersion1,
} from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { Dialogue } from './dialogue.js'
import type { Host, HostContext } from './host.js'
import { unnamed } from './identity.js'
import { choose, toOutcome } from './permission.js'
import type { Conversation, Session } from './session.js'
import { SessionMap } from './sessions.js'

/** One thing an agent tells of its work, in version 1. */
export type UpdateV1 = v1.SessionUpdate
type ClientPeer = Peer<'v1', 'client'>

/** Who lends, and the conversations it lends to. */
interface Lender {
  readonly host: Host
  readonly sessions: SessionMap<UpdateV1>
}

/** The params of `initialize`; each capability is there because the host has something behind it. */
function params(host: Host): Capabilities {
  const sent: v1.InitializeRequest = {
    protocolVersion: 1,
    clientInfo: host.info ?? unnamed,
    clientCapabilities: {
      fs: { readTextFile: host.files?.read !== undefined, writeTextFile: host.files?.write !== undefined },
      terminal: host.terminals !== undefined,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      ...(host.meta === undefined ? {} : { _meta: host.meta }),
    },
  }
  return sent as unknown as Capabilities
}

function conversation(peer: ClientPeer): Conversation<UpdateV1> {
  return {
    start(session, turn, blocks) {
      const request = { sessionId: session.id, prompt: blocks as unknown as readonly v1.ContentBlock[] }
      const endUpdates = (): void => session.endUpdates(turn)
      const options = { streaming: true, lane: session.id, onSettle: endUpdates }
      peer.request('session/prompt', request, options).then(
        outcome => turn.settle(outcome),
        error => {
          turn.fail(error)
          peer.behind(session.id, endUpdates)
        },
      )
    },
    cancel: session => void peer.notify('session/cancel', { sessionId: session.id })?.catch(() => {}),
  }
}

function handlers(host: Host, sessions: SessionMap<UpdateV1>): HandlerTable {
  const { files, terminals } = host
  const lend = <P extends { readonly sessionId: string }, R>(
    answer: ((params: P, context: HostContext) => R) | undefined,
  ) => answer && ((params: P, call: Call) => answer(params, contextOf(sessions, params.sessionId, call)))
  return handlerTable<'v1', 'client'>({
    mendings: slipsOfVersion1,
    requests: {
      'session/request_permission': (params, call) => ask({ host, sessions }, params, call),
      'fs/read_text_file': lend(files?.read),
      'fs/write_text_file': lend(files?.write),
      'terminal/create': lend(terminals?.create),
      'terminal/output': lend(terminals?.output),
      'terminal/wait_for_exit': lend(terminals?.waitForExit),
      'terminal/kill': lend(terminals?.kill),
      'terminal/release': lend(terminals?.release),
    },
    notifications: {
      'session/update': ({ sessionId, update }, size) => sessions.deliver(sessionId, update, size),
    },
  })
}

async function ask(
  lender: Lender,
  params: v1.RequestPermissionRequest,
  call: Call,
): Promise<v1.RequestPermissionResponse> {
  const { sessionId, toolCall, options } = params
  const request = { sessionId, title: toolCall.title ?? 'Permission needed', toolCall, options, raw: params }
  const session = lender.sessions.find(sessionId) as Session<never> | undefined
  return { outcome: toOutcome(await choose(lender.host, request, { session, call })) }
}

/** Files and terminals belong to a session of this connection; for any other there is nothing to lend. */
function contextOf(sessions: SessionMap<UpdateV1>, sessionId: string, call: Call): HostContext {
  const session = sessions.find(sessionId)
  if (session === undefined)
    throw rpcError('session_not_found', 'Session not found', { sessionId: sessionId.slice(0, 256) })
  return new LentTo(session, call)
}

// A class, because an object that holds a getter is slow to make, and one is made for every file that is read.
class LentTo implements HostContext {
  readonly sessionId: string
  readonly roots: readonly string[]
  readonly #call: Call

  constructor(session: Session<UpdateV1>, call: Call) {
    this.sessionId = session.id
    this.roots = session.roots
    this.#call = call
  }

  // Most hosts never look at it, and making one costs as much as all the rest of a small request.
  get signal(): AbortSignal {
    return this.#call.signal
  }
}

export const dialogueV1: Dialogue = {
  params,
  begin(peer, host) {
    const sessions = new SessionMap<UpdateV1>(conversation(peer as ClientPeer), peer.log)
    return { sessions: sessions as SessionMap<unknown>, handlers: handlers(host, sessions) }
  },
}
