/** An agent, as a client has it: who it is, what it can do, and the conversations with it. */

import {
  type Capabilities,
  ConnectionError,
  type ContractName,
  type Ending,
  isIdentifier,
  type Peer,
  type RequestOptions,
} from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { Session, SessionPlace } from './session.js'
import type { SessionMap } from './sessions.js'

/** What a new conversation needs to know. */
export interface NewSession extends SessionPlace {
  readonly mcpServers?: readonly object[] | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

const NEW_SESSION_MILLISECONDS = 60_000

/** A connected agent. Disposing of it ends the connection, and the process behind it if there is one. */
export class Client<Update = v1.SessionUpdate> implements AsyncDisposable {
  /** The way to every method of the protocol, for what has no word of its own here. */
  readonly peer: Peer<ContractName, 'client'>
  readonly #sessions: SessionMap<Update>
  readonly #greeting: Capabilities

  constructor(peer: Peer<ContractName, 'client'>, sessions: SessionMap<Update>, greeting: Capabilities) {
    this.peer = peer
    this.#sessions = sessions
    this.#greeting = greeting
    void peer.closed.then(ending => this.#failTurns(ending))
  }

  /** The agent's name and version, where it gave them. */
  get info(): v1.Implementation | undefined {
    return (this.#greeting.agentInfo ?? this.#greeting.info ?? undefined) as v1.Implementation | undefined
  }

  /** What the agent can do, in the shape of the version spoken. */
  get capabilities(): Capabilities {
    return this.peer.agreement?.agreed.agent ?? {}
  }

  /** The version that both sides agreed on. */
  get version(): number {
    return this.peer.agreement?.contract.version ?? 0
  }

  /** Resolves, never rejects, when the connection is over. */
  get closed(): Promise<Ending> {
    return this.peer.closed
  }

  /** Starts a conversation. */
  async newSession(setup: NewSession, options: RequestOptions = {}): Promise<Session<Update>> {
    const { additionalDirectories, ...request } = setup
    const params = {
      ...request,
      mcpServers: setup.mcpServers ?? [],
      ...(additionalDirectories === undefined ? {} : { additionalDirectories }),
    }
    // Both versions read the same params here, so the compiler is told of one.
    const peer = this.peer as Peer<'v1', 'client'>
    const admitted: { session?: Session<Update> | undefined } = {}
    const { sessionId } = await peer.request('session/new', params as v1.NewSessionRequest, {
      deadline: NEW_SESSION_MILLISECONDS,
      ...options,
      // Known from the moment its answer is read: the agent may ask for a file in the next message.
      onSettle: (isError, result) => {
        if (!isError) admitted.session = this.#admit(result, setup)
      },
    })
    return admitted.session ?? this.#sessions.add(sessionId, setup)
  }

  // Throws nothing, because the reader of the connection runs it: what cannot be admitted is refused behind it.
  /** The conversation of that id: one that another method opened, or one that `newSession` returned. */
  session(sessionId: string, place: SessionPlace): Session<Update> {
    return this.#sessions.find(sessionId) ?? this.#sessions.add(sessionId, place)
  }

  #admit(result: unknown, setup: NewSession): Session<Update> | undefined {
    const sessionId = (result as Partial<v1.NewSessionResponse> | null | undefined)?.sessionId
    if (typeof sessionId !== 'string' || !isIdentifier(sessionId)) return undefined
    return this.#sessions.find(sessionId) === undefined ? this.#sessions.add(sessionId, setup) : undefined
  }

  /** Ends the connection in good order. */
  close(reason?: string): Promise<void> {
    return this.peer.close(reason)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #failTurns({ reason, error }: Ending): void {
    const failure =
      error instanceof ConnectionError ? error : new ConnectionError('closed', reason, { cause: error })
    for (const session of this.#sessions.all())
      for (const turn of [...session.turns]) {
        turn.fail(failure)
        this.peer.behind(session.id, () => session.endUpdates(turn))
      }
  }
}
