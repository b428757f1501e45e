/** What a request that is not served is told: a status, a word, and a name for the incident. Nothing else leaves. */

import { correlationId } from '../../jsonrpc/error.js'
import type { Refusal } from '../remote/serving.js'
import type { Exchange } from './exchange.js'

/** A request that was not served, for the server's own records. Nothing in it was cleaned or redacted. */
export interface RefusedRequest {
  readonly status: number
  readonly reason: string
  /** The one that the client was told. */
  readonly correlationId: string
  readonly method: string
  readonly target: string
  readonly address: string | undefined
  /** What went wrong on this side, where something did. */
  readonly error?: unknown
}

export function refusal(status: number, reason: string, headers?: Refusal['headers']): Refusal {
  return { status, reason, headers }
}

/** Answers with it, and says how it is to be written down. */
export function refuse(
  exchange: Exchange,
  { status, reason, headers, correlationId: known }: Refusal,
  error?: unknown,
): RefusedRequest {
  const incident = known ?? correlationId()
  const body = JSON.stringify({ error: reason, correlationId: incident })
  exchange.answer(
    status,
    { ...headers, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body,
  )
  const { method, target, address } = exchange
  return { status, reason, correlationId: incident, method, target, address, error }
}
