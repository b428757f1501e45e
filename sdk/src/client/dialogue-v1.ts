/** A client as version 1 has it: what it advertises, what it answers, and a prompt that is answered when its turn is over. */

import { isThenable } from '../jsonrpc/index.js'
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
import type { Elicitations } from './elicitation.js'
import { elicitationOf, loadElicitations } from './eliciting.js'
import type { Host, HostContext } from './host.js'
import { unnamed } from './identity.js'
import { LargeAnswers } from './large-answers.js'
import type { Conversation, LiveSession } from './live-session.js'
import { gatewayNews } from './news.js'
import { choose, toOutcome } from './permission.js'
import type { Question, Questions } from './questions.js'
import { retellings } from './retelling.js'
import { SessionMap } from './sessions.js'
import { spellingV1 } from './spelling-v1.js'

type ClientPeer = Peer<'v1', 'client'>

/** Who lends, and the conversations it lends to. */
interface Lender {
  readonly host: Host
  readonly sessions: SessionMap
  readonly elicitations: Elicitations | undefined
  readonly large: LargeAnswers
}

/** The params of `initialize`; each capability is there because the host has something behind it. */
function params(host: Host): Capabilities {
  const elicitation = elicitationOf(host)
  const sent: v1.InitializeRequest = {
    protocolVersion: 1,
    clientInfo: host.info ?? unnamed,
    clientCapabilities: {
      fs: { readTextFile: host.files?.read !== undefined, writeTextFile: host.files?.write !== undefined },
      terminal: host.terminals !== undefined,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      ...(host.auth?.terminal === undefined ? {} : { auth: { terminal: true } }),
      ...(elicitation === undefined ? {} : { elicitation }),
      ...(host.meta === undefined ? {} : { _meta: host.meta }),
    },
  }
  return sent as unknown as Capabilities
}

function conversation(peer: ClientPeer): Conversation {
  return {
    start({ id, prompts }, turn) {
      const prompt = turn.message as readonly v1.ContentBlock[]
      const { meta } = turn
      const request = meta === undefined ? { sessionId: id, prompt } : { sessionId: id, prompt, _meta: meta }
      const onSettle = (isError: boolean): void => {
        if (!isError || !prompts.canSignIn) prompts.endUpdates(turn)
      }
      peer.request('session/prompt', request, { streaming: true, lane: id, onSettle }).then(
        outcome => turn.settle(outcome),
        error => prompts.refuse(turn, error),
      )
    },
    cancel: ({ id }) => void peer.notify('session/cancel', { sessionId: id })?.catch(() => {}),
  }
}

function handlers({ host, sessions, elicitations, large }: Lender): HandlerTable {
  const { files, terminals } = host
  const lend = <P extends { readonly sessionId: string }, R>(
    answer: ((params: P, context: HostContext) => R | Promise<R>) | undefined,
  ) =>
    answer && ((params: P, call: Call) => lent(answer, params, contextOf(sessions, params.sessionId, call)))
  const lendLarge = <P extends { readonly sessionId: string }, R>(
    answer: ((params: P, context: HostContext) => R | Promise<R>) | undefined,
  ) => {
    const make = lend(answer)
    return make && ((params: P, call: Call) => large.make(() => make(params, call)))
  }
  return handlerTable<'v1', 'client'>({
    mendings: slipsOfVersion1,
    extensions: [...(host.extensions ?? []), ...retellings(sessions), gatewayNews(sessions)],
    requests: {
      'session/request_permission': (params, call) => ask({ host, sessions }, params, call),
      'fs/read_text_file': lendLarge(files?.read),
      'fs/write_text_file': lend(files?.write),
      'terminal/create': lend(terminals?.create),
      'terminal/output': lendLarge(terminals?.output),
      'terminal/wait_for_exit': lend(terminals?.waitForExit),
      'terminal/kill': lend(terminals?.kill),
      'terminal/release': lend(terminals?.release),
      'elicitation/create': elicitations && ((params, call) => elicitations.create(params, call)),
    },
    notifications: {
      'session/update': ({ sessionId, update }, size) => sessions.deliver(sessionId, update, size),
      'elicitation/complete': ({ elicitationId }) => elicitations?.complete(elicitationId),
    },
  })
}

async function ask(
  { host, sessions }: Pick<Lender, 'host' | 'sessions'>,
  params: v1.RequestPermissionRequest,
  call: Call,
): Promise<v1.RequestPermissionResponse> {
  const { sessionId, toolCall, options } = params
  const request = { sessionId, title: toolCall.title ?? 'Permission needed', toolCall, options, raw: params }
  return { outcome: toOutcome(await choose(host, request, { session: sessions.find(sessionId), call })) }
}

/** What is lent is watched for a cancel only as long as it takes. */
function lent<P, R>(
  answer: (params: P, context: HostContext) => R | Promise<R>,
  params: P,
  context: LentTo,
): R | Promise<R> {
  let isPending = false
  try {
    const answered = answer(params, context)
    isPending = isThenable(answered)
    return isPending ? Promise.resolve(answered).finally(() => context.release()) : answered
  } finally {
    if (!isPending) context.release()
  }
}

/** Files and terminals belong to a session of this connection; for any other there is nothing to lend. */
function contextOf(sessions: SessionMap, sessionId: string, call: Call): LentTo {
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
  readonly #questions: Questions
  #question: Question | undefined

  constructor(session: LiveSession, call: Call) {
    this.sessionId = session.id
    this.roots = session.roots
    this.#questions = session.questions
    this.#call = call
  }

  // Many hosts never look at it, and making one costs as much as all the rest of a small request.
  get signal(): AbortSignal {
    this.#question ??= this.#questions.open(this.#call.signal)
    return this.#question.signal
  }

  release(): void {
    this.#question?.release()
  }
}

export const dialogueV1: Dialogue = {
  params,
  async begin(peer, host) {
    const sessions = new SessionMap({
      peer,
      conversation: conversation(peer as ClientPeer),
      spelling: spellingV1,
    })
    const elicitations = await loadElicitations(host, sessions)
    return { sessions, handlers: handlers({ host, sessions, elicitations, large: new LargeAnswers(peer) }) }
  },
}
