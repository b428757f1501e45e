/** Updates that a gateway tells in its own words: they take their place among those of the agent. */

import {
  extensionNotification,
  type HandledExtension,
  handleExtension,
  NEWS_METHOD,
} from '../protocol/index.js'
import { TERMINAL_CHUNK, TERMINAL_UPDATE, type TerminalNews } from '../thread/index.js'
import type { SessionMap } from './sessions.js'

interface News {
  readonly sessionId: string
  readonly update: TerminalNews
}

/** What a client takes of a gateway that lends its agent terminals. */
export function gatewayNews(sessions: SessionMap): HandledExtension {
  const news = extensionNotification(NEWS_METHOD, { readParams: toNews })
  // What it is worth in memory is about what it holds.
  return handleExtension(news, async told => {
    if (told !== undefined) await sessions.deliver(told.sessionId, told.update, JSON.stringify(told).length)
  })
}

/** Nothing for words of later gateways. */
function toNews(params: unknown): News | undefined {
  const { sessionId, update }: Readonly<Record<string, unknown>> = Object(params)
  const { sessionUpdate, terminalId }: Readonly<Record<string, unknown>> = Object(update)
  const isKnown = sessionUpdate === TERMINAL_UPDATE || sessionUpdate === TERMINAL_CHUNK
  if (typeof sessionId !== 'string' || typeof terminalId !== 'string' || !isKnown) return undefined
  return { sessionId, update: update as TerminalNews }
}
