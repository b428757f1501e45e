/** What became of sessions, as lines of the audit log. */

import type { AuditTrail } from '../guard/audit-trail.js'
import type { SessionReport } from '../seat/surroundings.js'

const EVENTS = {
  opened: 'session_opened',
  attached: 'session_attached',
  permission_answered: 'permission_answered',
} as const

export function noteSession(
  audit: AuditTrail,
  { what, caller, sessionId: session, outcome, trace }: Parameters<SessionReport>[0],
): void {
  const { principal, name: credential, agent } = caller
  audit.note(EVENTS[what], { principal, credential, agent, session, outcome: chosen(outcome), trace })
}

/** The option, by its id, or that none was chosen. */
function chosen(outcome: unknown): string | undefined {
  if (typeof outcome !== 'object' || outcome === null) return undefined
  const { optionId, outcome: word } = outcome as { readonly optionId?: unknown; readonly outcome?: unknown }
  const text = optionId ?? word
  return typeof text === 'string' ? text : undefined
}
