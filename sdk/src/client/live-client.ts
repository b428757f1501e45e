/** A connected agent from the inside: one link to it, another one after signing in at a terminal, and how it ends. */

import {
  AcpError,
  type Capabilities,
  ConnectionError,
  type Ending,
  type Extension,
  type Log,
  type RequestOptions,
  type Version,
} from '../protocol/index.js'
import type { v1, v1Unstable, v2 } from '../schema/index.js'
import { Attendance } from './attendance.js'
import { type AuthMethod, toAuthMethod } from './auth-method.js'
import type { Client } from './client.js'
import type { Host } from './host.js'
import type { LiveSession } from './live-session.js'
import { begin, load, resume } from './opening.js'
import { type AnyPeer, request, sessionClosed, untilGone } from './request.js'
import type { KeptSession, NewSession, SessionPlace } from './session.js'
import {
  listAll,
  type PageRequest,
  type SessionFilter,
  type SessionInfo,
  type SessionPage,
} from './session-list.js'
import { notOffered } from './session-option.js'
import type { SessionMap } from './sessions.js'
import { SignIn, signInAtTerminal } from './sign-in.js'

/** One connection, after the two have shaken hands. */
export interface Link {
  readonly peer: AnyPeer
  readonly sessions: SessionMap
  /** What the agent said of itself. */
  readonly greeting: Capabilities
  /** Ends it and begins anew, where the channel can. */
  readonly reopen: (() => Promise<Link>) | undefined
}

export class LiveClient implements Client<Version> {
  readonly closed: Promise<Ending>
  readonly #host: Host
  readonly #signIn: SignIn
  #link: Link
  #isReopening = false
  #isClosed = false
  #finish: (ending: Ending) => void = () => {}

  constructor(link: Link, host: Host) {
    this.#host = host
    this.#signIn = new SignIn(host.auth, this)
    this.closed = new Promise(resolve => {
      this.#finish = resolve
    })
    this.#link = this.#adopt(link)
  }

  get peer(): AnyPeer {
    return this.#link.peer
  }

  get log(): Log {
    return this.peer.log
  }

  get info(): v1.Implementation | undefined {
    return infoOf(this.#link)
  }

  get capabilities(): Capabilities {
    return this.peer.agreement?.agreed.agent ?? {}
  }

  get version(): Version {
    return (this.peer.agreement?.contract.version ?? 1) as Version
  }

  get authMethods(): readonly AuthMethod[] {
    const methods = this.peer.agreement?.agreed.authMethods ?? []
    return (methods as readonly (v1.AuthMethod | v2.AuthMethod)[]).map(toAuthMethod)
  }

  newSession(setup: NewSession<Version>, options?: RequestOptions): Promise<LiveSession> {
    return this.#signIn.around(() => begin(this.#link.sessions.shared, setup, options))
  }

  loadSession(kept: KeptSession<Version>, options?: RequestOptions): Promise<LiveSession> {
    return this.#signIn.around(() => load(this.#link.sessions.shared, kept, options))
  }

  resumeSession(kept: KeptSession<Version>, options?: RequestOptions): Promise<LiveSession> {
    return this.#signIn.around(() => resume(this.#link.sessions.shared, kept, options))
  }

  session(sessionId: string, place: SessionPlace): LiveSession {
    const { sessions } = this.#link
    return sessions.find(sessionId) ?? sessions.add(sessionId, place)
  }

  listSessions(filter: SessionFilter = {}, options?: RequestOptions): AsyncIterable<SessionInfo> {
    return listAll(filter, (page, each) => this.listSessionsPage(page, each), options)
  }

  listSessionsPage(page: PageRequest = {}, options?: RequestOptions): Promise<SessionPage> {
    return this.#ask<SessionPage>('session/list', page, options)
  }

  async deleteSession(sessionId: string, options?: RequestOptions): Promise<void> {
    await untilGone(this.#ask('session/delete', { sessionId }, options))
    this.#link.sessions.letGo(sessionId, sessionClosed('the session was deleted'))
  }

  async archiveSession(sessionId: string, options?: RequestOptions): Promise<void> {
    await this.#ask('session/archive', { sessionId }, options)
    this.#link.sessions.letGo(sessionId, sessionClosed('the session was archived'))
  }

  async unarchiveSession(sessionId: string, options?: RequestOptions): Promise<void> {
    await this.#ask('session/unarchive', { sessionId }, options)
  }

  async sessionStatus(sessionId: string, options?: RequestOptions): Promise<v1Unstable.SessionStatus> {
    const { status } = await this.#ask<v1Unstable.SessionStatusResponse>(
      'session/status',
      { sessionId },
      options,
    )
    return status
  }

  async renameSession(sessionId: string, title: string, options?: RequestOptions): Promise<string> {
    const known = this.#link.sessions.find(sessionId)
    const params = { sessionId, title }
    const answer = await this.#ask<v1Unstable.SetSessionTitleResponse>('session/set_title', params, options)
    if (known !== undefined) known.state.title = answer.title
    return answer.title
  }

  async authenticate(methodId: string, options?: RequestOptions): Promise<void> {
    const { authMethods } = this
    const method = authMethods.find(({ id }) => id === methodId)
    if (method === undefined)
      throw notOffered(
        `way to sign in called "${methodId}"`,
        authMethods.map(({ id }) => id),
      )
    if (method.type === 'agent')
      return void (await request(this.peer, this.#link.sessions.shared.spelling.login(methodId), options))
    if (method.type !== 'terminal')
      throw new AcpError('not_offered', `"${methodId}" is a way to sign in that this client does not know`)
    await signInAtTerminal(this.#host.auth, method)
    await this.#reopen()
  }

  async logout(options?: RequestOptions): Promise<void> {
    const method = this.#link.sessions.shared.spelling.logout
    await request(this.peer, { method, params: {} }, options)
  }

  call<Params, Result>(
    extension: Extension<Params, Result>,
    params: Params,
    options?: RequestOptions,
  ): Promise<Result> {
    return this.peer.call(extension, params, options)
  }

  async close(reason?: string): Promise<void> {
    this.#isClosed = true
    await this.peer.close(reason)
    // While the agent is started anew there is nothing that would end by itself.
    if (!this.#isReopening) await this.closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #ask<Result>(method: string, params: object, options?: RequestOptions): Promise<Result> {
    return this.#signIn.around(() => request<Result>(this.peer, { method, params }, options))
  }

  #adopt(link: Link): Link {
    if (this.#signIn.isPossible) link.sessions.shared.signIn = () => this.#signIn.begin()
    const attendance = new Attendance(this.#host, infoOf(link), link.peer.log)
    link.sessions.shared.attendance = attendance
    void link.peer.closed.then(async ending => {
      link.sessions.letGoAll(toError(ending))
      if (this.#isReopening) return
      await attendance.end()
      this.#finish(ending)
    })
    return link
  }

  /** The agent reads its credentials when it starts. */
  async #reopen(): Promise<void> {
    const { peer, sessions, reopen } = this.#link
    if (reopen === undefined)
      throw new AcpError('reconnect_needed', 'signed in; this channel cannot be reopened, so connect again')
    this.#isReopening = true
    sessions.letGoAll(sessionClosed('the agent was started anew after signing in'))
    try {
      await peer.close('signing in')
      this.#link = this.#adopt(await reopen())
    } catch (error) {
      await this.#link.sessions.shared.attendance?.end()
      this.#finish({ reason: 'the agent could not be started anew', error })
      throw error
    } finally {
      this.#isReopening = false
    }
    if (this.#isClosed) await this.peer.close()
  }
}

function infoOf({ greeting: { agentInfo, info } }: Link): v1.Implementation | undefined {
  return (agentInfo ?? info ?? undefined) as v1.Implementation | undefined
}

function toError({ reason, error }: Ending): ConnectionError {
  return error instanceof ConnectionError ? error : new ConnectionError('closed', reason, { cause: error })
}
