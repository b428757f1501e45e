/**
 * How the page gets in: by the ticket behind the # of its link, which works once, or by the cookie that it was exchanged for and
 * the key that this is bound to. Not loaded with the rest of the page.
 */

import { type Address, readAddress } from '../state/address.js'
import { keep, readKept } from '../state/keeping.js'
import type { Failure } from '../state/talk.js'
import { fieldsOf, textIn } from './fields.js'
import { askGuard } from './guard-request.js'
import { challengeOf, makeKey } from './proof.js'
import type { Surroundings } from './surroundings.js'

/** Where somebody who was let in may go. */
export interface Place {
  /** The only agent; all of them where none is named. */
  readonly agent?: string | undefined
  /** The only session. */
  readonly session?: string | undefined
}

const NAME = 'parley.place'
const CURE = 'Run parley web again, or press Enter where it runs, and open the new link.'

export const UNREACHABLE: Failure = {
  message: 'The workbench’s server cannot be reached.',
  cure: 'If parley web was ended, run it again. If it runs at another port by now, open the link that it prints.',
  offer: 'retry',
}
const UNKNOWN: Failure = {
  message: 'This page is not let in yet, or was at another port.',
  cure: CURE,
  offer: 'new-link',
}
const MOVED: Failure = {
  message: 'This browser was let in when the workbench had another address, and that counts there only.',
  cure: CURE,
  offer: 'new-link',
}
const KEYLESS: Failure = {
  message: 'This browser has lost the key that it was let in with: what it keeps of this page was cleared.',
  cure: CURE,
  offer: 'new-link',
}
const INSECURE: Failure = {
  message: 'This browser makes no key for a page at this address, and without one nobody is let in.',
  cure: 'Open the link at 127.0.0.1 or over https. It has not been used up.',
  offer: 'new-link',
}
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
  const key = await makeKey(around).catch(() => undefined)
  if (key === undefined) return { place: kept, address, failure: INSECURE }
  const reply = await askGuard(around, '/auth/exchange', { ticket, as: 'cookie', key })
  if (reply?.status !== 200) return { place: kept, address, failure: refusal(reply?.status) }
  const place = placeIn(await reply.json().catch(() => undefined))
  keep(around.texts, NAME, place)
  return { place, address }
}

/** Why a socket was not opened, which no browser tells: asks for what a socket begins with. */
export async function whyRefused(around: Surroundings): Promise<Failure | undefined> {
  const { status, reason, key } = await challengeOf(around)
  if (reason === 'other_address') return MOVED
  if (status === 401 || status === 403) return UNKNOWN
  if (status === 200) return key === undefined ? KEYLESS : undefined
  return status === undefined || status === 429 ? refusal(status) : undefined
}

/** Gives the cookie back, and forgets its key. Never rejects: it ends by itself, too. */
export async function leaveGateway(around: Surroundings): Promise<void> {
  keep(around.texts, NAME, undefined)
  await askGuard(around, '/auth/leave')
  await (await around.keys()).clear()
}

function refusal(status: number | undefined): Failure {
  if (status === undefined) return UNREACHABLE
  if (status === 401) return USED
  if (status === 429)
    return { message: 'Somebody tried too often.', cure: 'Wait a minute, then try again.', offer: 'retry' }
  return { message: `The workbench’s server refused this link (${status}).`, cure: CURE, offer: 'new-link' }
}

function placeIn(value: unknown): Place {
  const fields = fieldsOf(value)
  return { agent: textIn(fields, 'agent'), session: textIn(fields, 'session') }
}
