/** Whether a yes may destroy something. What an agent calls a thing can only make it worse, never better. */

import type { PermissionQuestion } from '../state/question.js'

const HARMLESS = new Set(['read', 'search', 'think', 'fetch'])

export function isDestructive({ isEstablished, toolKind, command, changes }: PermissionQuestion): boolean {
  return !isEstablished || command !== undefined || changes.length > 0 || !HARMLESS.has(toolKind)
}
