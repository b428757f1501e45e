/** The gateways that a connection came through: a chain of them must have an end, and must not lead back to its beginning. */

import { errorCodes, RpcError } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import { type Fields, metaOf } from '../hub/fields.js'
import { HOPS_META } from '../hub/words.js'

const MOST_HOPS = 8
const HOP = /^[\w-]{1,64}$/

/** Those before the gateway of this name, the client's own first. Throws where it may not be the next. */
export function hopsBefore(opening: Fields, own: string): readonly string[] {
  const hops = metaOf(opening, HOPS_META) ?? []
  if (!Array.isArray(hops) || !hops.every(isHop))
    throw rpcError('invalid_params', `/_meta/${HOPS_META}: expected a list of names`)
  if (hops.includes(own))
    throw refused(
      'loop_detected',
      'The agents of these gateways are each other: there is no agent behind them',
    )
  if (hops.length >= MOST_HOPS) throw refused('too_many_hops', `More than ${MOST_HOPS} gateways in a row`)
  return hops
}

function isHop(value: unknown): value is string {
  return typeof value === 'string' && HOP.test(value)
}

function refused(reason: string, message: string): RpcError {
  return new RpcError(errorCodes.invalid_request, message, { reason })
}
