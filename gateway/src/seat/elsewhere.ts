/** Where a client of one version takes part in sessions of the other: nowhere, until it comes to the first of them. */

import type { Id } from '@parley/acp/jsonrpc'
import { rpcError } from '@parley/acp/protocol'
import type { Listening, Port } from '@parley/acp/transport'
import type { Answer } from '../hub/event.js'
import type { Fields } from '../hub/fields.js'
import type { SharedSession } from '../hub/shared-session.js'
import type { SeatCaller } from './caller.js'
import type { Contact } from './contact.js'
import { Counterpart, type CounterpartTerms } from './counterpart.js'
import type { UnderWay } from './under-way.js'

/** A request of the client. */
interface Asked {
  readonly id: Id
  readonly method: string
  readonly params: Fields
}

/** Whose connection it is, and which agent it came for. */
export interface SeatPlace {
  readonly port: Port
  readonly caller: SeatCaller
  readonly agent: string
  /** Whether it is the second seat of a client, in the version that the client does not speak. */
  readonly isSecond?: boolean | undefined
}

/** The client, and how it is seated a second time. */
export interface Seated {
  readonly place: SeatPlace
  readonly contact: Contact
  readonly underWay: UnderWay
  /** Tells it what belongs to no session. */
  readonly tell: (text: string) => void
  readonly sit: (place: SeatPlace) => void
}

export class Elsewhere {
  readonly #seated: Seated
  #counterpart: Counterpart | undefined

  constructor(seated: Seated) {
    this.#seated = seated
  }

  /** Resolves with the answer, or with nothing where the client gets it from there. Rejects where nobody interprets. */
  async open({ id, method, params }: Asked, session: SharedSession): Promise<Answer | undefined> {
    const counterpart = this.#get(session)
    const greeted = await counterpart.greeted
    if ('error' in greeted) {
      this.#forget(counterpart)
      return greeted
    }
    if (method === 'session/fork') return await counterpart.request(method, params)
    if (!method.startsWith('_')) return void counterpart.pass({ id, method, params })
    return await counterpart.replay(session.sessionId, session.facts.cwd)
  }

  /** A request in such a session; its answer comes from there. Throws where nobody interprets. */
  pass({ id, method, params }: Asked, session: SharedSession): void {
    this.#get(session).pass({ id, method, params })
  }

  notify(method: string, params: Fields): void {
    this.#counterpart?.pass({ method, params })
  }

  settle(id: unknown, outcome: Fields): boolean {
    return this.#counterpart?.settle(id, outcome) ?? false
  }

  listen(session: SharedSession, listening: Listening): ReturnType<Port['onListen']> {
    return this.#get(session).listen(session.sessionId, listening, session.facts.cwd)
  }

  close(): void {
    this.#counterpart?.close()
  }

  #get(session: SharedSession): Counterpart {
    if (this.#counterpart?.hasFailed) this.#forget(this.#counterpart)
    if (this.#counterpart !== undefined) return this.#counterpart
    // Who stands behind a bridge does not stand in front of another.
    if (this.#seated.place.isSecond)
      throw rpcError(
        'invalid_session_state',
        `This session is held in version ${session.protocol} of the protocol`,
      )
    this.#counterpart = new Counterpart(termsOf(this.#seated))
    return this.#counterpart
  }

  /** The agent could not be had in that version: the next time it may. */
  #forget(counterpart: Counterpart): void {
    if (this.#counterpart === counterpart) this.#counterpart = undefined
    counterpart.close()
  }
}

function termsOf({ place, contact, underWay, tell, sit }: Seated): CounterpartTerms {
  const { port, caller, agent } = place
  // What the client has under way is counted once.
  const second = { ...caller, allowance: caller.allowance && { ...caller.allowance, hold: undefined } }
  const { opening, protocol: version, knowsUs } = contact
  return {
    ...{ port, opening, version, knowsUs, tell },
    settled: id => underWay.end(id),
    sit: behind => sit({ port: behind, caller: second, agent, isSecond: true }),
  }
}
