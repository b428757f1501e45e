/** How a reply goes out: whole or as events, at once or at its pace, or as the failure that it is. Knows no screenplay. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Json, Reply } from './conversation.js'
import type { Dialect, ServerEvent } from './dialect.js'

export interface Delivery {
  readonly reply: Reply
  readonly dialect: Dialect
  readonly model: string
  readonly isStreaming: boolean
}

export const deliver = async (
  response: ServerResponse,
  { reply, dialect, model, isStreaming }: Delivery,
): Promise<void> => {
  const { failure, pace } = reply
  if (failure !== undefined) {
    const { status, retryAfter } = failure
    return sendJson(response, dialect.failure(failure), { status, retryAfter })
  }
  if (isStreaming) return sendEvents(response, dialect.stream(reply, model), pace?.milliseconds ?? 0)
  if (pace !== undefined) await pause(response, pace.milliseconds * pace.pieces)
  if (!response.destroyed) sendJson(response, dialect.whole(reply, model))
}

export const sendJson = (
  response: ServerResponse,
  body: Json,
  { status = 200, retryAfter }: { readonly status?: number; readonly retryAfter?: number | undefined } = {},
): void => {
  const later = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  response.writeHead(status, { 'content-type': 'application/json', ...later }).end(JSON.stringify(body))
}

const sendEvents = async (
  response: ServerResponse,
  events: readonly ServerEvent[],
  milliseconds: number,
): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  for (const { event, data, isSpoken } of events) {
    if (isSpoken && milliseconds > 0) await pause(response, milliseconds)
    if (response.destroyed) return
    const name = event === undefined ? '' : `event: ${event}\n`
    response.write(`${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  response.end()
}

/** Nobody waits for somebody who has gone. */
const pause = async (response: ServerResponse, milliseconds: number): Promise<void> => {
  const over = new AbortController()
  const { signal } = over
  await Promise.race([wait(milliseconds, undefined, { signal }), once(response, 'close', { signal })])
    .catch(() => undefined)
    .finally(() => over.abort())
}
