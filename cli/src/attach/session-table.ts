/** The sessions of a gateway in lines: what they are called, whose agent, how old, whether something runs, who is there. */

import { toIso, toWhen } from '../listing/moment.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import { toTable } from '../listing/table.js'
import type { Shell } from '../shell.js'
import type { FarSession } from './far-words.js'

export function toSessionTable(
  sessions: readonly FarSession[],
  stdout: Shell['stdout'],
  { isNumbered }: { readonly isNumbered: boolean },
): string {
  const columns = [
    ...(isNumbered ? [{ name: '' }] : []),
    { name: 'session', least: 12 },
    { name: 'title', least: 12 },
    { name: 'agent', least: 6 },
    { name: 'last used' },
    { name: 'state' },
    { name: 'here', least: 6 },
  ]
  const rows = sessions.map(({ sessionId, title, agent, updated, isBusy, present }, index) => [
    ...(isNumbered ? [String(index + 1)] : []),
    ...[sessionId, title, agent, toWhen(updated, stdout), isBusy ? '◐ running' : '✓ idle'],
    present.map(({ name, role }) => `${name} (${role})`).join(', '),
  ])
  return toTable(columns, rows, stdout)
}

/** For programs. */
export function toSessionJson(sessions: readonly FarSession[]): string {
  return toSafeJsonText(
    sessions.map(({ updated, ...session }) => ({ ...session, updatedAt: toIso(updated) })),
  )
}
