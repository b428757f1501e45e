/** How one screen hands a session on to another: a ticket is made here, exchanged there, and what it gave is given back. */

import { boundedLine } from '@parley/acp/guard'
import { tokenHeaders } from '../connect/token.js'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Shell } from '../shell.js'
import type { FarPlace } from './far-place.js'
import { agentOf } from './gateway-address.js'
import type { GuardAnswer, GuardRequest } from './guard-request.js'

/** What another screen may do. */
export type SharedRole = 'viewer' | 'editor'

/** What a ticket was exchanged for. */
export interface Pass {
  readonly token: string
  /** The one session that it is good for. */
  readonly session?: string | undefined
}

export interface Ticket {
  readonly ticket: string
  /** Seconds. */
  readonly expiresIn: number
}

type Surroundings = Pick<Shell, 'env' | 'cwd'>

/** Most conversations never need it. */
async function askGuard(asked: GuardRequest): Promise<GuardAnswer> {
  return (await import('./guard-request.js')).askGuard(asked)
}

/** A ticket is good once: a second try finds that it is worth nothing. */
export async function exchangeTicket(
  { origin, ca }: Pick<FarPlace, 'origin' | 'ca'>,
  ticket: string,
): Promise<Pass> {
  const answer = await askGuard({ origin, path: '/auth/exchange', body: { ticket, as: 'token' }, ca })
  const { token, session } = answer.body
  if (answer.status !== 200 || typeof token !== 'string')
    throw refused(answer, {
      401: [
        'this link has been used, or is too old: it works once, for 30 seconds.',
        'ask for another one: /share',
      ],
    })
  return { token, ...(typeof session === 'string' ? { session } : {}) }
}

/** For one more screen on this session. */
export async function askTicket(
  far: FarPlace,
  { role, session }: { readonly role: SharedRole; readonly session: string },
  shell: Surroundings,
): Promise<Ticket> {
  const { origin, ca, url } = far
  const agent = agentOf(url)
  const answer = await askGuard({
    ...{ origin, ca, path: '/auth/ticket', headers: tokenHeaders(far, shell)() },
    body: { role, session, name: 'guest', ...(agent === undefined ? {} : { agent }) },
  })
  const { ticket, expiresIn } = answer.body
  if (answer.status !== 201 || typeof ticket !== 'string')
    throw refused(answer, {
      403: ['this is not yours to hand on: who came by a link, or may do less, makes none.', undefined],
    })
  return { ticket, expiresIn: typeof expiresIn === 'number' ? expiresIn : 30 }
}

/** What a ticket gave is worth nothing from now on. Never rejects: it ends by itself, too. */
export async function leaveGateway(far: FarPlace, shell: Surroundings): Promise<void> {
  if (far.token === undefined) return
  const { origin, ca } = far
  const headers = tokenHeaders(far, shell)()
  await askGuard({ origin, ca, path: '/auth/leave', body: {}, headers }).catch(() => {})
}

type Known = Readonly<Record<number, readonly [string, string | undefined]>>

/** In our own words where we have some, else in the gateway's. */
function refused({ status, body }: GuardAnswer, known: Known): Failure {
  const [message, cure] = known[status] ?? [
    `the gateway refused it: ${wordOf(body.error, status)}.`,
    undefined,
  ]
  const isUnknown = status === 401 || status === 403
  return new Failure(message, {
    exitCode: isUnknown ? EXIT.signInNeeded : EXIT.error,
    cure,
    reason: isUnknown ? 'sign_in_needed' : 'refused',
  })
}

function wordOf(word: unknown, status: number): string {
  return typeof word === 'string' ? `${boundedLine(word, 80)} (${status})` : String(status)
}
