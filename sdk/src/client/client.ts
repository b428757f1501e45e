/** An agent, as a client has it: who it is, what it can do, and the conversations with it. */

import type {
  Capabilities,
  ContractName,
  Ending,
  Extension,
  Peer,
  RequestOptions,
  Version,
} from '../protocol/index.js'
import type { v1, v1Unstable } from '../schema/index.js'
import type { AuthMethod } from './auth-method.js'
import type { KeptSession, NewSession, Session, SessionPlace } from './session.js'
import type { PageRequest, SessionFilter, SessionInfo, SessionPage } from './session-list.js'

/** A connected agent. Disposing of it ends the connection, and the process behind it if there is one. */
export interface Client<V extends Version = 1> extends AsyncDisposable {
  /** The way to every method of the protocol, for what has no word of its own here. Another one after a reconnection. */
  readonly peer: Peer<ContractName, 'client'>
  /** The agent's name and version, where it gave them. */
  readonly info: v1.Implementation | undefined
  /** What the agent can do, in the shape of the version spoken. */
  readonly capabilities: Capabilities
  /** The version that both sides agreed on. */
  readonly version: Version
  /** The ways to sign in that the agent offers. */
  readonly authMethods: readonly AuthMethod[]
  /** Resolves, never rejects, when the connection is over. */
  readonly closed: Promise<Ending>

  /** Starts a conversation. */
  newSession(setup: NewSession<V>, options?: RequestOptions): Promise<Session<V>>
  /**
   * Takes up a conversation the agent has kept, and has it told again: those updates come before the promise resolves, to
   * `onUpdate` where it is given, else they are kept for the first listener (8 MiB). Never a new one in its place.
   */
  loadSession(kept: KeptSession<V>, options?: RequestOptions): Promise<Session<V>>
  /** Takes up a conversation the agent has kept, without having it told again. */
  resumeSession(kept: KeptSession<V>, options?: RequestOptions): Promise<Session<V>>
  /** The conversation of that id: one that another method opened, or one of those above. */
  session(sessionId: string, place: SessionPlace): Session<V>
  /** All conversations the agent has kept, asked for page by page as they are read. */
  listSessions(filter?: SessionFilter, options?: RequestOptions): AsyncIterable<SessionInfo>
  /** One page of them. */
  listSessionsPage(request?: PageRequest, options?: RequestOptions): Promise<SessionPage>
  /** Deletes a conversation; one that is not there is as good as deleted. */
  deleteSession(sessionId: string, options?: RequestOptions): Promise<void>
  /** Being tried: closes a conversation and hides it from the list. */
  archiveSession(sessionId: string, options?: RequestOptions): Promise<void>
  /** Being tried: lists a conversation again. */
  unarchiveSession(sessionId: string, options?: RequestOptions): Promise<void>
  /** Being tried: whether the agent has a conversation open or only saved. */
  sessionStatus(sessionId: string, options?: RequestOptions): Promise<v1Unstable.SessionStatus>
  /** Being tried: names a conversation, open or not; the name it got. */
  renameSession(sessionId: string, title: string, options?: RequestOptions): Promise<string>
  /**
   * Signs in. A method of the type `terminal` runs in the host's terminal, and then the agent is started anew: the
   * conversations so far end, and can be loaded again.
   */
  authenticate(methodId: string, options?: RequestOptions): Promise<void>
  logout(options?: RequestOptions): Promise<void>
  /** Calls a method outside the protocol. */
  call<Params, Result>(
    extension: Extension<Params, Result>,
    params: Params,
    options?: RequestOptions,
  ): Promise<Result>
  /** Ends the connection in good order. */
  close(reason?: string): Promise<void>
}
