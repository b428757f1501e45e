/** A conversation on the client's side: its turns, updates, questions and settings, from its first answer to its end. */

import {
  isAcpError,
  type Log,
  type RequestOptions,
  setModelRequest,
  type Version,
} from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import { RETELLING, type Retelling } from '../thread/index.js'
import type { Allowance } from './allowance.js'
import type { Attendance } from './attendance.js'
import { type Mentioned, type Message, mention } from './content.js'
import { Listeners, type UpdateListener } from './listeners.js'
import { fork } from './opening.js'
import type { PromptQueue } from './prompt-queue.js'
import { Questions } from './questions.js'
import { type AnyPeer, request, sessionClosed, untilGone } from './request.js'
import type { CancelOptions, NewSession, Session, SessionPlace } from './session.js'
import { demandMode, demandOption, type SessionMode, type SessionOption } from './session-option.js'
import { type SessionCommand, SessionState, type SessionUsage, type SetupAnswer } from './session-state.js'
import type { SessionMap } from './sessions.js'
import { withSignIn } from './sign-in.js'
import type { UpdateOf } from './speech.js'
import type { Spelling } from './spelling.js'
import type { LiveTurn, PromptOptions } from './turn.js'
import { Turns } from './turns.js'

/** How a version starts and stops a turn. */
export interface Conversation {
  /** Sends the prompt; settles the turn when it is over, or has it refused. */
  start(session: LiveSession, turn: LiveTurn): void
  cancel(session: LiveSession): void
  /** Takes back a prompt that the agent has not begun; false when it has, or when nobody can say. */
  withdraw?(turn: LiveTurn): boolean
}

/** What the conversations of one connection have in common. */
export interface Shared {
  readonly peer: AnyPeer
  readonly conversation: Conversation
  readonly spelling: Spelling
  readonly sessions: SessionMap
  /** For updates that nobody has heard yet. */
  readonly allowance: Allowance
  readonly log: Log
  /** There as soon as it is known who the agent is. */
  attendance: Attendance | undefined
  /** Signs in where the host has a way to; whether it did. */
  signIn: (() => Promise<boolean>) | undefined
}

export class LiveSession implements Session<Version> {
  readonly id: string
  roots: readonly string[]
  readonly questions = new Questions()
  readonly state = new SessionState()
  readonly prompts: Turns
  readonly #shared: Shared
  /** Whether what comes was heard before. */
  isRetold = false
  readonly #listeners: Listeners<UpdateOf<Version>>
  #closing: Promise<void> | undefined

  constructor(id: string, place: SessionPlace, shared: Shared) {
    this.id = id
    this.roots = rootsOf(place)
    this.#shared = shared
    this.prompts = new Turns(this, shared)
    this.#listeners = new Listeners(shared.log, shared.allowance)
  }

  get turns(): readonly LiveTurn[] {
    return this.prompts.running
  }

  get queue(): PromptQueue<Version> {
    return this.prompts.queue
  }

  get isClosed(): boolean {
    return this.prompts.isEnded
  }

  get modes(): readonly SessionMode[] {
    return this.state.modes
  }

  get mode(): string | undefined {
    return this.state.mode
  }

  get options(): readonly SessionOption[] {
    return this.state.options
  }

  get commands(): readonly SessionCommand[] {
    return this.state.commands
  }

  get title(): string | undefined {
    return this.state.title
  }

  get usage(): SessionUsage | undefined {
    return this.state.usage
  }

  prompt(message: Message<Version>, options: PromptOptions = {}): LiveTurn {
    return this.prompts.add(message, options)
  }

  cancel(options?: CancelOptions): Promise<void> {
    return this.prompts.cancel(options)
  }

  mention(uri: string, mentioned: Mentioned = {}): v1.ContentBlock {
    return mention(uri, mentioned, this.#shared.peer.agreement?.agreed.agent ?? {})
  }

  onUpdate(listener: UpdateListener<UpdateOf<Version>>): () => void {
    const stop = this.#listeners.add(listener)
    // What nobody reads may stand in the way already.
    this.prompts.running[0]?.expectNoReader()
    return stop
  }

  async setMode(modeId: string, options?: RequestOptions): Promise<void> {
    const { modeOption, modes } = this.state
    demandMode(modes, modeId)
    if (modeOption !== undefined) return this.setOption(modeOption.id, modeId, options)
    const { since } = await this.#ask('session/set_mode', { modeId }, options)
    if (this.state.moment.mode === since.mode) this.state.setMode(modeId)
  }

  async setOption(id: string, value: string | boolean, options?: RequestOptions): Promise<void> {
    const option = demandOption(this.state.options, id, value)
    if (id === this.state.modelsOption) return this.#setModel(id, `${value}`, options)
    const params = { configId: id, ...this.#shared.spelling.toValue(option, value) }
    const { result, since } = await this.#ask<SetupAnswer>('session/set_config_option', params, options)
    this.state.setUp({ configOptions: result.configOptions }, since)
  }

  async #setModel(id: string, modelId: string, options?: RequestOptions): Promise<void> {
    const params = { sessionId: this.id, modelId }
    await this.#signedIn(() => this.#shared.peer.call(setModelRequest, params, options))
    this.state.setValue(id, modelId)
  }

  async setTitle(title: string, options?: RequestOptions): Promise<void> {
    const { result } = await this.#ask<{ title: string }>('session/set_title', { title }, options)
    this.state.title = result.title
  }

  fork(setup: Partial<NewSession<Version>> = {}, options?: RequestOptions): Promise<LiveSession> {
    return this.#signedIn(() => fork(this.#shared, { session: this, setup }, options))
  }

  close(options?: RequestOptions): Promise<void> {
    if (this.isClosed) return Promise.resolve()
    this.#closing ??= this.#close(options).finally(() => {
      this.#closing = undefined
    })
    return this.#closing
  }

  /** Whoever takes a session up again says anew where it works. */
  moveTo(place: SessionPlace): void {
    this.roots = rootsOf(place)
    this.#shared.attendance?.opened(this)
  }

  /** Takes an update of the wire; a promise slows the agent down. */
  deliver(update: UpdateOf<Version>, size: number): Promise<void> | undefined {
    this.state.fold(update)
    const turn = this.prompts.running[0]
    const isHeard = this.#listeners.size > 0
    // Who listens need not read: the listener's own promise slows the agent down.
    if (isHeard) turn?.expectNoReader()
    const slowed = turn?.push(update, size)
    if (isHeard) return this.#listeners.tellAll(update, slowed)
    if (turn === undefined) this.#listeners.keepUnheard(update, size)
    return slowed
  }

  /** A turn is over: what comes behind it belongs to another, or to none. */
  endTurn(): void {
    this.#listeners.endTurn()
  }

  /** All of it is told again from the beginning, or has been: what nobody has heard of the last telling is let go. */
  retell(state: Retelling['state']): Promise<void> | undefined {
    this.isRetold = state === 'begins'
    if (this.isRetold) {
      this.#listeners.forgetUnheard()
      this.prompts.running[0]?.forgetUnread()
    }
    return this.deliver({ sessionUpdate: RETELLING, state }, 0)
  }

  /** The session is gone, for the given reason: nothing that was asked of it hangs. */
  end(error: Error): void {
    this.prompts.end(error)
    this.questions.dismissAll(true)
    // Behind what is still to be delivered: the last updates belong to whoever listens.
    this.#shared.peer.behind(this.id, () => this.#listeners.end())
  }

  async #close(options?: RequestOptions): Promise<void> {
    this.prompts.isPaused = true
    const answer = request(
      this.#shared.peer,
      { method: 'session/close', params: { sessionId: this.id } },
      options,
    )
    // The agent may wait for these before it has done closing.
    this.questions.dismissAll(true)
    try {
      await untilGone(answer)
    } catch (error) {
      if (!isAcpError(error) || error.reason !== 'capability_missing') {
        this.prompts.resume()
        throw error
      }
      this.#stopUnclosed()
    }
    this.#shared.sessions.letGo(this.id, sessionClosed())
  }

  /** The agent has no word for closing: it is only told to stop, and the rest happens on this side. */
  #stopUnclosed(): void {
    if (this.turns.length > 0) void this.cancel()
    this.#shared.log.write({
      level: 'info',
      event: 'session_let_go',
      message: 'the agent cannot close a session: it was let go on this side only',
    })
  }

  /** Asks something about this session; what updates say after the answer was read is newer than the answer. */
  async #ask<Result>(method: string, params: object, options?: RequestOptions) {
    let since = this.state.moment
    const onSettle = (): void => {
      since = this.state.moment
    }
    const named = { method, params: { sessionId: this.id, ...params } }
    const result = await this.#signedIn(() =>
      request<Result>(this.#shared.peer, named, { ...options, lane: this.id, onSettle }),
    )
    return { result, since }
  }

  /** Signing in at a terminal ends the session, and then there is nothing to ask once more. */
  #signedIn<T>(run: () => Promise<T>): Promise<T> {
    return withSignIn(this.#shared.signIn, async () => {
      this.#demandOpen()
      return run()
    })
  }

  #demandOpen(): void {
    if (this.isClosed) throw sessionClosed()
  }
}

function rootsOf({ cwd, additionalDirectories }: SessionPlace): readonly string[] {
  return [cwd, ...(additionalDirectories ?? [])]
}
