/** The agent under test, as a scenario speaks with it: the words of a client in either version, over a peer that can say anything. */

import { errorCode } from '../error.js'
import { CannotGoOn, Unanswered } from '../judge.js'
import { kit } from '../kit.js'
import { describeAnswer } from '../wire/answer-words.js'
import type { Json, Received } from '../wire/arrivals.js'
import { toJson } from '../wire/json.js'
import type { Answer, CallOptions, ScriptedPeer } from '../wire/scripted-peer.js'
import { nameIn } from './abilities.js'
import type { Deed } from './fixture.js'
import type { AgentStage } from './stage.js'

/** What is said in `initialize` beyond what every scenario says. */
export interface Handshake {
  /** What this client can do, in the shape of the version; nothing unless said. */
  readonly capabilities?: Json | undefined
  /** Offered instead of the version of the stage. */
  readonly protocolVersion?: unknown
}

export interface PromptOptions extends CallOptions {
  /** What goes with the prompt as `_meta`. */
  readonly meta?: Json | undefined
}

/** Scenarios have them from here, with the other words of an agent that is examined. */
export { describeAnswer, toJson }

export class ExaminedAgent {
  readonly peer: ScriptedPeer
  readonly #stage: AgentStage
  /** The last prompt of each session: its id, and what had come when it was sent. */
  readonly #lastPrompts = new Map<string, { readonly id: unknown; readonly from: number }>()
  /** What it answered to `initialize`. */
  welcome: Json = {}

  constructor(peer: ScriptedPeer, stage: AgentStage) {
    this.peer = peer
    this.#stage = stage
  }

  /** How long a turn may take. */
  get turnMilliseconds(): number {
    return this.#stage.fixture.turnMilliseconds ?? this.#stage.pace.turn
  }

  /** What the agent says it can do. */
  get capabilities(): Json {
    const { agentCapabilities, capabilities } = this.welcome
    return toJson(this.#stage.version === 1 ? agentCapabilities : capabilities)
  }

  async initialize({ capabilities = {}, protocolVersion }: Handshake = {}): Promise<Answer> {
    const version = protocolVersion ?? this.#stage.version
    const answer = await this.call(
      'initialize',
      this.#stage.version === 1
        ? { protocolVersion: version, clientCapabilities: capabilities, clientInfo: kit }
        : { protocolVersion: version, capabilities, info: kit },
    )
    if ('result' in answer) this.welcome = toJson(answer.result)
    return answer
  }

  /** The ids of the ways to sign in that it offers. */
  get signIns(): readonly unknown[] {
    const { authMethods } = this.welcome
    const key = this.#stage.version === 1 ? 'id' : 'methodId'
    return Array.isArray(authMethods) ? authMethods.map(method => toJson(method)[key]) : []
  }

  /** Signs in, where the agent offers the way that the fixture names. */
  async signIn(): Promise<void> {
    const { authMethod } = this.#stage.fixture
    if (authMethod === undefined || !this.signIns.includes(authMethod)) return
    await this.demand(this.words.login, { methodId: authMethod })
  }

  /** What the version calls signing in and out. */
  get words(): { readonly login: string; readonly logout: string } {
    return this.#stage.version === 1
      ? { login: 'authenticate', logout: 'logout' }
      : { login: 'auth/login', logout: 'auth/logout' }
  }

  /** Whether the agent says that it can do this, such as `sessionCapabilities.list`, in the words of version 1. */
  can(ability: string): boolean {
    let value: unknown = this.capabilities
    for (const name of nameIn(this.#stage.version, ability).split('.')) value = toJson(value)[name]
    return value !== undefined && value !== null && value !== false
  }

  call(method: string, params: unknown, options?: CallOptions): Promise<Answer> {
    return this.peer.call(method, params, { within: this.#stage.pace.deadline, ...options })
  }

  /** The result of a call, where the scenario is about something else. */
  async demand(method: string, params: unknown, options?: CallOptions): Promise<Json> {
    const answer = await this.call(method, params, options)
    if ('silence' in answer) throw new Unanswered(`${method} was not answered: ${answer.silence}`)
    if (!('result' in answer)) throw new CannotGoOn(this.whyRefused(method, answer))
    return toJson(answer.result)
  }

  /** A new session, and what was answered about it. */
  async newSession(more: Json = {}): Promise<{ readonly sessionId: string; readonly answer: Json }> {
    if (this.#stage.version === 2 && !this.can('session'))
      throw new CannotGoOn('the agent does not advertise session')
    const params = { cwd: this.#stage.cwd, mcpServers: [], ...more }
    const answer = await this.demand('session/new', params, { within: this.#stage.pace.turn })
    const { sessionId } = answer
    if (typeof sessionId !== 'string') throw new CannotGoOn('session/new was answered without a session id')
    return { sessionId, answer }
  }

  /** Asks for a session, whatever comes of it. */
  askForSession(more: Json = {}): Promise<Answer> {
    const params = { cwd: this.#stage.cwd, mcpServers: [], ...more }
    return this.call('session/new', params, { within: this.#stage.pace.turn })
  }

  /** Why a scenario that is about something else ends here; who is not signed in is told what is missing. */
  whyRefused(method: string, answer: Answer): string {
    const { authMethod, name } = this.#stage.fixture
    if (!('error' in answer) || answer.error.code !== errorCode.auth_required)
      return `${method} was answered with ${describeAnswer(answer)}`
    return authMethod === undefined
      ? `the agent needs somebody to sign in, and the fixture ${name} names no authMethod`
      : `the agent needs somebody to sign in, and "${authMethod}" did not do it`
  }

  /** What to hold against later: whether it is of as much use as now. One that refuses sessions needs only to answer. */
  async usability(): Promise<() => Promise<boolean>> {
    const before = await this.askForSession()
    return async () => {
      const after = await this.askForSession()
      return 'result' in before ? 'result' in after : !('silence' in after)
    }
  }

  /** Asks for a deed in the words of the fixture. */
  ask(sessionId: string, deed: Deed, values?: Readonly<Record<string, string>>): Promise<Answer> {
    return this.prompt(sessionId, this.#stage.words(deed, values))
  }

  cancel(sessionId: string): void {
    this.peer.notify('session/cancel', { sessionId })
  }

  /** Sends a prompt. In version 1 the answer ends the turn; in version 2 it comes once the message is taken in. */
  submit(sessionId: string, prompt: string | readonly Json[], options: PromptOptions = {}): Promise<Answer> {
    const blocks = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt
    const { meta, id = this.peer.nextId(), ...others } = options
    const params = { sessionId, prompt: blocks, ...(meta === undefined ? {} : { _meta: meta }) }
    this.#lastPrompts.set(sessionId, { id, from: this.peer.arrivals.all.length })
    return this.call('session/prompt', params, { within: this.turnMilliseconds, ...others, id })
  }

  /** Sends a prompt and waits for the end of the turn: the answer that version 1 would give, in either version. */
  async prompt(
    sessionId: string,
    prompt: string | readonly Json[],
    options: PromptOptions = {},
  ): Promise<Answer> {
    if (this.#stage.version === 1) return this.submit(sessionId, prompt, options)
    const end = this.untilOver(sessionId, this.turnMilliseconds)
    const answer = await this.submit(sessionId, prompt, options)
    return 'result' in answer ? toTurnAnswer(await end) : answer
  }

  /** Sends a prompt and waits for the end of the turn: the reason why it ended. */
  async turn(sessionId: string, prompt: string | readonly Json[]): Promise<string> {
    const answer = await this.prompt(sessionId, prompt)
    if (!('result' in answer)) throw new CannotGoOn(`the turn did not end well: ${describeAnswer(answer)}`)
    return String(toJson(answer.result).stopReason)
  }

  /** Whether the end of the last prompt of a session has not come yet: what has arrived counts, read or not. */
  isAtWork(sessionId: string): boolean {
    const last = this.#lastPrompts.get(sessionId)
    if (last === undefined) return false
    const since = this.peer.arrivals.all.slice(last.from)
    if (this.#stage.version === 2) return !since.some(endOf(sessionId))
    return !since.some(({ message }) => !('method' in message) && message.id === last.id)
  }

  /** The next time that a session of version 2 is idle after work, or says why it stopped. */
  untilOver(sessionId: string, within: number): Promise<Received | string> {
    return this.peer.arrivals.until(endOf(sessionId), within)
  }

  /** Everything that was told about a session. */
  updatesOf(sessionId: string): readonly Json[] {
    return this.peer.arrivals.all.filter(received => isOf(received, sessionId)).map(updateOf)
  }
}

/** Finds the end of work in version 2 among what comes from now on. */
function endOf(sessionId: string): (received: Received) => boolean {
  let isBusy = false
  return received => {
    const { sessionUpdate, state, stopReason } = updateOf(received)
    if (!isOf(received, sessionId) || sessionUpdate !== 'state_update') return false
    isBusy ||= state !== 'idle'
    return state === 'idle' && (isBusy || typeof stopReason === 'string')
  }
}

/** The end of a turn of version 2 as version 1 answers it. */
function toTurnAnswer(end: Received | string): Answer {
  if (typeof end === 'string') return { silence: `the session did not become idle: ${end}` }
  const { stopReason = null, error } = updateOf(end)
  return stopReason === 'error' ? { error: toJson(error) } : { result: { stopReason } }
}

/** The update of a `session/update`; empty for anything else. */
export function updateOf({ message }: Received): Json {
  return message.method === 'session/update' ? toJson(toJson(message.params).update) : {}
}

/** Whether it tells of a tool that the agent uses; a question for leave may be the first that is heard of it. */
export function isToolCall(received: Received): boolean {
  const isAsked = received.message.method === 'session/request_permission'
  return isAsked || String(updateOf(received).sessionUpdate).startsWith('tool_call')
}

export function isOf({ message }: Received, sessionId: string): boolean {
  return message.method === 'session/update' && toJson(message.params).sessionId === sessionId
}
