/**
 * The exchanges by which a right is handed on: a token for a ticket, a ticket for a short-lived token or a cookie, and back; and
 * a cookie for what its page must sign. All are POST with JSON: nothing that a link, a form or an image could do.
 */

import { randomBytes } from 'node:crypto'
import type { Asking } from '@parley/acp/transport'
import { isName } from '../config/name.js'
import { commonScopes, isRole, type Role, type Scope, scopesOf } from '../config/scope.js'
import { type Answer, toAnswer, toRefusalAnswer } from './answer.js'
import { toSetCookie } from './cookie.js'
import type { Credential, Means } from './credential.js'
import type { Guard, GuardParts, Known } from './guard.js'
import { CHALLENGE_MILLISECONDS, isPageKey } from './proof-office.js'
import { isRefusal, type RefusalWord } from './refusals.js'
import { TICKET_MILLISECONDS, type TicketOffice, type TicketRight } from './ticket-office.js'
import type { KeptToken } from './token-file.js'
import { addToken, revokeToken, revokeTokens, TokenError } from './token-store.js'
import type { Visitor } from './visitor.js'

export interface ExchangeParts extends GuardParts {
  readonly guard: Guard
  readonly tickets: TicketOffice
}

/** Whether there is such a session among those that this right would show. */
export type KnowsSession = (session: string, right: SessionRight) => Promise<boolean>

type SessionRight = Pick<TicketRight, 'principal' | 'agent' | 'scopes'>

/** The body of a request, or why there is none. */
export type ReadBody = () => Promise<{ readonly text: string } | 'too_large' | 'timeout'>

/** What a ticket is to be good for; a viewer's right to all of the principal's sessions where nothing is said. */
export interface TicketWish {
  readonly role?: Role | undefined
  /** The one session that it opens. */
  readonly session?: string | undefined
  /** The one agent that it is for; of a session that of whoever hands it on, else the default one. */
  readonly agent?: string | undefined
  /** By which others know whoever uses it. */
  readonly name?: string | undefined
}

interface Refused {
  readonly refused: RefusalWord
}

type Issued = { readonly ticket: string } | Refused
type Fields = Readonly<Record<string, unknown>>

export const PASS_MILLISECONDS = 12 * 60 * 60 * 1_000
const PATHS = ['/auth/ticket', '/auth/exchange', '/auth/challenge', '/auth/leave']
const LONGEST_SESSION = 256

export class Exchange {
  /** Ids are the agents' to give: a right to one that nobody has yet would be a right to whatever gets it. */
  knowsSession: KnowsSession = async () => true
  readonly #parts: ExchangeParts

  constructor(parts: ExchangeParts) {
    this.#parts = parts
  }

  /** Whether somebody may come by a ticket at this moment. */
  get isExpecting(): boolean {
    return this.#parts.tickets.isExpecting
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
    const fields = await fieldsIn(asking, read)
    if (!('credential' in comer))
      return typeof fields === 'string'
        ? this.#turnAway(asking, fields, comer)
        : this.#redeem(asking, comer, fields)
    if (typeof fields === 'string') return this.#no(asking, fields, comer)
    if (path === '/auth/challenge') return this.#challenge(asking, comer)
    return path === '/auth/ticket' ? this.#answerIssue(asking, comer, fields) : this.#leave(asking, comer)
  }

  #admit(asking: Asking): ReturnType<Guard['admit']> {
    const { guard } = this.#parts
    const visitor = guard.admit(asking)
    // Where no ticket waits none can be good: nothing need be read to say so.
    if (isRefusal(visitor) || this.isExpecting || !guard.mustWait(visitor)) return visitor
    return guard.turnAway(asking, 'wrong_token', visitor)
  }

  #identify(asking: Asking): ReturnType<Guard['identify']> {
    const { guard } = this.#parts
    const known = guard.identify(asking)
    if (isRefusal(known)) return known
    const wait = guard.allowanceOf(known).takeRequest()
    return wait === 0 ? known : guard.refuse(asking, 'too_many_requests', { ...known, wait })
  }

  /** A ticket for at most what its maker may do. A guest makes none: who is invited is the host's to say. */
  issue(maker: Credential, wish: TicketWish): Issued {
    const right = this.#rightOf(maker, wish)
    return 'refused' in right ? right : this.#make(right)
  }

  /** A session is forgotten: nothing that opened it opens another that gets its id. */
  async forgetSession({ principal, agent }: Omit<SessionRight, 'scopes'>, session: string): Promise<void> {
    const { config, book, tickets } = this.#parts
    const isMeant = (each: KeptToken | TicketRight): boolean =>
      each.principal === principal &&
      each.session === session &&
      (each.agent ?? config.defaultAgent) === agent
    tickets.forget(isMeant)
    await revokeTokens(config.stateFolder, isMeant)
    book.refresh()
  }

  #rightOf(maker: Credential, wish: TicketWish): TicketRight | Refused {
    const { role = 'viewer', session, name = maker.principal } = wish
    const usual = session === undefined ? undefined : this.#parts.config.defaultAgent
    const agent = wish.agent ?? maker.agent ?? usual
    if (!isSession(session) || !isName(name)) return { refused: 'bad_request' }
    if (agent !== undefined && !this.#parts.guard.mayReach(maker, agent)) return { refused: 'bad_request' }
    const wished: ReadonlySet<Scope> = scopesOf(role)
    const scopes = commonScopes(wished, maker.scopes)
    if (maker.session !== undefined || scopes.size < wished.size) return { refused: 'forbidden' }
    return { principal: maker.principal, scopes, session, agent, label: name, maker }
  }

  #make(right: TicketRight): Issued {
    const ticket = this.#parts.tickets.make(right)
    if (ticket === undefined) return { refused: 'too_many_tickets' }
    this.#note('ticket_made', right)
    return { ticket }
  }

  /** What the page signs with the key that its cookie is bound to, and which of its keys that is. */
  #challenge(asking: Asking, known: Known): Answer {
    const { key } = known.credential
    if (key === undefined) return this.#no(asking, 'forbidden', known)
    const challenge = this.#parts.proofs.challenge(known.credential)
    return toAnswer(200, { challenge, key, expiresIn: CHALLENGE_MILLISECONDS / 1_000 })
  }

  async #answerIssue(asking: Asking, known: Known, fields: Fields): Promise<Answer> {
    const { role, session, agent, name, proof } = fields
    const { credential } = known
    if (credential.means === 'cookie' && !this.#parts.proofs.isProof(credential, proof))
      return this.#no(asking, 'proof_required', known)
    const isProper = (role === undefined || isRole(role)) && isSession(session)
    if (!isProper || !isMaybeText(name) || !isMaybeText(agent)) return this.#no(asking, 'bad_request', known)
    const right = this.#rightOf(known.credential, { role, session, agent, name })
    if ('refused' in right) return this.#no(asking, right.refused, known)
    if (session !== undefined && !(await this.knowsSession(session, right)))
      return this.#no(asking, 'not_found', known)
    const issued = this.#make(right)
    if ('refused' in issued) return this.#no(asking, issued.refused, known)
    return toAnswer(201, { ticket: issued.ticket, expiresIn: TICKET_MILLISECONDS / 1_000 })
  }

  async #redeem(asking: Asking, visitor: Visitor, { ticket, as = 'token', key }: Fields): Promise<Answer> {
    const { guard, tickets, book } = this.#parts
    const origin = guard.originOf(asking, visitor)
    const bound = as === 'cookie' && isPageKey(key) && origin !== undefined ? { key, origin } : undefined
    if (typeof ticket !== 'string' || (as !== 'token' && bound === undefined))
      return this.#turnAway(asking, 'bad_request', visitor)
    const right = tickets.redeem(ticket)
    // A wrong ticket is a wrong token.
    if (right === undefined || !book.has(right.maker.sha256))
      return this.#turnAway(asking, 'wrong_token', visitor)
    this.#note('ticket_used', right)
    const means: Means = bound === undefined ? 'bearer' : 'cookie'
    const pass = await this.#makePass(right, bound).catch((error: unknown) => {
      if (error instanceof TokenError) return undefined
      throw error
    })
    if (pass === undefined) return this.#no(asking, 'too_many_tokens', { visitor })
    const { token, expiresIn } = pass
    // Who made the ticket may have lost some of what it was for meanwhile.
    const scopes = book.find(token, means)?.scopes ?? []
    const told = { expiresIn, scopes: [...scopes], session: right.session, agent: right.agent }
    if (means === 'bearer') return toAnswer(200, { token, ...told })
    return toAnswer(200, told, { 'set-cookie': toSetCookie(token, expiresIn, guard.siteOf(visitor)) })
  }

  /** With a key and an origin it is a cookie, and bound to both. */
  async #makePass(
    right: TicketRight,
    bound: { readonly key: string; readonly origin: string } | undefined,
  ): Promise<{ token: string; expiresIn: number }> {
    const { config, now, book } = this.#parts
    const { principal, scopes, session, agent, label, maker } = right
    const expiresAt = Math.min(now() + PASS_MILLISECONDS, maker.expiresAt ?? Number.POSITIVE_INFINITY)
    const name = `pass-${randomBytes(4).toString('hex')}`
    const parent = maker.sha256
    const means: Means = bound === undefined ? 'bearer' : 'cookie'
    const wish = { name, principal, scopes, means, label, session, agent, expiresAt, parent, ...bound }
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

  #note(event: 'ticket_made' | 'ticket_used', right: TicketRight): void {
    const { principal, scopes, session, agent, maker } = right
    const facts = { principal, session, agent, credential: maker.name, scopes: [...scopes].join(' ') }
    this.#parts.audit.note(event, facts)
  }

  #turnAway(asking: Asking, why: RefusalWord | 'wrong_token', visitor: Visitor): Answer {
    return toRefusalAnswer(this.#parts.guard.turnAway(asking, why, visitor))
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

/** What a request says, or why it is not heard. */
async function fieldsIn(asking: Asking, read: ReadBody): Promise<Fields | RefusalWord> {
  if (!/^application\/json(?:;|$)/i.test(asking.header('content-type') ?? '')) return 'unsupported_media_type'
  const body = await read()
  if (typeof body === 'string') return body
  return toFields(body.text) ?? 'bad_request'
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
