/** What can be said of a connection to somebody who looks at it, and of its end. */

import { ConnectionError } from '../../jsonrpc/index.js'
import { LinkLost } from './link.js'

/** How it stands with a remote server. */
export type RemoteState =
  | { readonly status: 'connecting' }
  | { readonly status: 'open' }
  /** It broke. Tried again at `until` (milliseconds since 1970) for the time that `attempt` says. */
  | { readonly status: 'waiting'; readonly until: number; readonly attempt: number; readonly reason: string }
  | { readonly status: 'closed'; readonly reason: string }

const MOST_CHARACTERS = 300
const MINUTE = 60_000

/** What a link said at its end: it may quote the server, so it is cut and cleaned of what moves cursors. */
export function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : 'something that is no error'
  return text.slice(0, MOST_CHARACTERS).replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, ' ')
}

export function toLinkLost(cause: unknown): LinkLost {
  return cause instanceof LinkLost ? cause : new LinkLost('refused', reasonOf(cause), { cause })
}

export function lostForGood(cause: LinkLost): ConnectionError {
  if (cause.end === 'refused') return new ConnectionError('closed', reasonOf(cause), { cause })
  const message = `the connection was lost and cannot be taken up again: ${reasonOf(cause)}`
  return new ConnectionError('transport', message, { cause })
}

export function neverReached(cause: LinkLost): ConnectionError {
  // One that says when to come again is there.
  const what = cause.retryAfter === undefined ? 'cannot be reached' : 'does not let us in now'
  return new ConnectionError('transport', `the server ${what}: ${reasonOf(cause)}`, { cause })
}

export function givenUp(cause: LinkLost, milliseconds: number): ConnectionError {
  const time =
    milliseconds < MINUTE
      ? `${Math.round(milliseconds / 1_000)} seconds`
      : `${Math.round(milliseconds / MINUTE)} minutes`
  const message = `the connection was lost and could not be taken up again for ${time}: ${reasonOf(cause)}`
  return new ConnectionError('transport', message, { cause })
}

export function anotherGreeter(): ConnectionError {
  const message =
    'the server has forgotten the connection, and another agent or another version answers there now'
  return new ConnectionError('transport', message)
}
