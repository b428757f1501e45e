/** What the gateway's own pages answer: a status, a few headers, a text. Nothing says who or which version it is. */

import type { Asking, Refusal } from '@parley/acp/transport'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

const OWN_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

export function toAnswer(status: number, value: object, headers: Record<string, string> = {}): Answer {
  const body = JSON.stringify(value)
  return { status, headers: { ...OWN_HEADERS, 'content-type': 'application/json', ...headers }, body }
}

/** A word and the id under which the log has the rest. */
export function toRefusalAnswer({ status, reason, headers, correlationId }: Refusal): Answer {
  return toAnswer(status, { error: reason, correlationId }, { ...headers })
}

/** That the gateway lives, for whoever asks; nothing for any other request. */
export function answerHealth({ method, target }: Asking): Answer | undefined {
  if (target !== '/healthz' || (method !== 'GET' && method !== 'HEAD')) return undefined
  return {
    status: 200,
    headers: { ...OWN_HEADERS, 'content-type': 'text/plain' },
    body: method === 'GET' ? 'ok' : '',
  }
}
