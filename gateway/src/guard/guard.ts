/**
 * Decides who may come, in this order and before anything is done for them: the way they came, the name they called, the
 * page they are, how often they tried, the token they show, the agent they want, and how much they have left.
 */

import type { Asking } from '@parley/acp/transport'
import { toPlainAddress } from '../config/address.js'
import type { GatewayConfig, PrincipalSetting } from '../config/config.js'
import { commonRoots } from '../config/roots.js'
import { AddressTable } from './address-table.js'
import { Allowance } from './allowance.js'
import type { AuditTrail } from './audit-trail.js'
import type { GatewayCaller } from './caller.js'
import type { CookieSite } from './cookie.js'
import type { Credential } from './credential.js'
import { Entrance } from './entrance.js'
import { hasSecretInTarget, isMeant, presentedBy } from './presented.js'
import { isRefusal, type NamedRefusal, type RefusalWord, toRefusal } from './refusals.js'
import type { TokenBook } from './token-book.js'
import { isReadable, toVisitor, type Visitor } from './visitor.js'

export interface GuardParts {
  readonly config: GatewayConfig
  readonly book: TokenBook
  readonly audit: AuditTrail
  readonly now: () => number
}

/** Somebody whose token is good, before it is known what they want. */
export interface Known {
  readonly visitor: Visitor
  readonly credential: Credential
  readonly principal: PrincipalSetting
}

const ROOM_MILLISECONDS = 10_000

export class Guard {
  readonly #parts: GuardParts
  readonly #addresses: AddressTable
  readonly #proxies: ReadonlySet<string>
  readonly #allowances = new Map<string, Allowance>()
  readonly #credentials = new WeakMap<GatewayCaller, Credential>()
  #entrance: Entrance
  #port: number

  constructor(parts: GuardParts) {
    const { config, now } = parts
    this.#parts = parts
    this.#addresses = new AddressTable(config.strangers, now)
    this.#proxies = new Set(config.trustedProxies.map(each => toPlainAddress(each) ?? each))
    this.#port = config.port
    this.#entrance = new Entrance(config, config.port)
  }

  /** The port that is really listened on, where the config left it to the system. */
  listensAt(port: number): void {
    this.#port = port
    this.#entrance = new Entrance(this.#parts.config, port)
  }

  /** Who this is and may do, or why not. Never throws for anything that a stranger can send. */
  authorize(asking: Asking): GatewayCaller | NamedRefusal {
    const known = this.identify(asking)
    if (isRefusal(known)) return known
    const agent = this.#agentOf(asking.target, known.principal)
    if (agent === undefined) return this.refuse(asking, 'not_found', known)
    const allowance = this.allowanceOf(known.principal)
    const wait = allowance.takeRequest()
    if (wait > 0) return this.refuse(asking, 'too_many_requests', { ...known, wait })
    if (isOpening(asking)) {
      if (!allowance.hasRoomForConnection)
        return this.refuse(asking, 'too_many_connections', { ...known, wait: ROOM_MILLISECONDS })
      const { name: credential, principal } = known.credential
      this.#parts.audit.note('came', { principal, credential, agent, address: known.visitor.address })
    }
    return this.#toCaller(known, agent, allowance)
  }

  /** The way, the name and the page: what holds for whoever comes, token or not. */
  admit(asking: Asking): Visitor | NamedRefusal {
    const visitor = toVisitor(asking, this.#proxies)
    if (isReadable(visitor)) return this.refuse(asking, 'encryption_required', { visitor })
    if (!asking.target.startsWith('/')) return this.refuse(asking, 'bad_request', { visitor })
    const other = visitor.hosts.find(host => !this.#entrance.hasHost(host)) ?? ''
    if (!visitor.hosts.every(host => this.#entrance.hasHost(host)))
      return this.refuse(asking, 'wrong_host', { visitor, found: other })
    const origin = asking.header('origin')
    const flaw = this.#entrance.flawOf(origin, asking.header('sec-fetch-site'))
    return flaw === undefined ? visitor : this.refuse(asking, flaw, { visitor, found: origin ?? '' })
  }

  /** Whoever is admitted, does not have to wait, and shows a good token. */
  identify(asking: Asking): Known | NamedRefusal {
    const visitor = this.admit(asking)
    if (isRefusal(visitor)) return visitor
    const wait = this.#addresses.waitOf(visitor.address)
    if (wait !== undefined && !this.#addresses.isAcquainted(visitor.address))
      return this.refuse(asking, wait.why, { visitor, wait: wait.milliseconds })
    const found = this.#look(asking, visitor)
    const isOld = typeof found !== 'string' && this.#addresses.knows(visitor.address, found.credential.sha256)
    if (wait !== undefined && !isOld)
      return this.refuse(asking, wait.why, { visitor, wait: wait.milliseconds })
    if (typeof found !== 'string') {
      this.#addresses.countSuccess(visitor.address, found.credential.sha256)
      return found
    }
    const isGuess = found === 'wrong_token'
    if (isGuess) this.#addresses.countFailure(visitor.address)
    else this.#addresses.countStranger(visitor.address)
    return this.refuse(asking, isGuess ? 'unauthorized' : found, { visitor })
  }

  /** Somebody whose right is no token must wait like everybody else. */
  waitOf(visitor: Visitor): { readonly why: RefusalWord; readonly milliseconds: number } | undefined {
    return this.#addresses.waitOf(visitor.address)
  }

  /** A wrong ticket is a wrong token. */
  countFailure(visitor: Visitor): void {
    this.#addresses.countFailure(visitor.address)
  }

  allowanceOf({ name, limits }: PrincipalSetting): Allowance {
    const allowance = this.#allowances.get(name) ?? new Allowance(limits, this.#parts.now)
    this.#allowances.set(name, allowance)
    return allowance
  }

  /** What a caller came with; nothing for one that was not let in here. */
  credentialOf(caller: GatewayCaller): Credential | undefined {
    return this.#credentials.get(caller)
  }

  siteOf({ isEncrypted }: Visitor): CookieSite {
    return { isEncrypted, port: this.#port }
  }

  /** Says no, and writes it down. */
  refuse(asking: Asking, reason: RefusalWord, facts: RefusalFacts = {}): NamedRefusal {
    const refusal = toRefusal(reason, facts.wait)
    const { status, correlationId } = refusal
    const { credential, visitor, found } = facts
    this.#parts.audit.noteRefusal({
      ...{ reason, status, correlationId, found, method: asking.method, address: visitor?.address },
      ...{ principal: credential?.principal, credential: credential?.name },
    })
    return refusal
  }

  #look(asking: Asking, visitor: Visitor): Known | RefusalWord | 'wrong_token' {
    if (hasSecretInTarget(asking.target)) return 'token_in_url'
    const presented = presentedBy(asking, this.siteOf(visitor))
    if (presented === undefined) return 'unauthorized'
    const credential = this.#parts.book.find(presented.secret, presented.means)
    const principal = credential && this.#parts.book.principal(credential.principal)
    if (credential === undefined || principal === undefined) return 'wrong_token'
    const isOwnOrigin = this.#entrance.hasOrigin(asking.header('origin'))
    if (credential.means === 'cookie' && !isMeant(asking, isOwnOrigin)) return 'csrf_required'
    return { visitor, credential, principal }
  }

  /** `/acp` is the agent that is meant where none is named. */
  #agentOf(target: string, { agents }: PrincipalSetting): string | undefined {
    const [path = ''] = target.split('?', 1)
    const { config } = this.#parts
    const name = path === '/acp' ? config.defaultAgent : /^\/acp\/([^/]+)$/.exec(path)?.[1]
    if (name === undefined || !config.agents.has(name)) return undefined
    return agents === undefined || agents.includes(name) ? name : undefined
  }

  #toCaller({ credential, principal }: Known, agent: string, allowance: Allowance): GatewayCaller {
    const { label: name, scopes, session } = credential
    const revoked = this.#parts.book.endOf(credential)
    const roots = commonRoots(principal.roots, this.#parts.config.agents.get(agent)?.roots)
    const caller = { principal: principal.name, name, scopes, agent, roots, session, revoked, allowance }
    this.#credentials.set(caller, credential)
    return caller
  }
}

interface RefusalFacts {
  readonly visitor?: Visitor | undefined
  readonly credential?: Credential | undefined
  readonly wait?: number | undefined
  readonly found?: string | undefined
}

/** Whether a new connection would begin with it. Who goes on with one says which. */
function isOpening(asking: Asking): boolean {
  const isNew = asking.header('acp-connection-id') === undefined
  return isNew && (asking.wantsSocket || asking.method === 'POST')
}
