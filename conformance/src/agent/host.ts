/**
 * An honest client for the agent under test: it really reads, writes and runs in the folder of the stage, answers questions
 * as it is told, and remembers what was asked of it. In version 2 there is nothing to lend but the user.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { errorCode } from '../error.js'
import type { Version } from '../requirement.js'
import type { Json } from '../wire/arrivals.js'
import type { Reply, Responder } from '../wire/scripted-peer.js'
import type { ExaminedAgent } from './examined-agent.js'
import { toJson } from './examined-agent.js'
import { answerLeave } from './leave.js'
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

export class Host {
  readonly requests: Request[] = []
  readonly agent: ExaminedAgent
  readonly #stage: AgentStage
  readonly #offer: Offer
  readonly #terminals: LentTerminals

  constructor(stage: AgentStage, agent: ExaminedAgent, offer: Offer) {
    this.agent = agent
    this.#stage = stage
    this.#offer = offer
    this.#terminals = new LentTerminals(stage.cwd)
    stage.onClose(() => this.#terminals.close())
    this.#answer('session/request_permission', params => this.#decide(params))
    this.#answer('elicitation/create', params => this.#elicit(params))
    if (stage.version === 2) return
    if (offer.canRead) this.#answer('fs/read_text_file', params => this.#read(params))
    if (offer.canWrite) this.#answer('fs/write_text_file', params => this.#write(params))
    if (offer.canRun)
      for (const [method, respond] of Object.entries(this.#terminals.methods)) this.#answer(method, respond)
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
      } catch {
        return {
          error: { code: errorCode.invalid_params, message: `Invalid params: ${method} cannot be done` },
        }
      }
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

  async #read({ path, line, limit }: Json): Promise<Reply> {
    const at = this.#inside(path)
    const text = at === undefined ? undefined : await readFile(at, 'utf8').catch(() => undefined)
    if (text === undefined)
      return { error: { code: errorCode.resource_not_found, message: 'Resource not found' } }
    if (typeof line !== 'number' && typeof limit !== 'number') return { result: { content: text } }
    const from = typeof line === 'number' ? Math.max(line - 1, 0) : 0
    const lines = text.split('\n')
    const content = lines.slice(from, typeof limit === 'number' ? from + limit : undefined).join('\n')
    return { result: { content } }
  }

  async #write({ path, content }: Json): Promise<Reply> {
    const at = this.#inside(path)
    if (at === undefined)
      return { error: { code: errorCode.invalid_params, message: 'Invalid params: /path: outside' } }
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, String(content))
    return { result: {} }
  }

  /** Nothing but the project is lent. */
  #inside(path: unknown): string | undefined {
    const at = resolve(this.#stage.cwd, String(path))
    return at.startsWith(`${this.#stage.cwd}${sep}`) ? at : undefined
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
