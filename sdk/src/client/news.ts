/** Updates that a gateway tells in its own words: they take their place among those of the agent. */

import {
  extensionNotification,
  type HandledExtension,
  handleExtension,
  NEWS_METHOD,
  type Version,
} from '../protocol/index.js'
import { TERMINAL_CHUNK, TERMINAL_UPDATE } from '../thread/index.js'
import type { SessionMap } from './sessions.js'
import type { UpdateOf } from './speech.js'

interface News {
  readonly sessionId: string
  readonly update: UpdateOf<Version>
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
  if (typeof sessionId !== 'string' || !isNews(Object(update))) return undefined
  return { sessionId, update: update as UpdateOf<Version> }
}

function isNews({ sessionUpdate, terminalId, severity, title }: Readonly<Record<string, unknown>>): boolean {
  // A word of the later version, for what is to be said in the earlier one, too.
  if (sessionUpdate === 'notice') return typeof severity === 'string' && typeof title === 'string'
  return (
    typeof terminalId === 'string' && (sessionUpdate === TERMINAL_UPDATE || sessionUpdate === TERMINAL_CHUNK)
  )
}
