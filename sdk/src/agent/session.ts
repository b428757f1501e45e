/** A conversation on the agent's side: where it works, and the one turn it may be working on. */

import { rpcError } from '../protocol/index.js'
import type { AgentDefinition, McpServer } from './definition.js'
import type { Turn } from './turn.js'

/** Where a session works and what it was given to work with. */
export interface SessionSetup {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
}

/** One conversation. */
export class Session {
  readonly id: string
  readonly cwd: string
  readonly additionalDirectories: readonly string[]
  readonly mcpServers: readonly McpServer[]
  #lastId = 0
  #turn: Turn | undefined
  #last: Promise<void> = Promise.resolve()
  readonly #endings: (() => unknown)[] = []

  constructor(id: string, setup: SessionSetup) {
    this.id = id
    this.cwd = setup.cwd
    this.additionalDirectories = setup.additionalDirectories ?? []
    this.mcpServers = setup.mcpServers ?? []
  }

  /** An id that this session has not used before; short, because one is sent with every chunk. */
  nextId(): string {
    return `${++this.#lastId}`
  }

  /** The turn being worked on, if one is. */
  get turn(): Turn | undefined {
    return this.#turn
  }

  /** Resolves when the turn at hand, if there is one, is over. */
  get idle(): Promise<void> {
    return this.#last
  }

  /** Works on one turn; there is never a second one at the same time. */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.#turn !== undefined)
      throw rpcError('invalid_session_state', 'A turn is already being worked on', {
        sessionId: this.id,
        state: 'busy',
      })
    this.#turn = turn
    const outcome = work()
    this.#last = outcome.then(
      () => this.#free(),
      () => this.#free(),
    )
    return outcome
  }

  /** Runs when the session is closed or its connection is over: for whatever lives as long as the session. */
  onEnd(cleanup: () => unknown): void {
    this.#endings.push(cleanup)
  }

  /** Lets go of everything that lived as long as the session; a cleanup that fails does not keep the others from running. */
  async end(): Promise<void> {
    await this.idle
    await Promise.allSettled(this.#endings.splice(0).map(async cleanup => cleanup()))
  }

  #free(): void {
    this.#turn = undefined
  }
}

const MOST_SESSIONS = 20_000

/** The conversations of one connection: an id means nothing on any other. */
export class Sessions {
  readonly #byId = new Map<string, Session>()

  create(setup: SessionSetup): Session {
    if (this.#byId.size >= MOST_SESSIONS)
      throw rpcError('rate_limited', `One connection has at most ${MOST_SESSIONS} sessions`)
    const session = new Session(randomId(), setup)
    this.#byId.set(session.id, session)
    return session
  }

  get(id: string): Session {
    const session = this.#byId.get(id)
    if (session === undefined)
      throw rpcError('session_not_found', 'Session not found', { sessionId: id.slice(0, 256) })
    return session
  }

  find(id: string): Session | undefined {
    return this.#byId.get(id)
  }

  all(): readonly Session[] {
    return [...this.#byId.values()]
  }

  remove(id: string): void {
    this.#byId.delete(id)
  }
}

/** What one connection serves: the author's definition, and the conversations with this client. */
export interface Service {
  readonly definition: AgentDefinition
  readonly sessions: Sessions
}

const ID_BYTES = 16

/** 128 random bits in 22 characters: an id cannot be guessed, and it is sent with every update. */
function randomId(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES))
  const base64 = globalThis.btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
