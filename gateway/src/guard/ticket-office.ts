/** Tickets: secrets for one use within seconds, to bring a right to where no token can be typed. Held in memory only. */

import type { Scope } from '../config/scope.js'
import type { Credential } from './credential.js'
import { digestOf, isLikeSecret, makeSecret, placeOf } from './secret.js'

/** What a ticket is good for. */
export interface TicketRight {
  readonly principal: string
  readonly scopes: ReadonlySet<Scope>
  readonly session: string | undefined
  /** The one agent that it is for; ids of sessions are each agent's own. */
  readonly agent: string | undefined
  /** By which others know whoever uses it. */
  readonly label: string
  /** The token of whoever made it: without that one the ticket is worth nothing. */
  readonly maker: Credential
}

interface Ticket extends TicketRight {
  readonly digest: Buffer
  readonly expiresAt: number
}

export const TICKET_MILLISECONDS = 30_000
const MOST_TICKETS = 1_000
const MOST_PER_PRINCIPAL = 32

export class TicketOffice {
  readonly #now: () => number
  #tickets: readonly Ticket[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#tickets.length
  }

  /** Whether somebody may come by one at this moment. */
  get isExpecting(): boolean {
    this.#forgetOld()
    return this.#tickets.length > 0
  }

  /** A new one; nothing when there are as many as may wait. */
  make(right: TicketRight): string | undefined {
    this.#forgetOld()
    const own = this.#tickets.filter(({ principal }) => principal === right.principal)
    if (own.length >= MOST_PER_PRINCIPAL || this.#tickets.length >= MOST_TICKETS) return undefined
    const ticket = makeSecret()
    const expiresAt = this.#now() + TICKET_MILLISECONDS
    this.#tickets = [...this.#tickets, { ...right, digest: digestOf(ticket), expiresAt }]
    return ticket
  }

  /** What it is good for, once. */
  redeem(ticket: string): TicketRight | undefined {
    this.#forgetOld()
    const isLikely = isLikeSecret(ticket)
    const digest = digestOf(isLikely ? ticket : '')
    const place = placeOf(
      digest,
      this.#tickets.map(each => each.digest),
    )
    if (!isLikely || place < 0) return undefined
    const found = this.#tickets[place]
    this.#tickets = this.#tickets.filter((_, index) => index !== place)
    return found
  }

  /** Those of which this is true are worth nothing from now on. */
  forget(isMeant: (right: TicketRight) => boolean): void {
    this.#tickets = this.#tickets.filter(each => !isMeant(each))
  }

  #forgetOld(): void {
    const now = this.#now()
    this.#tickets = this.#tickets.filter(({ expiresAt }) => expiresAt > now)
  }
}
