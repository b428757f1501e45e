/**
 * The three exchanges by which a right is handed on: a token for a ticket, a ticket for a short-lived token or a cookie, and
 * back. All are POST with JSON: nothing that a link, a form or an image could do.
 */

import { randomBytes } from 'node:crypto'
import type { Asking } from '@parley/acp/transport'
import { isName } from '../config/name.js'
import { commonScopes, isRole, type Role, type Scope, scopesOf } from '../config/scope.js'
import { type Answer, toAnswer, toRefusalAnswer } from './answer.js'
import { toSetCookie } from './cookie.js'
import type { Credential, Means } from './credential.js'
import type { Guard, GuardParts, Known } from './guard.js'
import { isRefusal, type RefusalWord } from './refusals.js'
import { TICKET_MILLISECONDS, type TicketOffice, type TicketRight } from './ticket-office.js'
import { addToken, revokeToken, TokenError } from './token-store.js'
import type { Visitor } from './visitor.js'

export interface ExchangeParts extends GuardParts {
  readonly guard: Guard
  readonly tickets: TicketOffice
}

/** The body of a request; nothing when it is longer than it may be. */
export type ReadBody = () => Promise<string | undefined>

/** What a ticket is to be good for; a viewer's right to all of the principal's sessions where nothing is said. */
export interface TicketWish {
  readonly role?: Role | undefined
  /** The one session that it opens. */
  readonly session?: string | undefined
  /** By which others know whoever uses it. */
  readonly name?: string | undefined
}

type Issued = { readonly ticket: string } | { readonly refused: RefusalWord }
type Fields = Readonly<Record<string, unknown>>

export const PASS_MILLISECONDS = 12 * 60 * 60 * 1_000
const PATHS = ['/auth/ticket', '/auth/exchange', '/auth/leave']
const LONGEST_SESSION = 256

export class Exchange {
  readonly #parts: ExchangeParts

  constructor(parts: ExchangeParts) {
    this.#parts = parts
  }

  /** Nothing for any other request. */
  answer(asking: Asking, read: ReadBody): Promise<Answer> | undefined {
    const [path = ''] = asking.target.split('?', 1)
    if (!PATHS.includes(path)) return undefined
    return this.#answer(asking, path, read).catch(() => this.#no(asking, 'internal_error'))
  }

  async #answer(asking: Asking, path: string, read: ReadBody): Promise<Answer> {
    if (asking.method !== 'POST') return this.#no(asking, 'method_not_allowed')
    // Who may come is decided before a byte of the body is read.
    const comer = path === '/auth/exchange' ? this.#admit(asking) : this.#identify(asking)
    if (isRefusal(comer)) return toRefusalAnswer(comer)
    if (!/^application\/json(?:;|$)/i.test(asking.header('content-type') ?? ''))
      return this.#no(asking, 'unsupported_media_type')
    const text = await read()
    if (text === undefined) return this.#no(asking, 'too_large')
    const fields = toFields(text)
    if (fields === undefined) return this.#no(asking, 'bad_request')
    if (!('credential' in comer)) return this.#redeem(asking, comer, fields)
    return path === '/auth/ticket' ? this.#answerIssue(asking, comer, fields) : this.#leave(asking, comer)
  }

  #admit(asking: Asking): ReturnType<Guard['admit']> {
    const { guard } = this.#parts
    const visitor = guard.admit(asking)
    if (isRefusal(visitor)) return visitor
    const wait = guard.waitOf(visitor)
    return wait === undefined ? visitor : guard.refuse(asking, wait.why, { visitor, wait: wait.milliseconds })
  }

  #identify(asking: Asking): ReturnType<Guard['identify']> {
    const { guard } = this.#parts
    const known = guard.identify(asking)
    if (isRefusal(known)) return known
    const wait = guard.allowanceOf(known.principal).takeRequest()
    return wait === 0 ? known : guard.refuse(asking, 'too_many_requests', { ...known, wait })
  }

  /** A ticket for at most what its maker may do. A guest makes none: who is invited is the host's to say. */
  issue(maker: Credential, wish: TicketWish): Issued {
    const { role = 'viewer', session, name = maker.principal } = wish
    if (!isSession(session) || !isName(name)) return { refused: 'bad_request' }
    const wished: ReadonlySet<Scope> = scopesOf(role)
    const scopes = commonScopes(wished, maker.scopes)
    if (maker.session !== undefined || scopes.size < wished.size) return { refused: 'forbidden' }
    const right = { principal: maker.principal, scopes, session, label: name, maker }
    const ticket = this.#parts.tickets.make(right)
    if (ticket === undefined) return { refused: 'too_many_tickets' }
    this.#note('ticket_made', right)
    return { ticket }
  }

  #answerIssue(asking: Asking, known: Known, { role, session, name }: Fields): Answer {
    const isProper = (role === undefined || isRole(role)) && isSession(session) && isMaybeText(name)
    if (!isProper) return this.#no(asking, 'bad_request', known)
    const issued = this.issue(known.credential, { role, session, name })
    if ('refused' in issued) return this.#no(asking, issued.refused, known)
    return toAnswer(201, { ticket: issued.ticket, expiresIn: TICKET_MILLISECONDS / 1_000 })
  }

  async #redeem(asking: Asking, visitor: Visitor, { ticket, as = 'token' }: Fields): Promise<Answer> {
    const { guard, tickets, book } = this.#parts
    if (typeof ticket !== 'string' || (as !== 'token' && as !== 'cookie'))
      return this.#no(asking, 'bad_request')
    const right = tickets.redeem(ticket)
    if (right === undefined || !book.has(right.maker.sha256)) {
      guard.countFailure(visitor)
      return this.#no(asking, 'unauthorized', { visitor })
    }
    this.#note('ticket_used', right)
    const means = as === 'cookie' ? 'cookie' : 'bearer'
    const pass = await this.#makePass(right, means).catch((error: unknown) => {
      if (error instanceof TokenError) return undefined
      throw error
    })
    if (pass === undefined) return this.#no(asking, 'too_many_tokens', { visitor })
    const { token, expiresIn } = pass
    const told = { expiresIn, scopes: [...right.scopes], session: right.session }
    if (means === 'bearer') return toAnswer(200, { token, ...told })
    return toAnswer(200, told, { 'set-cookie': toSetCookie(token, expiresIn, guard.siteOf(visitor)) })
  }

  async #makePass(right: TicketRight, means: Means): Promise<{ token: string; expiresIn: number }> {
    const { config, now, book } = this.#parts
    const { principal, scopes, session, label, maker } = right
    const expiresAt = Math.min(now() + PASS_MILLISECONDS, maker.expiresAt ?? Number.POSITIVE_INFINITY)
    const name = `pass-${randomBytes(4).toString('hex')}`
    const wish = { name, principal, scopes, means, label, session, expiresAt, parent: maker.sha256 }
    const token = await addToken(config.stateFolder, wish)
    book.refresh()
    return { token, expiresIn: Math.floor((expiresAt - now()) / 1_000) }
  }

  /** Who came by a ticket gives back what it was exchanged for. A lasting token is not a client's to take back. */
  async #leave(asking: Asking, known: Known): Promise<Answer> {
    const { credential, visitor } = known
    const { config, guard, book } = this.#parts
    if (credential.parent === undefined) return this.#no(asking, 'forbidden', known)
    await revokeToken(config.stateFolder, credential.name).catch((error: unknown) => {
      if (!(error instanceof TokenError)) throw error
    })
    book.refresh()
    const isCookie = credential.means === 'cookie'
    return toAnswer(200, {}, isCookie ? { 'set-cookie': toSetCookie('', 0, guard.siteOf(visitor)) } : {})
  }

  #note(event: 'ticket_made' | 'ticket_used', { principal, scopes, session, maker }: TicketRight): void {
    const facts = { principal, session, credential: maker.name, scopes: [...scopes].join(' ') }
    this.#parts.audit.note(event, facts)
  }

  #no(asking: Asking, reason: RefusalWord, facts: Partial<Known> = {}): Answer {
    return toRefusalAnswer(this.#parts.guard.refuse(asking, reason, facts))
  }
}

function isSession(value: unknown): value is string | undefined {
  return value === undefined || (typeof value === 'string' && value !== '' && value.length <= LONGEST_SESSION)
}

function isMaybeText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

/** An object's own members; nothing for what is no object. */
function toFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return Object.assign(Object.create(null), value)
  } catch {
    return undefined
  }
}
