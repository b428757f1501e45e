/**
 * One line of the audit log. Each carries the digest of the line before it, so that none can be changed, left out or
 * put elsewhere without the next one showing it.
 */

/** What was decided of an action. */
export interface AuditEntry {
  /** Which connection of this process. */
  readonly connection: string
  readonly session: string
  /** The agent's name and version. */
  readonly agent?: string | undefined
  readonly action: string
  /** Everything known of the action; secrets are taken out before it is written. */
  readonly facts: unknown
  readonly decision: 'allow' | 'deny' | 'cancelled'
  /** Whose word it was: `user`, a rule or a grant. */
  readonly by: string
  readonly scope?: string | undefined
}

/** What came of an action that was let through: the number of that line, and how it ended. */
export interface Aftermath {
  readonly of: number
  readonly outcome: 'done' | 'failed'
}

/** The line that says how many bytes of an unfinished one were taken away after a crash. */
export interface Mending {
  readonly mended: number
}

export type AuditFields = AuditEntry | Aftermath | Mending

/** Where a chain has got to. */
export interface Link {
  readonly seq: number
  /** The digest of the last line. */
  readonly hash: string
}

export const BEGINNING: Link = { seq: 0, hash: '0'.repeat(64) }

/** What is said of a line of which another digest was taken when it was written. */
export const CHANGED = 'this line was changed after it was written, or the digest of it was'

const MOST_CHARACTERS = 4096
const MOST_ITEMS = 256
/** Characters of what is known of one action. */
const MOST_ALLOWED = 256 * 1024
const MOST_REFUSED = 4 * 1024

export function digest(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex')
}

/** The next line of a chain, with its end, and where the chain is then. */
export function auditLine(fields: AuditFields, at: number, last: Link): { text: string; link: Link } {
  const seq = last.seq + 1
  const line = JSON.stringify({ ts: new Date(at).toISOString(), seq, prevHash: last.hash, ...fields })
  return { text: `${line}\n`, link: { seq, hash: digest(line) } }
}

/** Why a line does not continue a chain, and whether that is the fault of the line before it. */
export interface Break {
  readonly why: string
  readonly isBefore: boolean
}

/** Where a chain is after a line, without its end; or why the line does not continue it. */
export function follow(line: Uint8Array, last: Link | undefined): Link | Break {
  const fields = toFields(line)
  if (fields === undefined) return { why: 'this is no line of an audit log', isBefore: false }
  if (last !== undefined && fields.seq !== last.seq + 1)
    return {
      why: `number ${last.seq + 1} should stand here, and number ${fields.seq} does`,
      isBefore: false,
    }
  if (last !== undefined && fields.prevHash !== last.hash) return { why: CHANGED, isBefore: last.seq > 0 }
  return { seq: fields.seq, hash: digest(line) }
}

/** Where the chain was before a line. */
export function toPrevious(line: Uint8Array): Link | undefined {
  const fields = toFields(line)
  return fields && { seq: fields.seq - 1, hash: fields.prevHash }
}

function toFields(line: Uint8Array): { readonly seq: number; readonly prevHash: string } | undefined {
  try {
    const { seq, prevHash } = JSON.parse(Buffer.from(line).toString('utf8'))
    return Number.isSafeInteger(seq) && typeof prevHash === 'string' ? { seq, prevHash } : undefined
  } catch {
    return undefined
  }
}

/** The same with long texts and lists cut short: what an agent sends must not fill the disk. */
export function bounded(value: unknown): unknown {
  if (typeof value === 'string') return cut(value)
  if (Array.isArray(value)) {
    const kept: unknown[] = value.slice(0, MOST_ITEMS).map(bounded)
    if (value.length <= MOST_ITEMS) return kept
    // What was left out can still be held against what somebody says it was.
    return [...kept, `… ${value.length} in all, sha256:${digest(JSON.stringify(value))}`]
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).slice(0, MOST_ITEMS)
  return Object.fromEntries(entries.map(([key, each]) => [cut(key), bounded(each)]))
}

/** An entry that fits on a line. What did not happen has less room: an agent may ask for it as often as it likes. */
export function boundedEntry(entry: AuditEntry): AuditEntry {
  // Bounding changes no shape but that of facts, which have none.
  const small = bounded(entry) as AuditEntry
  const most = entry.decision === 'allow' ? MOST_ALLOWED : MOST_REFUSED
  const facts = JSON.stringify(small.facts) ?? ''
  if (facts.length <= most) return small
  return { ...small, facts: { beginning: facts.slice(0, most), sha256: digest(facts) } }
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text
  return `${text.slice(0, MOST_CHARACTERS)}… sha256:${digest(text)}`
}
