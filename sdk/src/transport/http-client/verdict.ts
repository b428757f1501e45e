/** What each status means for the request that it answers, and for the link. */

import type { HttpHead } from './carrier.js'

/**
 * | status            | opening              | a message                                | a stream                    |
 * |-------------------|----------------------|------------------------------------------|-----------------------------|
 * | 2xx               | 200 with an answer   | accepted                                 | 200 with an event stream    |
 * | 3xx               | refused              | fails: nothing is followed               | refused; a session's: fails |
 * | 401, 403, 410     | refused              | refused                                  | refused                     |
 * | 404               | refused: no endpoint | forgotten; of a session: fails           | forgotten; session's: fails |
 * | 409               | refused              | fails: the session is in another's hands | again: our last one lingers |
 * | 408, 425, 429     | dropped              | again: it was not carried out            | again                       |
 * | 503               | dropped              | again where it says when, or if numbered | again                       |
 * | 502, 504          | dropped              | again if numbered, else fails            | again                       |
 * | 500, other 5xx    | dropped              | fails: it may have been carried out      | again                       |
 * | other 4xx         | refused              | fails                                    | refused; a session's: fails |
 * | no answer at all  | dropped              | again if numbered, else dropped          | again if numbered           |
 *
 * "Again" is for a while only; then a message fails, and a stream is dropped; so is a message for which somebody answers
 * 502, 503 or 504 if numbered: its server is gone. "If numbered": a server that numbers its events also knows our
 * messages by their `Idempotency-Key`, so a second one does nothing. A session's 404 is not the connection's while the
 * connection's own stream is open.
 */
export type Verdict = 'accepted' | 'again' | 'failed' | 'forgotten' | 'refused'

const REFUSED = new Set([401, 403, 410])
const NOT_CARRIED_OUT = new Set([408, 425, 429])
const MAYBE_CARRIED_OUT = new Set([502, 503, 504])
const LONGEST_WAIT = 60_000

interface Circumstances {
  readonly isNumbered: boolean
  /** The request names a session, and the connection itself is known to live. */
  readonly isOfSession: boolean
}

export function verdictOnMessage(head: HttpHead, { isNumbered, isOfSession }: Circumstances): Verdict {
  const { status } = head
  if (status >= 200 && status < 300) return 'accepted'
  if (REFUSED.has(status)) return 'refused'
  if (status === 404) return isOfSession ? 'failed' : 'forgotten'
  if (NOT_CARRIED_OUT.has(status)) return 'again'
  if (status === 503 && retryAfter(head) !== undefined) return 'again'
  return MAYBE_CARRIED_OUT.has(status) && isNumbered ? 'again' : 'failed'
}

export function verdictOnStream(head: HttpHead, isOfSession: boolean): Verdict {
  const { status } = head
  const isEvents = head.header('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
  if (status === 200 && isEvents) return 'accepted'
  if (REFUSED.has(status)) return 'refused'
  if (status === 404) return isOfSession ? 'failed' : 'forgotten'
  if (status >= 500 || status === 409 || NOT_CARRIED_OUT.has(status)) return 'again'
  return isOfSession ? 'failed' : 'refused'
}

/** Whether an opening that was answered so may be tried again later. */
export function isPassing(status: number): boolean {
  return status >= 500 ? status !== 501 && status !== 505 : NOT_CARRIED_OUT.has(status)
}

/** One word for the answer that is made up for a request. */
export function wordFor(status: number): string {
  if (status >= 300 && status < 400) return 'redirected'
  return WORDS.get(status) ?? (status >= 500 ? 'server_error' : 'rejected')
}

const WORDS = new Map([
  [200, 'invalid_answer'],
  [404, 'session_not_found'],
  [409, 'conflict'],
  [413, 'too_large'],
  [429, 'rate_limited'],
  [503, 'unavailable'],
])

/** Why we were refused, for people. The server's own words are left out: they are anybody's. */
export function refusalOf(status: number, server: string): string {
  if (status === 401)
    return `${server} wants to know who we are: the credentials are missing or not valid (401)`
  if (status === 403) return `${server} does not let us in (403)`
  if (status === 404)
    return `there is no such endpoint: ${server} (404); a gateway has its agents at /acp and /acp/NAME`
  if (status === 429)
    return `${server} has had too much from here for now, or too many wrong tokens (429): wait a minute, then come with the right one`
  if (status === 410) return `${server} has ended this connection on purpose (410)`
  if (status >= 300 && status < 400)
    return `${server} sends us elsewhere (${status}), and no redirect is followed`
  return `${server} refused with status ${status}`
}

/** Milliseconds until the server wants to be asked again. */
export function retryAfter(head: HttpHead, now = Date.now()): number | undefined {
  const value = head.header('retry-after')
  if (value === undefined) return undefined
  const wait = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), LONGEST_WAIT)
}
