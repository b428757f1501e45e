/**
 * Decides who may come, in this order and before anything is done for them: the way they came, the name they called, the
 * page they are, the token they show, how often they tried without a good one, the agent they want, and how much they have left.
 */

import type { Asking } from '@parley/acp/transport'
import { toPlainAddress } from '../config/address.js'
import type { GatewayConfig, PrincipalSetting } from '../config/config.js'
import { commonRoots } from '../config/roots.js'
import { AddressTable } from './address-table.js'
import { Allowance, Load } from './allowance.js'
import type { AuditTrail } from './audit-trail.js'
import type { GatewayCaller, ReachableAgent } from './caller.js'
import type { CookieSite } from './cookie.js'
import { type Credential, isGuest } from './credential.js'
import { Entrance } from './entrance.js'
import { hasSecretInTarget, isMeant, presentedBy } from './presented.js'
import type { ProofOffice } from './proof-office.js'
import { isForWantOfToken, isRefusal, type NamedRefusal, type RefusalWord, toRefusal } from './refusals.js'
import { StrangerSockets } from './stranger-sockets.js'
import type { TokenBook } from './token-book.js'
import { isReadable, toVisitor, type Visitor } from './visitor.js'

export interface GuardParts {
  readonly config: GatewayConfig
  readonly book: TokenBook
  readonly audit: AuditTrail
  readonly now: () => number
  readonly proofs: ProofOffice
}

/** Somebody whose token is good, before it is known what they want. */
export interface Known {
  readonly visitor: Visitor
  readonly credential: Credential
  readonly principal: PrincipalSetting
}

const ROOM_MILLISECONDS = 10_000

export class Guard {
  readonly strangers: StrangerSockets
  readonly #parts: GuardParts
  readonly #addresses: AddressTable
  readonly #proxies: ReadonlySet<string>
  readonly #allowances = new Map<string, Allowance>()
  readonly #known = new WeakMap<GatewayCaller, Known>()
  /** Whose coming is written down. */
  readonly #noted = new WeakSet<GatewayCaller>()
  readonly #load = new Load()
  #entrance: Entrance
  #port: number

  constructor(parts: GuardParts) {
    const { config, now } = parts
    this.#parts = parts
    this.#addresses = new AddressTable(config.strangers, now)
    this.#proxies = new Set(config.trustedProxies.map(each => toPlainAddress(each) ?? each))
    this.strangers = new StrangerSockets(this.#proxies)
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
    const agent = this.#agentOf(asking.target)
    if (agent === undefined || !this.mayReach(known.credential, agent))
      return this.refuse(asking, 'not_found', known)
    const allowance = this.allowanceOf(known)
    const wait = allowance.takeRequest()
    if (wait > 0) return this.refuse(asking, 'too_many_requests', { ...known, wait })
    const isNew = isOpening(asking)
    if (isNew && !allowance.hasRoomForConnection)
      return this.refuse(asking, 'too_many_connections', { ...known, wait: ROOM_MILLISECONDS })
    const caller = this.#toCaller(known, agent, allowance)
    // Whoever has only a cookie has not come yet.
    if (isNew && caller.proves === undefined) this.noteComing(caller)
    return caller
  }

  /** Writes down, once, that somebody came: also of those who said that they only go on, and then did not. */
  noteComing(caller: GatewayCaller): void {
    if (this.#noted.has(caller)) return
    this.#noted.add(caller)
    const { principal, credential, agent } = caller
    const address = this.#known.get(caller)?.visitor.address
    this.#parts.audit.note('came', { principal, credential, agent, address })
  }

  /** The way, the name and the page: what holds for whoever comes, token or not. */
  admit(asking: Asking, isExpecting = false): Visitor | NamedRefusal {
    const visitor = toVisitor(asking, this.#proxies)
    if (isReadable(visitor)) return this.refuse(asking, 'encryption_required', { visitor })
    if (!asking.target.startsWith('/')) return this.refuse(asking, 'bad_request', { visitor })
    const other = visitor.hosts.find(host => !this.#entrance.hasHost(host)) ?? ''
    if (!visitor.hosts.every(host => this.#entrance.hasHost(host)))
      return this.refuse(asking, 'wrong_host', { visitor, found: other })
    const origin = asking.header('origin')
    const flaw = this.#entrance.flawOf(origin, asking.header('sec-fetch-site'))
    // A link that was not typed comes from elsewhere: from a file that leads here, say.
    const isFollowed = flaw === 'cross_site' && isExpecting && isNavigation(asking)
    return flaw === undefined || isFollowed
      ? visitor
      : this.refuse(asking, flaw, { visitor, found: origin ?? '' })
  }

  /**
   * The same for what is shown without a token: to a place only as often as a principal may ask. While somebody is expected to come
   * by a link, it may be followed from anywhere.
   */
  admitPage(asking: Asking, isExpecting: boolean): Visitor | NamedRefusal {
    const visitor = this.admit(asking, isExpecting)
    if (isRefusal(visitor)) return visitor
    const wait = this.#addresses.countLook(visitor.address)
    return wait === 0 ? visitor : this.refuse(asking, 'too_many_requests', { visitor, wait })
  }

  /** Whoever is admitted and shows a good token, however many wrong ones came from where they are. */
  identify(asking: Asking): Known | NamedRefusal {
    const visitor = this.admit(asking)
    if (isRefusal(visitor)) return visitor
    const found = this.#look(asking, visitor)
    if (typeof found === 'string') return this.turnAway(asking, found, visitor)
    const end = this.#parts.book.endOf(found.credential)
    this.strangers.know(asking, { end, takeRoom: () => this.allowanceOf(found).openSocket() })
    return found
  }

  /** Whether somebody from there must wait, unless what they show is good. */
  mustWait({ address }: Visitor): boolean {
    return this.#addresses.waitOf(address) > 0
  }

  /** Somebody who showed nothing good. While they must wait they are told that and nothing else, whatever it was. */
  turnAway(asking: Asking, why: RefusalWord | 'wrong_token', visitor: Visitor): NamedRefusal {
    const wait = this.#addresses.waitOf(visitor.address)
    if (wait > 0) return this.refuse(asking, 'too_many_failures', { visitor, wait })
    if (why !== 'wrong_token') return this.refuse(asking, why, { visitor })
    this.#addresses.countFailure(visitor.address)
    return this.refuse(asking, 'unauthorized', { visitor })
  }

  /** Whoever was only asked in, or may only look, has a share beside: they must not be able to lock their host out. */
  allowanceOf({ principal, credential }: Known): Allowance {
    const { name, limits } = principal
    const parts = { now: this.#parts.now, load: this.#load }
    const allowance = this.#allowances.get(name) ?? new Allowance(limits, parts)
    this.#allowances.set(name, allowance)
    return isGuest(credential) ? allowance.guests : allowance
  }

  /** What a caller came with; nothing for one that was not let in here. */
  credentialOf(caller: GatewayCaller): Credential | undefined {
    return this.#known.get(caller)?.credential
  }

  /** Of the page that somebody who was admitted is: by its own word, or by the name that it called. */
  originOf(asking: Asking, { hosts, isEncrypted }: Visitor): string | undefined {
    return asking.header('origin') ?? this.#entrance.originAt(hosts.at(-1), isEncrypted)
  }

  siteOf({ isEncrypted }: Visitor): CookieSite {
    return { isEncrypted, port: this.#port }
  }

  /** Says no, and writes it down. Every refusal of a stranger counts: after too many there is no other word for them. */
  refuse(asking: Asking, why: RefusalWord, facts: RefusalFacts = {}): NamedRefusal {
    const { credential, found } = facts
    const { address } = facts.visitor ?? toVisitor(asking, this.#proxies)
    const isCounted = credential === undefined && facts.wait === undefined
    const tooOften = isCounted ? this.#addresses.countStranger(address) : 0
    const reason = tooOften > 0 ? 'too_many_strangers' : why
    if (isForWantOfToken(reason)) this.strangers.doubt(asking)
    const refusal = toRefusal(reason, tooOften > 0 ? tooOften : facts.wait)
    const { status, correlationId } = refusal
    this.#parts.audit.noteRefusal({
      ...{ reason, status, correlationId, found, method: asking.method, address },
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
    if (credential.means === 'cookie' && !this.#isAtHome(asking, credential)) return 'other_address'
    const isOwnOrigin = this.#entrance.hasOrigin(asking.header('origin'))
    if (credential.means === 'cookie' && !isMeant(asking, isOwnOrigin)) return 'csrf_required'
    return { visitor, credential, principal }
  }

  /** A cookie counts where it was given: who has that port by now has seen it, and may have its page sign what it likes. */
  #isAtHome(asking: Asking, { origin }: Credential): boolean {
    return this.#entrance.hasOrigin(origin) && (asking.header('origin') ?? origin) === origin
  }

  /** Whether there is such an agent for the bearer of this. A session is one of one agent, whoever else uses its id. */
  mayReach({ principal, session, agent }: Credential, wanted: string): boolean {
    const { book, config } = this.#parts
    const { agents = [wanted] } = book.principal(principal) ?? {}
    const only = agent ?? (session === undefined ? wanted : config.defaultAgent)
    return wanted === only && agents.includes(wanted) && config.agents.has(wanted)
  }

  #agentsFor(credential: Credential): readonly ReachableAgent[] {
    const { agents, defaultAgent } = this.#parts.config
    const reachable = [...agents.values()]
      .filter(({ name }) => this.mayReach(credential, name))
      .map(({ name, title }) => ({ name, title, isDefault: name === defaultAgent }))
    return reachable.sort((one, other) => Number(other.isDefault) - Number(one.isDefault))
  }

  /** `/acp` is the agent that is meant where none is named. */
  #agentOf(target: string): string | undefined {
    const [path = ''] = target.split('?', 1)
    return path === '/acp' ? this.#parts.config.defaultAgent : /^\/acp\/([^/]+)$/.exec(path)?.[1]
  }

  #toCaller(known: Known, agent: string, allowance: Allowance): GatewayCaller {
    const { credential, principal } = known
    const { label: name, name: credentialName, scopes, session } = credential
    const revoked = this.#parts.book.endOf(credential)
    const roots = commonRoots(principal.roots, this.#parts.config.agents.get(agent)?.roots)
    const caller = {
      ...{
        principal: principal.name,
        name,
        agents: () => this.#agentsFor(credential),
        credential: credentialName,
        scopes,
        agent,
        roots,
        session,
      },
      ...{ revoked, allowance, proves: this.#proving(known, agent) },
    }
    this.#known.set(caller, known)
    return caller
  }

  #proving({ credential, visitor }: Known, agent: string): GatewayCaller['proves'] {
    if (credential.means !== 'cookie') return undefined
    return first => {
      const isProven = this.#parts.proofs.isProvenBy(credential, first)
      const { principal, name } = credential
      const facts = { principal, credential: name, agent, address: visitor.address }
      if (!isProven) this.#parts.audit.noteRefusal({ ...facts, reason: 'proof_required' })
      return isProven
    }
  }
}

interface RefusalFacts {
  readonly visitor?: Visitor | undefined
  readonly credential?: Credential | undefined
  readonly wait?: number | undefined
  readonly found?: string | undefined
}

/** Whether somebody goes to the page itself, in a window of its own: no frame, no part of another page, no script. */
function isNavigation(asking: Asking): boolean {
  const [mode, dest] = [asking.header('sec-fetch-mode'), asking.header('sec-fetch-dest')]
  const isPlain = asking.method === 'GET' && asking.target === '/' && asking.header('origin') === undefined
  return isPlain && mode === 'navigate' && dest === 'document'
}

/** Whether a new connection would begin with it. Who goes on with one says which. */
function isOpening(asking: Asking): boolean {
  const isNew = asking.header('acp-connection-id') === undefined
  return isNew && (asking.wantsSocket || asking.method === 'POST')
}
