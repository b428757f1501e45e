/** A question about something this side is asked to do: its words, the answers to choose from, and what each one means. */

import { dirname } from 'node:path'
import type { PermissionChange, PermissionChoice, PermissionRequest } from '../../client/index.js'
import {
  type Action,
  type Circumstances,
  type Decision,
  describeAction,
  describeGrant,
  type GrantWish,
  type Scope,
  toGrant,
  withBlanksCounted,
} from '../../guard/index.js'
import { isFitForDisplay, sanitizeForDisplay, sanitizeLine } from '../../text/index.js'
import { currentText } from './approved-text.js'
import { MOST_COMPARED, toChangeLines } from './change-lines.js'

/** An answer, and what is remembered when it is chosen. */
export interface Offer {
  readonly choice: PermissionChoice
  /** Nothing for a no. */
  readonly wish?: Omit<GrantWish, 'id'> | undefined
}

const REJECT: Offer = { choice: { optionId: 'reject', name: 'Reject', kind: 'reject_once' } }
const ONCE: Offer = {
  choice: { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  wish: { scope: 'once' },
}

/** The no first, so that who takes the first one takes that; then yes, from the shortest to the longest. */
export function toOffers(action: Action, decision: Decision, circumstances: Circumstances): readonly Offer[] {
  const lasting = decision.scopes.flatMap(scope => toWishes(action, scope))
  const offers = lasting.flatMap(wish => toOffer(action, wish, circumstances) ?? [])
  return [REJECT, ONCE, ...offers]
}

/** The lines that people read before they answer: complete, and safe to show. */
export function toLines(action: Action): readonly string[] {
  const facts = describeAction(action)
  const lines = facts.flatMap(fact => sanitizeForDisplay(fact).split('\n').map(toContinued))
  return facts.every(isFitForDisplay) ? lines : [...lines, HIDDEN]
}

const HIDDEN = '  (it holds characters that cannot be seen, a sign of deceit: · marks them)'

// A word may hold line breaks: what follows one must not pass for a fact of its own.
const toContinued = (line: string, index: number): string => (index === 0 ? line : `    ┆ ${line}`)

/** What a write would change, beside what stands there now where that is text that people can be shown. */
export async function findOwnChange(action: Action): Promise<PermissionChange | undefined> {
  if (action.action !== 'fs.write' || action.text === undefined) return undefined
  const { at, isNew, text: newText } = action
  if (isNew) return { path: at.path, newText }
  const oldText = await currentText(at.path, [at.root ?? dirname(at.path)], MOST_COMPARED)
  return { path: at.path, ...(oldText !== undefined && { oldText }), newText }
}

/** The same with the change. */
export function toOwnLines(action: Action, change: PermissionChange | undefined): readonly string[] {
  const facts = toOwnFacts(action, change)
  return change === undefined || action.action !== 'fs.write' ? facts : [...facts, ...toChangeLines(change)]
}

/** The same without the text of the change. */
export function toOwnFacts(action: Action, change: PermissionChange | undefined): readonly string[] {
  if (change === undefined || action.action !== 'fs.write') return toLines(action)
  const isUnseen = !action.isNew && change.oldText === undefined
  const note = isUnseen ? ['  (what stands there now cannot be shown; all of it is replaced)'] : []
  return [...toLines(action), ...note]
}

export function toTitle(action: Action): string {
  const [what = '', where = ''] = describeAction(action)
  const matter = 'argv' in action ? withBlanksCounted(action.argv.join(' ')) : where.trim()
  return sanitizeLine(`${what.replace(/:$/, '')}: ${matter}`)
}

/** What lasts until it is revoked is asked for twice. */
export function toConfirmation(request: PermissionRequest, offer: Offer): PermissionRequest {
  return {
    ...request,
    title: `Sure? ${offer.choice.name}`,
    description: 'It holds in every session and workspace.',
    options: [REJECT.choice, ONCE.choice, offer.choice],
  }
}

export function findOffer(offers: readonly Offer[], chosen: PermissionChoice | undefined): Offer | undefined {
  return offers.find(({ choice }) => choice.optionId === chosen?.optionId)
}

interface Named extends Omit<GrantWish, 'id'> {
  readonly optionId: string
}

function toWishes(action: Action, scope: Scope): readonly Named[] {
  if (scope === 'once') return []
  const exact = { optionId: scope, scope }
  const glob = scope === 'session' ? toFolderGlob(action) : undefined
  return glob === undefined ? [exact] : [exact, { optionId: 'session-folder', scope, glob }]
}

function toOffer(
  action: Action,
  { optionId, ...wish }: Named,
  circumstances: Circumstances,
): Offer | undefined {
  const grant = toGrant(action, { id: '', ...wish }, circumstances)
  if (grant === undefined) return undefined
  return { choice: { optionId, name: sanitizeLine(describeGrant(grant)), kind: 'allow_always' }, wish }
}

/** Whoever works on one file of a folder will want the next one. */
function toFolderGlob(action: Action): string | undefined {
  if (action.action !== 'fs.read' && action.action !== 'fs.write') return undefined
  const { path, root } = action.at
  const folder = dirname(path)
  // What would be a pattern of its own is not put into one.
  if (root === undefined || !folder.startsWith(`${root}/`) || /[*?[\]{}\\]/.test(folder)) return undefined
  return `{root}${folder.slice(root.length)}/**`
}
