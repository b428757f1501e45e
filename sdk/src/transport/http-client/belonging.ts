/** Which session a message of ours goes with, and which of our requests still wait for their answers, and where. */

import { CANCEL_METHOD, type Id, type Outgoing } from '../../jsonrpc/index.js'
import { isEnvelope, isId } from '../../jsonrpc/message.js'
import { sessionOf } from '../../protocol/scope.js'
import { Routing, sessionMade } from '../remote/routing.js'

const LONGEST_SESSION_ID = 1_024
const NONE: readonly Id[] = []

export class Belonging {
  /** Where our answers go, by the server's requests. */
  readonly #routing = new Routing()
  /** Our requests that wait, and the sessions that they are about. */
  readonly #asked = new Map<Id, string | undefined>()

  /** The session that a message of ours belongs to. Notes what of it will be answered. */
  send(message: Outgoing): string | undefined {
    if (isBatch(message)) for (const each of message) this.#ask(each)
    else this.#ask(message)
    return this.#routing.streamOf(message)
  }

  #ask(message: Exclude<Outgoing, readonly unknown[]>): void {
    if ('method' in message && 'id' in message && message.id !== null)
      this.#asked.set(message.id, sessionOf(message.params))
  }

  /** Notes what came from the server. Returns the session that it gave a name to, if it did. */
  arrived(message: unknown): string | undefined {
    if (Array.isArray(message)) {
      for (const each of message) this.arrived(each)
      return undefined
    }
    // Nearly everything that comes is an update, and has no id.
    if (!isEnvelope(message) || message.id === undefined || !isId(message.id)) return undefined
    if (message.method !== undefined) this.#routing.note(message)
    else if (this.#asked.delete(message.id)) return sessionMade(message)
    return undefined
  }

  /** The session that this answers a request about, if it is an answer to one. */
  sessionAnswered(message: unknown): string | undefined {
    const id = this.#asked.size === 0 ? undefined : answeredBy(message)
    return id === undefined ? undefined : this.#asked.get(id)
  }

  /** Our requests about this session that still wait. */
  waitingFor(session: string): readonly Id[] {
    return [...this.#asked].filter(([, asked]) => asked === session).map(([id]) => id)
  }

  isWaiting(id: Id): boolean {
    return this.#asked.has(id)
  }
}

/** The requests of a message, to be answered by us if the server will not. */
export function requestsOf(message: Outgoing): readonly Id[] {
  if (isBatch(message)) return message.flatMap(requestsOf)
  return 'method' in message && 'id' in message ? [message.id] : NONE
}

/** Whether it only answers: then its order among others does not matter. */
export function isAnswer(message: Outgoing): boolean {
  return !isBatch(message) && !('method' in message)
}

/** The request that this message answers, if it answers one. */
export function answeredBy(message: unknown): Id | undefined {
  if (!isEnvelope(message) || message.method !== undefined) return undefined
  return isId(message.id) ? message.id : undefined
}

/** The request that this message calls off, if it does. */
export function calledOff(message: Outgoing): Id | undefined {
  if (isBatch(message) || !('method' in message) || message.method !== CANCEL_METHOD) return undefined
  const { params } = message
  if (typeof params !== 'object' || params === null || !('requestId' in params)) return undefined
  return isId(params.requestId) ? params.requestId : undefined
}

/** Whether a session's name can be said in a header. */
export function isSayable(session: string): boolean {
  return session.length <= LONGEST_SESSION_ID && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(session)
}

function isBatch(message: Outgoing): message is Extract<Outgoing, readonly unknown[]> {
  return Array.isArray(message)
}
