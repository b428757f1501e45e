/**
 * An honest client for the agent under test: it really reads, writes and runs in the folder of the stage, answers questions
 * as it is told, and remembers what was asked of it. In version 2 there is nothing to lend but the user.
 */

import { toErrorObject } from '@parley/acp/jsonrpc'
import { errorCode } from '../error.js'
import type { Version } from '../requirement.js'
import type { Json } from '../wire/arrivals.js'
import type { Reply, Responder } from '../wire/scripted-peer.js'
import type { ExaminedAgent } from './examined-agent.js'
import { toJson } from './examined-agent.js'
import { answerLeave } from './leave.js'
import { LentFiles } from './lent-files.js'
import { LentTerminals } from './lent-terminals.js'
import type { AgentStage } from './stage.js'

/** What the client can do, and what it answers. */
export interface Offer {
  readonly canRead?: boolean | undefined
  readonly canWrite?: boolean | undefined
  readonly canRun?: boolean | undefined
  /** Ways to ask the user that the client knows. */
  readonly asks?: readonly ('form' | 'url')[] | undefined
  /** More capabilities, such as `session`. */
  readonly more?: Json | undefined
  /** The answer to a question for leave; yes unless told. */
  readonly leave?:
    | 'allow'
    | 'reject'
    | 'cancelled'
    | 'never'
    | 'unknown-option'
    | 'unknown-outcome'
    | undefined
  /** The answer to a form or a visit. */
  readonly elicited?: 'accept' | 'decline' | 'cancel' | '_unheard_of' | undefined
}

/** Everything that was asked of the client: the method, and its params. */
export interface Request {
  readonly method: string
  readonly params: Json
  readonly at: number
}

/** Everything an agent may be lent. */
export const EVERYTHING: Offer = {
  canRead: true,
  canWrite: true,
  canRun: true,
  asks: ['form', 'url'],
  more: { session: { configOptions: { boolean: {} }, notices: {}, compaction: {} } },
}

const NO_SESSION: Reply = {
  error: { code: errorCode.resource_not_found, message: 'Resource not found: there is no such session' },
}

export class Host {
  readonly requests: Request[] = []
  readonly agent: ExaminedAgent
  readonly #offer: Offer
  /** Lends in the project, and nowhere else. */
  readonly #files: LentFiles
  readonly #terminals: LentTerminals

  constructor(stage: AgentStage, agent: ExaminedAgent, offer: Offer) {
    this.agent = agent
    this.#offer = offer
    this.#files = new LentFiles(stage.cwd)
    this.#terminals = new LentTerminals(stage.cwd)
    stage.onClose(() => this.#terminals.close())
    stage.onClose(() => this.#files.close())
    this.#answer('session/request_permission', params => this.#decide(params))
    this.#answer('elicitation/create', params => this.#elicit(params))
    if (stage.version === 2) return
    if (offer.canRead) this.#lend('fs/read_text_file', params => this.#files.read(params))
    if (offer.canWrite) this.#lend('fs/write_text_file', params => this.#files.write(params))
    if (offer.canRun)
      for (const [method, respond] of Object.entries(this.#terminals.methods)) this.#lend(method, respond)
  }

  /** What was asked of the client by these names; a name that ends in a slash stands for all that begin so. */
  asked(...names: readonly string[]): readonly Request[] {
    return this.requests.filter(({ method }) =>
      names.some(name => (name.endsWith('/') ? method.startsWith(name) : method === name)),
    )
  }

  /** The next request of that name, or in words why there is none. */
  async next(method: string, within: number): Promise<Request | string> {
    const known = this.asked(method)[0]
    if (known !== undefined) return known
    const arrived = await this.agent.peer.arrivals.find(({ message }) => message.method === method, within)
    if (typeof arrived === 'string') return arrived
    return { method, params: toJson(arrived.message.params), at: arrived.at }
  }

  #answer(method: string, respond: Responder): void {
    this.agent.peer.answer(method, async (params, request) => {
      this.requests.push({ method, params, at: this.agent.peer.now })
      try {
        return await respond(params, request)
      } catch (error) {
        return { error: toErrorObject(error, false) }
      }
    })
  }

  /** Something of a session: one that nobody has heard of is lent nothing. */
  #lend(method: string, respond: Responder): void {
    this.#answer(method, (params, request) =>
      this.#isKnown(params.sessionId) ? respond(params, request) : NO_SESSION,
    )
  }

  /** Whether the agent has named the session in an answer, or the scenario in a request. */
  #isKnown(sessionId: unknown): boolean {
    return this.agent.peer.entries.some(entry => {
      if (!('message' in entry)) return false
      const { params, result } = toJson(entry.message)
      const named = entry.to === 'agent' ? toJson(params) : toJson(result)
      return typeof sessionId === 'string' && named.sessionId === sessionId
    })
  }

  #decide(params: Json): Reply {
    const { leave = 'allow' } = this.#offer
    if (leave === 'never') return 'never'
    if (leave === 'unknown-outcome') return { result: { outcome: { outcome: '_unheard_of' } } }
    if (leave === 'unknown-option')
      return { result: { outcome: { outcome: 'selected', optionId: 'nobody-offers-this' } } }
    return answerLeave(params, leave)
  }

  #elicit({ mode, requestedSchema }: Json): Reply {
    const { elicited = 'accept', asks = [] } = this.#offer
    if (!asks.some(ask => ask === mode))
      return { error: { code: errorCode.invalid_params, message: 'Invalid params: /mode' } }
    if (elicited !== 'accept') return { result: { action: elicited } }
    return { result: { action: 'accept', ...(mode === 'form' ? { content: fill(requestedSchema) } : {}) } }
  }
}

/** Starts the agent with a client that offers this. */
export async function openWith(stage: AgentStage, offer: Offer): Promise<Host> {
  return new Host(stage, await stage.open({ capabilities: toCapabilities(offer, stage.version) }), offer)
}

/** What a client that offers this says of itself in the version. */
export function toCapabilities(offer: Offer, version: Version): Json {
  const { canRead, canWrite, canRun, asks = [], more } = offer
  if (version === 2) return toElicitation(asks)
  return {
    ...(canRead || canWrite
      ? { fs: { readTextFile: canRead === true, writeTextFile: canWrite === true } }
      : {}),
    ...(canRun ? { terminal: true } : {}),
    ...toElicitation(asks),
    ...more,
  }
}

function toElicitation(asks: readonly string[]): Json {
  return asks.length === 0 ? {} : { elicitation: Object.fromEntries(asks.map(ask => [ask, {}])) }
}

/** Something for every field of a form. */
function fill(schema: unknown): Json {
  const { properties } = toJson(schema)
  return Object.fromEntries(
    Object.entries(toJson(properties)).map(([name, field]) => [name, valueFor(toJson(field))]),
  )
}

function valueFor({ type, enum: values, oneOf, items, minimum, format, minLength }: Json): unknown {
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return typeof minimum === 'number' ? minimum : 1
  if (type === 'array') return [firstOf(toJson(items).enum) ?? constOf(toJson(items).anyOf)].filter(isThere)
  const chosen = firstOf(values) ?? constOf(oneOf)
  if (chosen !== undefined) return chosen
  const formats: Json = {
    email: 'somebody@example.com',
    uri: 'https://example.com',
    date: '2026-01-31',
    'date-time': '2026-01-31T12:00:00Z',
  }
  const text = String(formats[String(format)] ?? 'Somebody')
  return typeof minLength === 'number' ? text.padEnd(minLength, '.') : text
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function constOf(list: unknown): unknown {
  return toJson(firstOf(list)).const
}

function isThere(value: unknown): boolean {
  return value !== undefined
}
