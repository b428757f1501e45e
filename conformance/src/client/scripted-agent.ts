/**
 * The agent's part in the hands of a scenario. By itself it is honest and says little: it shakes hands, opens sessions
 * and answers prompts. Every answer can be replaced by another, right or wrong.
 */

import { errorCode } from '../error.js'
import { CannotGoOn } from '../judge.js'
import { kit } from '../kit.js'
import type { Json, Received } from '../wire/arrivals.js'
import { toJson } from '../wire/json.js'
import type { Reply, Responder, ScriptedPeer } from '../wire/scripted-peer.js'
import { ScriptedTurn, type TurnContext } from './scripted-turn.js'

/** What one scenario wants of its agent. */
export interface Part {
  /** What the agent says it can do, in the shape of the version; nothing unless said. */
  readonly capabilities?: Json | undefined
  readonly authMethods?: readonly Json[] | undefined
  /** Answered to `initialize` instead of the version of the stage. */
  readonly protocolVersion?: unknown
  /** What the answers that open a session hold besides, such as modes. */
  readonly session?: Json | undefined
  /** What is done about a prompt; resolves to why it ended, `end_turn` unless said. */
  readonly turn?: ((turn: ScriptedTurn) => Promise<string | Reply | undefined>) | undefined
  /** Answers that replace those of the agent, by method. */
  readonly answers?: Readonly<Record<string, Responder>> | undefined
}

const PROMPT = 'session/prompt'
const IDLE = { sessionUpdate: 'state_update', state: 'idle' }

export class ScriptedAgent {
  readonly peer: ScriptedPeer
  readonly #part: Part
  readonly #context: TurnContext
  readonly #turns: Promise<void>[] = []
  #sessions = 0

  constructor(part: Part, context: TurnContext) {
    this.peer = context.peer
    this.#part = part
    this.#context = context
    const open = (): Reply => ({ result: { sessionId: this.nextSessionId(), ...part.session } })
    const reopen = (): Reply => ({ result: { ...part.session } })
    const defaults: Record<string, Responder> = {
      initialize: () => ({ result: this.#welcome() }),
      'session/new': open,
      'session/fork': open,
      'session/load': reopen,
      'session/resume': ({ sessionId }) => {
        if (context.version === 2) this.peer.notify('session/update', { sessionId, update: IDLE })
        return reopen()
      },
      'session/list': () => ({ result: { sessions: [] } }),
      [PROMPT]: params => this.#prompt(params),
    }
    for (const method of PLAIN) defaults[method] = () => ({ result: {} })
    for (const [method, responder] of Object.entries({ ...defaults, ...part.answers }))
      this.peer.answer(method, responder)
  }

  /** What the client said in `initialize`. */
  async greeting(): Promise<Json> {
    const greeting = await this.until('initialize')
    return toJson(greeting.message.params)
  }

  /** Whether the client says that it lends this, such as `fs.readTextFile`. */
  async lends(capability: string): Promise<boolean> {
    const { clientCapabilities, capabilities } = await this.greeting()
    let value: unknown = this.#context.version === 1 ? clientCapabilities : capabilities
    for (const name of capability.split('.')) value = toJson(value)[name]
    return value !== undefined && value !== null && value !== false
  }

  /** The very first message. */
  async anything(): Promise<Received> {
    const received = await this.peer.arrivals.find(() => true, this.#context.deadline)
    if (typeof received === 'string') throw new CannotGoOn(`the client said nothing: ${received}`)
    return received
  }

  /** The first message of this method, which may have come already. */
  async until(method: string): Promise<Received> {
    const { deadline } = this.#context
    const received = await this.peer.arrivals.find(({ message }) => message.method === method, deadline)
    if (typeof received === 'string') throw new CannotGoOn(`the client sent no ${method}: ${received}`)
    return received
  }

  /** What came of this method so far: the params of each. */
  all(method: string): readonly Json[] {
    return this.peer.arrivals.all
      .filter(({ message }) => message.method === method)
      .map(({ message }) => toJson(message.params))
  }

  /** Resolves when everything the scenario does about this prompt is done. */
  async turn(index = 0): Promise<void> {
    const { deadline } = this.#context
    while (this.#turns[index] === undefined) {
      const next = await this.peer.arrivals.until(({ message }) => message.method === PROMPT, deadline)
      if (typeof next === 'string') throw new CannotGoOn(`the client sent no ${PROMPT}: ${next}`)
    }
    await this.#turns[index]
  }

  nextSessionId(): string {
    return `session-${++this.#sessions}`
  }

  #welcome(): Json {
    const { capabilities, authMethods, protocolVersion = this.#context.version } = this.#part
    const methods = authMethods === undefined ? {} : { authMethods }
    return this.#context.version === 1
      ? {
          protocolVersion,
          agentInfo: kit,
          ...(capabilities && { agentCapabilities: capabilities }),
          ...methods,
        }
      : { protocolVersion, info: kit, capabilities: { session: {}, ...capabilities }, ...methods }
  }

  /** In version 1 the answer ends the turn; in version 2 it comes first, and the state of the session tells the rest. */
  async #prompt(params: Json): Promise<Reply> {
    const turn = new ScriptedTurn(params, this.#context)
    const played = this.#context.version === 1 ? this.#play(turn) : later(() => this.#play(turn))
    const done = played.then(() => {})
    // Whoever waits for the turn learns of it; nobody may.
    done.catch(() => {})
    this.#turns.push(done)
    if (this.#context.version === 2) {
      void played.then(
        reply => this.#goIdle(turn, reply),
        () => {},
      )
      return { result: { messageId: `prompt-${this.#turns.length}` } }
    }
    return played.catch(() => ({
      error: { code: errorCode.internal_error, message: 'the scenario is over' },
    }))
  }

  async #play(turn: ScriptedTurn): Promise<Reply> {
    if (this.#context.version === 2) turn.update({ sessionUpdate: 'state_update', state: 'running' })
    const end = await (this.#part.turn ?? sayHello)(turn)
    return typeof end === 'object' || end === 'never' ? end : { result: { stopReason: end ?? 'end_turn' } }
  }

  #goIdle(turn: ScriptedTurn, reply: Reply): void {
    if (reply === 'never') return
    const { stopReason } = toJson('result' in reply ? reply.result : undefined)
    turn.update({ sessionUpdate: 'state_update', state: 'idle', stopReason: stopReason ?? 'end_turn' })
  }
}

const PLAIN = [
  'authenticate',
  'logout',
  'auth/login',
  'auth/logout',
  'session/close',
  'session/delete',
  'session/set_mode',
]

async function sayHello(turn: ScriptedTurn): Promise<undefined> {
  turn.say('Hello.')
}

/** Runs it when the answer that is being made has been sent. */
function later<T>(run: () => Promise<T>): Promise<T> {
  return new Promise(resolve => setImmediate(resolve)).then(run)
}
