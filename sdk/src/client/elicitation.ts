/** An agent's questions beyond permission: put to the host, checked before they are answered, dismissed by a cancel. */

import { AcpError, type Call, rpcError } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import { formFaults, unknownFields } from './form.js'
import type { ElicitationAnswer, ElicitationContext, Host } from './host.js'
import { put } from './questions.js'
import type { SessionMap } from './sessions.js'

type Params = v1.CreateElicitationRequest
type Answer = v1.CreateElicitationResponse
type Form = Extract<Params, { readonly mode: 'form' }>
type Address = Extract<Params, { readonly mode: 'url' }>

// Nobody fills in more, and every field may cost a pattern.
const MOST_FIELDS = 256
const MOST_FAULTS_TOLD = 8
const MOST_OUTSTANDING = 1_000

export class Elicitations {
  readonly #host: NonNullable<Host['elicit']>
  readonly #sessions: SessionMap
  /** Addresses that were asked for and of which the agent has not said that all is done. */
  readonly #outstanding = new Set<string>()

  constructor(host: NonNullable<Host['elicit']>, sessions: SessionMap) {
    this.#host = host
    this.#sessions = sessions
  }

  async create(params: Params, call: Call): Promise<Answer> {
    if (params.mode === 'form') return this.#askForm(params as Form, call)
    if (params.mode === 'url') return this.#askAddress(params as Address, call)
    throw rpcError('invalid_params', 'Invalid params: /mode: expected form or url')
  }

  /** Ids that are not known, or done with, mean nothing. */
  complete(elicitationId: string): void {
    if (this.#outstanding.delete(elicitationId)) this.#host.completed?.(elicitationId)
  }

  async #askForm(params: Form, call: Call): Promise<Answer> {
    const { form } = this.#host
    const schema = params.requestedSchema
    const fields = Object.keys(schema.properties ?? {}).length
    if (fields > MOST_FIELDS)
      throw rpcError(
        'invalid_params',
        `Invalid params: /requestedSchema: expected at most ${MOST_FIELDS} fields, found ${fields}`,
      )
    const [unknown] = unknownFields(schema)
    if (unknown !== undefined)
      throw rpcError(
        'invalid_params',
        'Invalid params: /requestedSchema: a required field is of an unknown kind',
      )
    const request = { ...scopeOf(params), message: params.message, schema, raw: params }
    const answer = await this.#put(params, call, context => form?.(request, context))
    if (answer?.action !== 'accept') return answer ?? { action: 'cancel' }
    const faults = formFaults(schema, answer.content)
    if (faults.length > 0)
      throw new AcpError(
        'invalid_result',
        `the answer to elicitation/create was not sent: ${faults.slice(0, MOST_FAULTS_TOLD).join('; ')}`,
      )
    return { action: 'accept', content: { ...answer.content } }
  }

  async #askAddress(params: Address, call: Call): Promise<Answer> {
    const { url, elicitationId, message } = params
    const host = hostOf(url)
    if (host === undefined) throw rpcError('invalid_params', 'Invalid params: /url: expected a web address')
    if (this.#outstanding.has(elicitationId))
      throw rpcError('invalid_params', 'Invalid params: /elicitationId: expected one that is not in use')
    this.#remember(elicitationId)
    const request = { ...scopeOf(params), message, elicitationId, url, host, raw: params }
    let answer: ElicitationAnswer | undefined
    try {
      answer = await this.#put(params, call, context => this.#host.url?.(request, context))
    } finally {
      if (answer?.action !== 'accept') this.#outstanding.delete(elicitationId)
    }
    return answer ?? { action: 'cancel' }
  }

  /** A session that is not known, or was let go, has nobody to ask. */
  async #put(
    params: Params,
    call: Call,
    ask: (context: ElicitationContext) => Promise<ElicitationAnswer> | ElicitationAnswer,
  ): Promise<ElicitationAnswer> {
    const { sessionId } = scopeOf(params)
    const session = sessionId === undefined ? undefined : this.#sessions.find(sessionId)
    if (sessionId !== undefined && session === undefined) return undefined
    return put(session?.questions, call, signal => ask({ roots: session?.roots ?? [], signal }))
  }

  #remember(elicitationId: string): void {
    this.#outstanding.add(elicitationId)
    const [oldest] = this.#outstanding
    if (oldest !== undefined && this.#outstanding.size > MOST_OUTSTANDING) this.#outstanding.delete(oldest)
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const UNSEEN = /[\p{Cc}\p{Cf}\s]/u

/**
 * Where a web address leads, if it may be shown at all. What opens other kinds of address may run a program; what comes
 * before an @ is there to look like the host; unencrypted is only what stays on this machine.
 */
function hostOf(url: string): string | undefined {
  if (UNSEEN.test(url) || !URL.canParse(url)) return undefined
  const { protocol, host, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return undefined
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
  return isAllowed ? host : undefined
}

interface Scope {
  readonly sessionId?: string | undefined
  readonly toolCallId?: string | undefined
  readonly requestId?: string | number | null | undefined
}

function scopeOf(params: Params): Scope {
  if ('sessionId' in params && typeof params.sessionId === 'string')
    return { sessionId: params.sessionId, toolCallId: textOf(params.toolCallId) }
  const { requestId } = params as Scope
  return { requestId }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
