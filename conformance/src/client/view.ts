/**
 * What a client under test makes of its conversations, in its own words: a file of JSON that its driver writes when it is
 * done. Whatever a client does not tell is left out, and what hangs on it is skipped, never failed.
 */

import type { Json } from '../wire/arrivals.js'
import { toJson } from '../wire/json.js'

/** One message as the client shows it; pieces that belong together are one text. */
export interface SeenMessage {
  /** `user`, `agent` or `thought`. */
  readonly role: string
  readonly text: string
  readonly messageId?: string | undefined
}

/** A conversation as the client shows it. */
export interface SessionView {
  readonly sessionId: string
  /** Why its last turn ended. */
  readonly stopReason?: string | undefined
  /** What the client shows as an error of it. */
  readonly error?: string | undefined
  readonly messages?: readonly SeenMessage[] | undefined
  /** In the shape of the protocol: toolCallId, title, status, content, locations. */
  readonly toolCalls?: readonly Json[] | undefined
  /** The entries of the plan that holds. */
  readonly plan?: readonly Json[] | undefined
  /** terminalId and output. */
  readonly terminals?: readonly Json[] | undefined
  /** id, type and value of the settings that it shows, in its order. */
  readonly options?: readonly Json[] | undefined
  /** The mode in force. */
  readonly mode?: string | undefined
}

/** All that a driver may write. */
export interface ClientView {
  readonly sessions: readonly SessionView[]
  /** What was listed, each in the shape of the protocol. */
  readonly listed?: readonly Json[] | undefined
  /** What went wrong as a whole. */
  readonly error?: string | undefined
}

/** The view, or nothing where there is none or it cannot be read. */
export function readView(text: string): ClientView | undefined {
  try {
    const { sessions, listed, error } = toJson(JSON.parse(text))
    if (!Array.isArray(sessions)) return undefined
    return {
      sessions: sessions.map(toSession),
      listed: toList(listed),
      error: toText(error),
    }
  } catch {
    return undefined
  }
}

/** What is said where a client gives no view. */
export const NO_VIEW = 'the client does not tell its view of the conversation'

function toSession(value: unknown): SessionView {
  const { sessionId, stopReason, error, messages, toolCalls, plan, terminals, options, mode } = toJson(value)
  return {
    sessionId: String(sessionId),
    stopReason: toText(stopReason),
    error: toText(error),
    messages: toList(messages)?.map(toMessage),
    toolCalls: toList(toolCalls),
    plan: toList(plan),
    terminals: toList(terminals),
    options: toList(options),
    mode: toText(mode),
  }
}

function toMessage({ role, text, messageId }: Json): SeenMessage {
  return { role: String(role), text: String(text), messageId: toText(messageId) }
}

function toList(value: unknown): readonly Json[] | undefined {
  return Array.isArray(value) ? value.map(toJson) : undefined
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
