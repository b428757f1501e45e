/** Puts the guard of a gateway together, from its config and its state folder. */

import { join } from 'node:path'
import type { Asking } from '@parley/acp/transport'
import type { GatewayConfig } from '../config/config.js'
import { type ConfigOptions, readGatewayConfig } from '../config/read-config.js'
import { AuditTrail } from './audit-trail.js'
import { demandSafeBinding } from './binding.js'
import type { GatewayCaller } from './caller.js'
import { Exchange, type KnowsSession, type TicketWish } from './exchange.js'
import { Guard } from './guard.js'
import { answerOwnPages, type NodeRequest, type NodeResponse } from './node-front.js'
import { ProofOffice } from './proof-office.js'
import type { NamedRefusal } from './refusals.js'
import type { StrangerSockets } from './stranger-sockets.js'
import { TicketOffice } from './ticket-office.js'
import { TokenBook } from './token-book.js'
import { ownerFile } from './token-file.js'
import { ownerToken } from './token-store.js'
import type { Visitor } from './visitor.js'

export interface OpenGuardOptions {
  /** What the config was read with: it is read again in the same way when its file changes. */
  readonly readWith?: ConfigOptions | undefined
  readonly now?: (() => number) | undefined
}

/** The token of the one principal there is where the config names none, and the file that it stands in. */
export interface OwnerToken {
  readonly token: string
  readonly path: string
  /** Whether it was made just now: then it is shown once. */
  readonly isNew: boolean
}

/** A guard at work. */
export interface OpenGuard {
  readonly owner: OwnerToken | undefined
  readonly audit: AuditTrail
  /** Whether at this moment there is one principal, and no other. */
  readonly isSolitary: boolean
  /** Called when nobody may come for this principal any more; to be set by whoever works for principals. */
  onDeparted: (principal: string) => void
  /** For every connection, before anything came over it. */
  readonly strangers: Pick<StrangerSockets, 'placeOf' | 'meet'>
  /** For `Serving.authorize`. */
  authorize(asking: Asking): GatewayCaller | NamedRefusal
  /** Writes down that a connection begins, if its request did not say so. */
  noteComing(caller: GatewayCaller): void
  /** Answers `/healthz` and `/auth/…`; false for what is somebody else's to answer. */
  answer(request: NodeRequest, response: NodeResponse): boolean
  /** Whether somebody may see what is no secret: by the way, the name and the page alone, and by how often they come. */
  admitPage(asking: Asking): Visitor | NamedRefusal
  /** Says no to somebody who was admitted, and writes it down. */
  refuse: Guard['refuse']
  /** A ticket of this caller, or of the owner where none is said; nothing where they may not have it. */
  makeTicket(wish?: TicketWish, caller?: GatewayCaller): string | undefined
  /** Says from now on which sessions there are: a ticket is for one that is there. */
  knowSessionsBy(knows: KnowsSession): void
  /** A session is forgotten: what opened it opens nothing any more. */
  forgetSession: Exchange['forgetSession']
  /** The port that is really listened on; needed where the config says 0. */
  listensAt(port: number): void
  close(): void
}

/** Throws where the gateway must not start: an address without TLS, a folder that is open to others. */
export async function openGuard(config: GatewayConfig, options: OpenGuardOptions = {}): Promise<OpenGuard> {
  demandSafeBinding(config)
  const { now = Date.now } = options
  const audit = await AuditTrail.open(join(config.stateFolder, 'audit'), { now })
  const owner = await toOwner(config, audit)
  const { path } = config
  const book = new TokenBook(config, {
    ...{ now, onDeparted: principal => opened.onDeparted(principal) },
    ...(path === undefined
      ? {}
      : { reread: () => readGatewayConfig({ ...options.readWith, path }).principals }),
    onChange: (change, { principal, name, scopes, session }) =>
      audit.note(change, { principal, credential: name, scopes: [...scopes].join(' '), session }),
    onTrouble: what => audit.note('trouble', { reason: `${what}_unreadable` }),
  })
  const parts = { config, book, audit, now, proofs: new ProofOffice(now) }
  const guard = new Guard(parts)
  const exchange = new Exchange({ ...parts, guard, tickets: new TicketOffice(now) })
  const opened: OpenGuard = {
    ...{ owner, audit, strangers: guard.strangers, onDeparted: () => {} },
    get isSolitary() {
      return book.isSolitary
    },
    authorize: asking => guard.authorize(asking),
    noteComing: caller => guard.noteComing(caller),
    answer: (request, response) => answerOwnPages(exchange, request, response),
    admitPage: asking => guard.admitPage(asking, exchange.isExpecting),
    refuse: (asking, why, facts) => guard.refuse(asking, why, facts),
    makeTicket(wish = {}, caller) {
      const maker = caller === undefined ? book.ofOwner() : guard.credentialOf(caller)
      const agent = wish.session === undefined ? undefined : caller?.agent
      const issued =
        maker !== undefined && book.has(maker.sha256) && exchange.issue(maker, { agent, ...wish })
      return issued && 'ticket' in issued ? issued.ticket : undefined
    },
    knowSessionsBy(knows) {
      exchange.knowsSession = knows
    },
    forgetSession: (owner, session) => exchange.forgetSession(owner, session),
    listensAt: port => guard.listensAt(port),
    close() {
      book.close()
      audit.close()
    },
  }
  return opened
}

async function toOwner(config: GatewayConfig, audit: AuditTrail): Promise<OwnerToken | undefined> {
  if (config.owner === undefined) return undefined
  const made = await ownerToken(config.stateFolder)
  if (made.isNew) audit.note('token_made', { principal: config.owner, credential: 'owner' })
  return { ...made, path: ownerFile(config.stateFolder) }
}
