/** Requests whose name is data: both versions have them under the same or another name, and the contract checks them. */

import { AcpError, type ContractName, type Peer, type RequestOptions, reasonOf } from '../protocol/index.js'
import type { Request } from './spelling.js'

export type AnyPeer = Peer<ContractName, 'client'>

/** Sends a request of the version spoken; `Result` is what its contract makes of the answer. */
export function request<Result = unknown>(
  peer: AnyPeer,
  { method, params }: Request,
  options?: RequestOptions,
): Promise<Result> {
  // Either version may be spoken, so the compiler is told of one method; gate, shape and conduct are checked by name.
  const named = peer as unknown as {
    request(method: string, params: object, options?: RequestOptions): Promise<Result>
  }
  return named.request(method, params, options)
}

/** Whether the agent says that it has no such session: then there is nothing left to close or delete. */
export function isGone(error: unknown): boolean {
  const reason = reasonOf(error)
  return reason === 'session_not_found' || reason === 'resource_not_found' || reason === 'session_expired'
}

/** The same as success for whoever wanted the session gone. */
export async function untilGone(answer: Promise<unknown>): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

export function sessionClosed(message = 'the session was closed'): AcpError {
  return new AcpError('session_closed', message)
}
