/** What a crooked server does wrong: it is an honest one behind a door that changes requests, answers, streams or frames. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Port } from '@parley/acp/transport'
import type { SocketFault } from './served-socket.js'

/** A request, and its honest answer for whoever calls. */
export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  answer(): void
}

export interface ServerFault {
  /** What it does wrong, in a few words. */
  readonly sin: string
  /** What is broken with it because nobody could break the one without the other. */
  readonly also?: readonly string[] | undefined
  /** Instead of the honest answer to a request. */
  visit?(visit: Visit): void
  /** Between a connection and the agent. */
  port?(port: Port): Port
  readonly socket?: SocketFault | undefined
  /** The headers of the answer to an upgrade. */
  upgradeHeaders?(headers: Record<string, string>): Record<string, string>
}

/** Each under the requirement that it breaks. */
export type ServerFaults = Readonly<Record<string, ServerFault>>
