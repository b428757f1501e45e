/** Calls and answers over a raw wire, for scripts: one request at a time is awaited, the agent's own are answered by profile. */

import type { Entry } from '@parley/acp/inspect'
import { errorCodes } from '@parley/acp/jsonrpc'
import { isObject, type JsonObject } from '../../json-object.js'
import { type Answer, failed, type Profile, ruleAnswer } from './profile.js'
import type { Sandbox } from './sandbox.js'
import type { Wire } from './wire.js'

export interface ExchangeOptions {
  readonly profile: Profile
  readonly sandbox: Sandbox | undefined
  onNotification(method: string, params: unknown): void
}

export class Exchange {
  readonly #options: ExchangeOptions
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #wire: Pick<Wire, 'send'> | undefined
  #next = 1

  constructor(options: ExchangeOptions) {
    this.#options = options
  }

  open(wire: Pick<Wire, 'send'>): void {
    this.#wire = wire
  }

  /** Everything that passes comes by here. */
  take(entry: Entry): void {
    if (!('message' in entry) || entry.to !== 'client') return
    for (const message of Array.isArray(entry.message) ? entry.message : [entry.message])
      if (isObject(message)) this.#route(message)
  }

  /** The answer, be it a result or an error; never one where the agent gives none. */
  request(method: string, params: unknown): Promise<Answer> {
    const id = this.#next++
    const answer = new Promise<Answer>(resolve => this.#waiting.set(id, resolve))
    this.#send({ id, method, params })
    return answer
  }

  notify(method: string, params: unknown): void {
    this.#send({ method, params })
  }

  #send(message: JsonObject): void {
    this.#wire?.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }

  #route(message: JsonObject): void {
    const { id, method, params, result, error } = message
    if (typeof method === 'string') {
      if (id === undefined) this.#options.onNotification(method, params)
      else void this.#answer(id, method, params)
    } else if (typeof id === 'number') {
      this.#waiting.get(id)?.(error === undefined ? { result } : { error: toError(error) })
      this.#waiting.delete(id)
    }
  }

  async #answer(id: unknown, method: string, params: unknown): Promise<void> {
    const { profile, sandbox } = this.#options
    const ruled = ruleAnswer(profile, method, params)
    if (ruled === 'hold') return
    const answer =
      ruled === 'carry-out'
        ? ((await sandbox?.answer(method, params)) ??
          failed(errorCodes.internal_error, 'there is no sandbox'))
        : ruled
    this.#send({ id, ...answer })
  }
}

/** What an agent calls an error may be anything. */
function toError(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = isObject(error) ? error : {}
  return {
    code: typeof code === 'number' ? code : 0,
    message: typeof message === 'string' ? message : '',
    ...(data === undefined ? {} : { data }),
  }
}
