/** Whether a yes may destroy something. By facts where there are any; what an agent calls a thing can only make it worse. */

import type { PermissionRequest } from '@parley/acp/client'

/** Kinds that agents claim and that change nothing, as far as they are true. */
const HARMLESS_KINDS = new Set(['read', 'search', 'think', 'fetch', 'switch_mode'])
const HARMLESS_ACTIONS = new Set(['fs.read', 'net.fetch'])
/** Modes in which an agent asks nobody, by the letters of what they are called. */
const UNGUARDED =
  /bypass|yolo|auto|danger|fullaccess|unrestricted|skippermission|nosandbox|allowall|approveall|acceptall|acceptedits|dontask|neverask|noask|unsafe/

const isUnguarded = (words: string): boolean => UNGUARDED.test(words.toLowerCase().replace(/[^a-z]/g, ''))

export function isDestructive({ action, toolCall, title, options }: PermissionRequest): boolean {
  if (action?.action === 'agent.mode') return isUnguarded(action.mode)
  if (action !== undefined && action.action !== 'agent.claimed') return !HARMLESS_ACTIONS.has(action.action)
  const hasEffect =
    action !== undefined &&
    (action.runs !== undefined ||
      (action.writes ?? []).length > 0 ||
      action.wasCleaned ||
      action.hasUnreadableCommand === true)
  const kind = action?.kind ?? toolCall?.kind ?? 'other'
  if (hasEffect || !HARMLESS_KINDS.has(kind)) return true
  return kind === 'switch_mode' && [title, ...options.map(({ name }) => name)].some(isUnguarded)
}

/** Whether it only makes files that are not there yet: still a thing to be asked about, but nothing is lost by it. */
export function isCreation({ action }: PermissionRequest): boolean {
  if (action?.action === 'fs.write') return action.isNew
  if (action?.action !== 'agent.claimed' || action.runs !== undefined) return false
  const { writes = [], wasCleaned, hasUnreadableCommand = false } = action
  return writes.length > 0 && !wasCleaned && !hasUnreadableCommand && writes.every(({ isNew }) => isNew)
}
