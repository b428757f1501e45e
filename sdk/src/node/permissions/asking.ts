/** Puts questions to the user, each kind with its own answers, and makes rulings of what is chosen. */

import type { Permission, PermissionChoice, PermissionRequest } from '../../client/index.js'
import type { Action, Circumstances, Claim, Decision, GrantWish } from '../../guard/index.js'
import { sanitizeForDisplay, sanitizeLine } from '../../text/index.js'
import type { ClaimedChanges } from './claimed-changes.js'
import {
  hidesAnything,
  toAnswer,
  toClaimTitle,
  toShown,
  toShownLines,
  toUnshownLines,
} from './claimed-question.js'
import type { Docket } from './docket.js'
import {
  findOffer,
  findOwnChange,
  type Offer,
  toConfirmation,
  toLines,
  toOffers,
  toOwnFacts,
  toOwnLines,
  toTitle,
} from './own-question.js'
import { BY_USER, cancelled, type Ruling } from './ruling.js'

/** A question to put: about what, in which session, and until when anybody waits for the answer. */
export interface Asked {
  readonly docket: Docket
  readonly decision: Decision
  readonly circumstances: Circumstances
  readonly signal: AbortSignal
}

/** A ruling, and what is to be remembered of it. */
export interface Answered {
  readonly ruling: Ruling
  readonly wish?: Omit<GrantWish, 'id'> | undefined
}

const DISMISSED: Answered = { ruling: cancelled('The question was dismissed.', BY_USER) }
const REJECTED: Answered = { ruling: { effect: 'deny', by: BY_USER, reason: 'The user rejected it.' } }

/** Asks about something that this side would do. */
export async function askOwn(permission: Permission, action: Action, asked: Asked): Promise<Answered> {
  const { docket, decision, circumstances } = asked
  const offers = toOffers(action, decision, circumstances)
  const change = await findOwnChange(action)
  const request: PermissionRequest = {
    sessionId: docket.session.id,
    session: docket.session,
    title: toTitle(action),
    description: sanitizeLine(decision.reason),
    options: offers.map(({ choice }) => choice),
    action,
    decision,
    lines: toOwnLines(action, change),
    facts: toOwnFacts(action, change),
    ...(change && { changes: [change] }),
    raw: action,
  }
  const first = findOffer(offers, await put(permission, request, asked))
  const offer =
    first?.wish?.scope === 'always' ? await confirm(permission, request, { asked, offers, first }) : first
  if (offer === undefined) return DISMISSED
  if (offer.wish === undefined) return REJECTED
  const { scope } = offer.wish
  return { ruling: { effect: 'allow', by: BY_USER, reason: 'The user allowed it.', scope }, wish: offer.wish }
}

/** Asks about something that the agent does by itself. */
export async function askClaimed(
  permission: Permission,
  claimed: {
    readonly request: PermissionRequest
    readonly claim: Claim
    readonly changes: ClaimedChanges
    readonly delegateAlways: boolean
  },
  asked: Asked,
): Promise<Answered> {
  const { request, claim, changes } = claimed
  const delegateAlways = claimed.delegateAlways && !claim.wasCleaned && !hidesAnything(changes)
  const shown: PermissionRequest = {
    ...request,
    title: toClaimTitle(claim),
    description: request.description && sanitizeForDisplay(request.description),
    options: toShown(request.options, delegateAlways),
    action: claim,
    decision: asked.decision,
    lines: [...toLines(claim), ...toShownLines(changes)],
    facts: [...toLines(claim), ...toUnshownLines(changes)],
    ...(changes.shown.length > 0 && { changes: changes.shown }),
  }
  const chosen = await put(permission, shown, asked)
  const offered = shown.options.find(({ optionId }) => optionId === chosen?.optionId)
  const answer = offered && toAnswer(request.options, offered, delegateAlways)
  if (answer === undefined) return DISMISSED
  const isAllowed = answer.kind.startsWith('allow')
  const ruling = isAllowed
    ? { effect: 'allow' as const, by: BY_USER, reason: 'The user allowed it.' }
    : REJECTED.ruling
  const scope = answer.kind === 'allow_always' ? 'always' : 'once'
  return { ruling: { ...ruling, ...(isAllowed && { scope }), optionId: answer.optionId } }
}

async function confirm(
  permission: Permission,
  request: PermissionRequest,
  { asked, offers, first }: { asked: Asked; offers: readonly Offer[]; first: Offer },
): Promise<Offer | undefined> {
  const again = toConfirmation(request, first)
  const chosen = await put(permission, again, asked)
  const isOffered = again.options.some(({ optionId }) => optionId === chosen?.optionId)
  return isOffered ? findOffer(offers, chosen) : undefined
}

async function put(
  permission: Permission,
  request: PermissionRequest,
  { docket: { session }, signal }: Asked,
): Promise<PermissionChoice | undefined> {
  if (signal.aborted) return undefined
  return await permission(request, { sessionId: session.id, roots: session.roots, signal })
}
