/** The words and numbers with which somebody is turned away, and the one thing they have in common with the log. */

import { randomBytes } from 'node:crypto'
import type { Refusal } from '@parley/acp/transport'

/** Everything a guard can say no with. */
export type RefusalWord = keyof typeof STATUS

const STATUS = {
  bad_request: 400,
  token_in_url: 400,
  unauthorized: 401,
  encryption_required: 403,
  bad_origin: 403,
  cross_site: 403,
  csrf_required: 403,
  proof_required: 403,
  other_address: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  too_many_strangers: 429,
  too_many_failures: 429,
  too_many_requests: 429,
  too_many_connections: 429,
  too_many_tickets: 429,
  too_many_tokens: 429,
  internal_error: 500,
} as const

/** A refusal that the log knows by its id. */
export interface NamedRefusal extends Refusal {
  readonly reason: RefusalWord
  readonly correlationId: string
}

const TOO_MUCH = 429
// Where nothing says when there is room again: tickets end after 30 s, and tokens are taken back by people.
const USUAL_WAIT = 30_000

/** `known` is how many milliseconds to try again after: who does too much is always told. */
export function toRefusal(reason: RefusalWord, known?: number): NamedRefusal {
  const wait = known ?? (STATUS[reason] === TOO_MUCH ? USUAL_WAIT : undefined)
  const headers: Record<string, string> = {}
  if (reason === 'unauthorized') headers['www-authenticate'] = 'Bearer'
  if (reason === 'method_not_allowed') headers.allow = 'POST'
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait / 1_000)))
  return { status: STATUS[reason], reason, headers, correlationId: randomBytes(8).toString('hex') }
}

/** Whether it is said to those who showed no good token, whatever they wanted. */
export function isForWantOfToken(reason: RefusalWord): boolean {
  return reason === 'unauthorized' || reason === 'too_many_strangers' || reason === 'too_many_failures'
}

export function isRefusal(value: object): value is NamedRefusal {
  return 'status' in value && 'reason' in value
}
