/** An agent as version 2 serves it: a prompt is answered when it is taken in, and its turn ends with an idle state. */

import { Cancellation, toErrorObject } from '../jsonrpc/index.js'
import {
  type Call,
  type Capabilities,
  handlerTable,
  type Peer,
  rpcError,
  traceOf,
  type Welcome,
} from '../protocol/index.js'
import type { v1, v2 } from '../schema/index.js'
import type { AgentDefinition } from './definition.js'
import { runTurn } from './run-turn.js'
import type { Service, Session } from './session.js'
import { Turn } from './turn.js'
import { voiceV2 } from './voice-v2.js'

export function welcomeV2(service: Service, peer: Peer<'v2', 'agent'>): Welcome {
  const { definition, sessions } = service
  const desk = new PromptDesk(service, peer)
  return {
    result: describe(definition),
    handlers: handlerTable<'v2', 'agent'>({
      extensions: definition.extensions,
      requests: {
        'session/new': async params => ({ sessionId: sessions.create(params).id }),
        'session/list': async ({ cwd }) => ({
          sessions: sessions
            .all()
            .filter(session => cwd === undefined || cwd === null || session.cwd === cwd)
            .map(session => ({ sessionId: session.id, cwd: session.cwd })),
        }),
        'session/resume': async ({ sessionId, replayFrom }) => {
          if (replayFrom !== undefined && replayFrom !== null)
            throw rpcError(
              'invalid_params',
              'Invalid params: /replayFrom: this agent keeps no history to replay',
            )
          desk.tellState(sessions.get(sessionId))
          return {}
        },
        'session/close': async ({ sessionId }) => {
          const session = sessions.find(sessionId)
          // Out of reach first: a prompt that came while the last turn ends would begin another.
          sessions.remove(sessionId)
          await desk.close(session)
          return {}
        },
        'session/prompt': (params, call) => desk.take(params, call),
      },
      notifications: {
        'session/cancel': ({ sessionId }) => desk.cancel(sessions.find(sessionId)),
      },
    }),
  }
}

/** Takes prompts in, one turn after the other. */
class PromptDesk {
  readonly #service: Service
  readonly #peer: Peer<'v2', 'agent'>
  /** Counts the cancels of a session: a prompt that waits across one is refused. */
  readonly #cancels = new WeakMap<Session, number>()

  constructor(service: Service, peer: Peer<'v2', 'agent'>) {
    this.#service = service
    this.#peer = peer
  }

  async take(params: v2.PromptRequest, call: Call): Promise<v2.PromptResponse> {
    const session = this.#service.sessions.get(params.sessionId)
    const cancels = this.#cancelsOf(session)
    // Nothing is awaited between seeing that the session is free and taking it: of those that wait, one goes on.
    while (session.turn !== undefined) await session.idle
    if (call.isCancelled || cancels !== this.#cancelsOf(session))
      throw rpcError('request_cancelled', 'The prompt was cancelled before it was taken in')
    const blocks = params.prompt as readonly v1.ContentBlock[]
    const cancellation = new Cancellation()
    const voice = voiceV2({ peer: this.#peer, session, cancellation, trace: traceOf(params) })
    const turn = new Turn(session, blocks, { voice, cancellation })
    // Taken in now, so that the next prompt waits for this one; worked on after the answer, which must not wait for it.
    const answered = new Promise<void>(resolve => {
      call.onAnswered = resolve
    })
    const messageId = session.nextId()
    void session.run(turn, async () => {
      await answered
      this.#tell(session, { sessionUpdate: 'user_message', messageId, content: params.prompt })
      await this.#work(turn)
    })
    return { messageId }
  }

  cancel(session: Session | undefined): void {
    if (session === undefined) return
    this.#cancels.set(session, this.#cancelsOf(session) + 1)
    session.turn?.cancel()
  }

  async close(session: Session | undefined): Promise<void> {
    this.cancel(session)
    await session?.idle
  }

  /** Whether the session is at work, without being asked to say why it stopped. */
  tellState(session: Session): void {
    this.#tellState(session, session.turn === undefined ? { state: 'idle' } : { state: 'running' })
  }

  async #work(turn: Turn): Promise<void> {
    const { session } = turn
    this.#tellState(session, { state: 'running' })
    const end = await runTurn(this.#service.definition, turn)
    this.#tellState(session, 'error' in end ? this.#toFailed(end.error) : { state: 'idle', ...end })
  }

  /** What the client may know of a failure; the log knows the rest, under the same id. */
  #toFailed(error: unknown): v2.StateUpdate {
    const told = toErrorObject(error, false)
    const { correlationId } = (told.data ?? {}) as { readonly correlationId?: unknown }
    this.#peer.log.write({
      level: 'error',
      event: 'turn_failed',
      error,
      message: 'the turn failed',
      ...(typeof correlationId === 'string' ? { correlationId } : {}),
    })
    return { state: 'idle', stopReason: 'error', error: told }
  }

  #tellState(session: Session, state: v2.StateUpdate): void {
    this.#tell(session, { sessionUpdate: 'state_update', ...state })
  }

  #tell(session: Session, update: v2.SessionUpdate): void {
    void this.#peer.notify('session/update', { sessionId: session.id, update })
  }

  #cancelsOf(session: Session): number {
    return this.#cancels.get(session) ?? 0
  }
}

function describe(definition: AgentDefinition): Capabilities {
  const { name, version, title, accepts = [], mcp = [], meta } = definition
  const prompt: v2.PromptCapabilities = {
    ...(accepts.includes('image') ? { image: {} } : {}),
    ...(accepts.includes('audio') ? { audio: {} } : {}),
    ...(accepts.includes('resource') ? { embeddedContext: {} } : {}),
  }
  const session: v2.SessionCapabilities = {
    prompt,
    mcp: {
      ...(mcp.includes('stdio') ? { stdio: {} } : {}),
      ...(mcp.includes('http') ? { http: {} } : {}),
    },
    ...(definition.additionalDirectories ? { additionalDirectories: {} } : {}),
  }
  const result: v2.InitializeResponse = {
    protocolVersion: 2,
    info: { name, version, title },
    capabilities: { session, ...(meta === undefined ? {} : { _meta: meta }) },
  }
  return result as unknown as Capabilities
}
