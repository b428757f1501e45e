/** Values checked at the edge: what comes in is mended and reported, what goes out is right or not sent. */

import type { RpcError } from '../jsonrpc/index.js'
import { BAD, type Flaw, type Shape, Trail } from '../schema/index.js'
import type { Fault } from './conduct.js'
import { AcpError, rpcError, unsupportedParameter } from './error.js'

export { BAD } from '../schema/index.js'

const MOST_FLAWS_TOLD = 8

type Complaint = Pick<Flaw, 'path' | 'expected' | 'found'>

/** Reads values by their shapes, one after the other. */
export class Reader {
  #trail = new Trail()
  #flaws: readonly Flaw[] = []

  /** What was wrong with the value read last. */
  get flaws(): readonly Flaw[] {
    return this.#flaws
  }

  /** The value to use, or `BAD`. */
  read(shape: Shape, input: unknown): unknown {
    const trail = this.#trail
    const value = shape(input, trail)
    this.#flaws = trail.flaws
    // A trail that found nothing remembers nothing, so the common case makes no new one.
    if (value !== input || trail.flaws.length > 0) this.#trail = new Trail()
    return value
  }

  /** Throws unless the value may be sent exactly as it is. */
  demandSendable(shape: Shape, value: unknown, method: string): void {
    if (this.read(shape, value) === BAD || this.#flaws.length > 0) throw toSendError(method, this.#flaws)
  }
}

/** The answer to params that cannot be used. */
export function toRpcError(complaints: readonly (Complaint | Fault)[]): RpcError {
  const missing = complaints.find((complaint): complaint is Fault => 'capability' in complaint)
  if (missing?.capability !== undefined)
    return unsupportedParameter(missing.capability, `Invalid params: ${describe(missing)}`)
  const flaws = complaints
    .slice(0, MOST_FLAWS_TOLD)
    .map(({ path, expected, found }) => ({ path, expected, found }))
  const first = complaints[0]
  return rpcError('invalid_params', first ? `Invalid params: ${describe(first)}` : 'Invalid params', {
    flaws,
  })
}

/** Why we do not send a value of our own. */
export function toSendError(method: string, complaints: readonly Complaint[]): AcpError {
  return new AcpError('invalid_params', `${method} was not sent: ${describeAll(complaints)}`)
}

export function describe({ path, expected, found }: Complaint): string {
  return `${path === '' ? '/' : path}: expected ${expected}, found ${found}`
}

export function describeAll(complaints: readonly Complaint[]): string {
  return complaints.slice(0, MOST_FLAWS_TOLD).map(describe).join('; ')
}
