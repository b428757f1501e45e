/**
 * Which stream of a connection a message belongs to: the session that its params name, and for an answer that of its
 * request. One direction each; a side that must know both ways keeps two. Knows no method but by what `scope.ts` says.
 */

import { type Id, isId } from '../../jsonrpc/message.js'
import { entersSession, isAnsweredOutside, opensConnection, sessionOf } from '../../protocol/scope.js'

// Each request is answered once, and a connection works on 1,024 of them; whoever does otherwise is forgotten first.
const MOST_REQUESTS = 4_096
const MOST_SESSION_CHARACTERS = 1_024

/** A request that begins a connection. */
export interface OpeningRequest {
  readonly id: string | number
  readonly method: string
  readonly params?: unknown
}

interface Call {
  readonly id?: unknown
  readonly method: string
  readonly params?: unknown
}

/** Where the answers of one side go, by the requests of the other. */
export class Routing {
  // Only what is answered in a session is remembered: everything else goes where it would go anyway.
  #sessions: Map<Id, string> | undefined

  /** To be told of every message that the answers, or the calls, are in reply to. */
  note(message: unknown): void {
    if (Array.isArray(message)) for (const each of message) this.#noteOne(each)
    else this.#noteOne(message)
  }

  /** The session whose stream it belongs to; nothing for the connection's own. Forgets the request that it answers. */
  streamOf(message: unknown): string | undefined {
    return Array.isArray(message) ? this.#streamOfAll(message) : this.#streamOfOne(message)
  }

  #noteOne(message: unknown): void {
    if (!isCall(message) || message.id === undefined) return
    const session = isAnsweredOutside(message.method) ? undefined : streamNamed(message.params)
    const { id } = message
    if (!(id === null || isId(id))) return
    // Who counts its requests anew takes ids that others had before.
    if (session === undefined) return void this.#sessions?.delete(id)
    this.#sessions ??= new Map()
    if (this.#sessions.size >= MOST_REQUESTS) forgetOldest(this.#sessions)
    this.#sessions.set(id, session)
  }

  #streamOfOne(message: unknown): string | undefined {
    if (isCall(message)) return streamNamed(message.params)
    if (this.#sessions === undefined || typeof message !== 'object' || message === null) return undefined
    const { id } = message as { readonly id?: Id }
    if (id === undefined) return undefined
    const session = this.#sessions.get(id)
    if (session !== undefined) this.#sessions.delete(id)
    return session
  }

  /** An array is told as one: in a session if all of it belongs there. */
  #streamOfAll(messages: readonly unknown[]): string | undefined {
    const streams = new Set(messages.map(each => this.#streamOfOne(each)))
    return streams.size === 1 ? [...streams][0] : undefined
  }
}

function forgetOldest(sessions: Map<Id, string>): void {
  const oldest = sessions.keys().next()
  if (!oldest.done) sessions.delete(oldest.value)
}

/** Whether a connection begins with it: the one message that must have an id, and come first. */
export function isOpening(message: unknown): message is OpeningRequest {
  return isCall(message) && opensConnection(message.method) && isId(message.id)
}

/** The session that the sender of this message will want to hear, if it asks to be let into one. */
export function sessionEntered(message: unknown): string | undefined {
  return isCall(message) && message.id !== undefined && entersSession(message.method)
    ? streamNamed(message.params)
    : undefined
}

/** The session that an answer is about, as it is when one was made. */
export function sessionMade(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('result' in message)) return undefined
  return streamNamed(message.result)
}

/** A name that nobody could have given a session is none: names are kept for as long as the connection lasts. */
function streamNamed(params: unknown): string | undefined {
  const session = sessionOf(params)
  return session !== undefined && session.length <= MOST_SESSION_CHARACTERS ? session : undefined
}

function isCall(message: unknown): message is Call {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    typeof message.method === 'string'
  )
}
