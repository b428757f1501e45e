/** How the page gets in: by the ticket behind the # of its link, which works once, or by the cookie that it was exchanged for. */

import { type Address, readAddress } from '../state/address.js'
import { keep, readKept } from '../state/keeping.js'
import type { Failure } from '../state/talk.js'
import { fieldsOf, textIn } from './fields.js'
import type { Reply, Surroundings } from './surroundings.js'

/** Where somebody who was let in may go. */
export interface Place {
  /** The only agent; all of them where none is named. */
  readonly agent?: string | undefined
  /** The only session. */
  readonly session?: string | undefined
}

const NAME = 'parley.place'
/** No other site can send it without being asked first. */
const CSRF = { 'x-parley-csrf': '1' }
const JSON_HEADERS = { 'content-type': 'application/json', ...CSRF }
const CURE = 'Run parley web again, or press Enter where it runs, and open the new link.'

export const UNREACHABLE: Failure = {
  message: 'The gateway cannot be reached.',
  cure: 'If parley web was ended, run it again.',
  offer: 'retry',
}
const UNKNOWN: Failure = { message: 'This page is not let in yet.', cure: CURE, offer: 'new-link' }
const USED: Failure = {
  message: 'This link has been used, or is too old: it works once, for 30 seconds.',
  cure: CURE,
  offer: 'new-link',
}
export const LEFT: Failure = { message: 'You have left.', cure: CURE, offer: 'new-link' }

/** Exchanges the ticket where there is one. A failure is told only where the cookie does not help either. */
export async function enter(
  around: Surroundings,
): Promise<{ readonly place: Place; readonly address: Address; readonly failure?: Failure }> {
  const fragment = around.takeFragment()
  const address = readAddress(fragment)
  const ticket = new URLSearchParams(fragment).get('ticket')
  const kept = placeIn(readKept(around.texts, NAME))
  if (ticket === null || ticket === '') return { place: kept, address }
  const reply = await post(around, '/auth/exchange', { ticket, as: 'cookie' })
  if (reply?.status !== 200) return { place: kept, address, failure: refusal(reply) }
  const place = placeIn(await reply.json().catch(() => undefined))
  keep(around.texts, NAME, place)
  return { place, address }
}

/** Why a socket was not opened, which no browser tells: asks for as little as possible, in the way that is answered. */
export async function whyRefused(around: Surroundings, path: string): Promise<Failure | undefined> {
  const asked = { method: 'DELETE', headers: CSRF }
  const reply = await around.ask(path, asked).catch(() => undefined)
  if (reply === undefined) return UNREACHABLE
  if (reply.status === 401 || reply.status === 403) return UNKNOWN
  return reply.status === 429 ? refusal(reply) : undefined
}

/** Gives the cookie back. Never rejects: it ends by itself, too. */
export async function leaveGateway(around: Surroundings): Promise<void> {
  keep(around.texts, NAME, undefined)
  await post(around, '/auth/leave', {})
}

async function post(around: Surroundings, path: string, body: object): Promise<Reply | undefined> {
  const asked = { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) }
  return await around.ask(path, asked).catch(() => undefined)
}

function refusal(reply: Reply | undefined): Failure {
  if (reply === undefined) return UNREACHABLE
  if (reply.status === 401) return USED
  if (reply.status === 429)
    return { message: 'Somebody tried too often.', cure: 'Wait a minute, then try again.', offer: 'retry' }
  return { message: `The gateway refused this link (${reply.status}).`, cure: CURE, offer: 'new-link' }
}

function placeIn(value: unknown): Place {
  const fields = fieldsOf(value)
  return { agent: textIn(fields, 'agent'), session: textIn(fields, 'session') }
}
