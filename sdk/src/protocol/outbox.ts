/** What this side calls and tells: gate, shape and conduct are looked at before anything is sent, and the answer like the question. */

import type { BatchCall, Connection, RequestOptions } from '../jsonrpc/index.js'
import type { Shape } from '../schema/index.js'
import type { Agreement, Passage } from './agreement.js'
import type { Fault } from './conduct.js'
import type { Side } from './contract.js'
import { AcpError } from './error.js'
import { type Extension, extensionShutBy } from './extension.js'
import type { Log } from './log.js'
import { BAD, describeAll, type Reader, toSendError } from './reading.js'

export interface OutboxOptions {
  readonly side: Side
  readonly log: Log
  readonly isStrict: boolean
  readonly reader: Reader
}

export class Outbox {
  readonly #agreement: Agreement
  readonly #connection: Connection
  readonly #options: OutboxOptions
  readonly #reader: Reader

  constructor(agreement: Agreement, connection: Connection, options: OutboxOptions) {
    this.#agreement = agreement
    this.#connection = connection
    this.#options = options
    this.#reader = options.reader
  }

  request(method: string, params: unknown, options?: RequestOptions): Promise<unknown> {
    const passage = this.check('request', method, params)
    const read = (result: unknown): unknown => this.#readResult(passage, result)
    return this.#connection.ask({ method, params, read }, options)
  }

  async call<Params, Result>(
    extension: Extension<Params, Result>,
    params: Params,
    options?: RequestOptions,
  ): Promise<Result> {
    const missing = extensionShutBy(extension, this.#agreement.agreed)
    if (missing !== undefined) throw capabilityMissing(extension.method, missing)
    if (extension.kind === 'notification') {
      await this.#connection.notify(extension.method, params)
      return extension.readResult(undefined)
    }
    const result = await this.#connection.request(extension.method, params, options)
    try {
      return extension.readResult(result)
    } catch (cause) {
      throw new AcpError('invalid_result', `the answer to ${extension.method} cannot be used`, { cause })
    }
  }

  batch(calls: readonly BatchCall[], options?: RequestOptions): Promise<unknown>[] {
    const passages = calls.map(({ method, params, isNotification }) =>
      this.check(isNotification ? 'notification' : 'request', method, params),
    )
    const asked = passages.filter((_, index) => !calls[index]?.isNotification)
    return this.#connection.batch(calls, options).map(async (answer, index) => {
      const passage = asked[index]
      const result = await answer
      return passage === undefined ? result : this.#readResult(passage, result)
    })
  }

  /** The way a call may go. Throws where it may not, or may not say this. */
  check(kind: 'request' | 'notification', method: string, params: unknown): Passage {
    const agreement = this.#agreement
    const passage = agreement.outgoing[kind].get(method)
    const missing = passage === undefined ? agreement.shutBy(method) : passage.shutBy
    if (missing !== undefined) throw capabilityMissing(method, missing)
    if (passage === undefined) throw unknownMethod(method, kind, this.#options.side)
    this.#reader.demandSendable(passage.row.params, params, method)
    if (passage.checkParams !== undefined) {
      const faults = agreement.notes.faultsOf(passage.checkParams, params)
      if (faults.length > 0) throw toRefusal(method, faults)
    }
    return passage
  }

  #readResult({ row, checkResult, hasEmptyResult }: Passage, result: unknown): unknown {
    const { isStrict, log } = this.#options
    const isForgiven = hasEmptyResult && !isStrict
    const value = this.#reader.read(row.result as Shape, isForgiven ? (result ?? {}) : result)
    const { flaws } = this.#reader
    const isUsable = value !== BAD && !(isStrict && flaws.length > 0)
    const faults =
      isUsable && checkResult !== undefined ? this.#agreement.notes.faultsOf(checkResult, value) : []
    const complaints = isUsable ? faults : flaws
    if (complaints.length > 0 || !isUsable)
      throw new AcpError(
        'invalid_result',
        `the answer to ${row.name} cannot be used: ${describeAll(complaints)}`,
      )
    if (flaws.length > 0)
      log.write({ level: 'warn', event: 'salvaged', method: row.name, message: describeAll(flaws) })
    return value
  }
}

function other(side: Side): Side {
  return side === 'agent' ? 'client' : 'agent'
}

function unknownMethod(method: string, kind: string, side: Side): AcpError {
  return new AcpError(
    'unknown_method',
    `${method} is no ${kind} that the ${other(side)} takes in this version`,
  )
}

/** Why the peer cannot be told this. */
function toRefusal(method: string, faults: readonly Fault[]): AcpError {
  const missing = faults.find(({ capability }) => capability !== undefined)
  if (missing === undefined) return toSendError(method, faults)
  return new AcpError(
    'capability_missing',
    `${method} was not sent: the peer lacks ${missing.capability} (${missing.path})`,
  )
}

function capabilityMissing(method: string, capability: string): AcpError {
  return new AcpError(
    'capability_missing',
    `${method} was not sent: the peer did not advertise ${capability}`,
  )
}
