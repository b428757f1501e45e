/** The audit log with somebody looking on: what is decided is written down as always, and then told. */

import { type AuditEntry, type AuditLog, auditLog } from '@parley/acp/node'
import type { PermissionNote } from './event.js'

/** What is decided a thousand times in every run is not worth telling. */
const UNTOLD = 'default:read-in-root'

export function watchedAudit(
  tell: (note: PermissionNote) => void,
  toBy: (by: string) => string,
  inner: AuditLog = auditLog(),
): AuditLog {
  return {
    folder: inner.folder,
    async record(entry) {
      const { action, decision, by } = entry
      const named = toBy(by)
      const note = { action, title: toTitle(entry), decision, by: named }
      try {
        // Nobody said yes where a flag did: the log is for those who ask later on whose word it was.
        return await inner.record(named.startsWith('--') ? { ...entry, by: `flag:${named}` } : entry)
      } finally {
        if (by !== UNTOLD) tell(note)
      }
    },
    conclude: (seq, outcome) => inner.conclude(seq, outcome),
    close: () => inner.close(),
  }
}

const VERBS: Readonly<Record<string, string>> = {
  'fs.read': 'read',
  'fs.write': 'write',
  'fs.delete': 'delete',
  'fs.move': 'move',
  'terminal.exec': 'run',
}

function toTitle({ action, facts }: AuditEntry): string {
  const { at, argv, title, kind }: Readonly<Record<string, unknown>> = Object(facts)
  if (action === 'agent.claimed') return `${String(title)} (the agent calls it ${String(kind)})`
  const { path }: Readonly<Record<string, unknown>> = Object(at)
  const matter = Array.isArray(argv) ? argv.join(' ') : typeof path === 'string' ? path : ''
  return `${VERBS[action] ?? action} ${matter}`.trimEnd()
}
