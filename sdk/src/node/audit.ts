/** The way to the audit log. Its parts are loaded when something is first written: most programs of this room never do. */

import type { Redactor } from '../guard/index.js'
import type { FileSystem } from './journal/file-system.js'
import { stateFolder } from './journal/state-folder.js'
import type { AuditChain } from './permissions/audit-chain.js'
import type { AuditReport } from './permissions/audit-check.js'
import type { AuditEntry } from './permissions/audit-line.js'
import type { AuditReading, AuditRecord } from './permissions/audit-reader.js'

/** Where an audit log stands, and what is kept out of it. */
export interface AuditLogOptions {
  /** A folder outside every workspace; without it one in the user's state folder. */
  readonly folder?: string | undefined
  /** Takes the secrets out of what is written; without it one that knows their looks and names. */
  readonly redactor?: Pick<Redactor, 'value'> | undefined
  readonly now?: (() => number) | undefined
  /** Another disk than this machine's: for tests that record, fail or cut short what is done to it. */
  readonly files?: FileSystem | undefined
}

/** What was decided, and what came of it, in a chain of lines that shows every change. Several processes may share one. */
export interface AuditLog {
  readonly folder: string
  /** Resolves to the line's number when it would survive a loss of power; rejects when it cannot be written. */
  record(entry: AuditEntry): Promise<number>
  /** Says what came of the action that this line let through. */
  conclude(seq: number, outcome: 'done' | 'failed'): Promise<void>
  /** Everything is written. It may be used again. */
  close(): Promise<void>
}

/** An audit log in a folder: a file per day, for nobody else to read. It touches the disk when it is first used. */
export function auditLog(options: AuditLogOptions = {}): AuditLog {
  return new LateLog(options)
}

/** Whether the audit log of a folder is whole, and what is wrong with it first; only the user's own may be absent. */
export async function verifyAudit(folder: string = stateFolder('audit')): Promise<AuditReport> {
  const { checkAudit } = await import('./permissions/audit-check.js')
  return checkAudit(folder, { mayBeAbsent: folder === stateFolder('audit') })
}

/** The lines of an audit log, the oldest first; none where there is no log. */
export async function* readAudit(
  folder: string = stateFolder('audit'),
  reading: AuditReading = {},
): AsyncGenerator<AuditRecord> {
  const { readRecords } = await import('./permissions/audit-reader.js')
  yield* readRecords(folder, reading)
}

class LateLog implements AuditLog {
  readonly folder: string
  readonly #options: AuditLogOptions
  #loading: Promise<(entry: AuditEntry) => AuditEntry> | undefined
  #chain: AuditChain | undefined

  constructor(options: AuditLogOptions) {
    this.folder = options.folder ?? stateFolder('audit')
    this.#options = options
  }

  async record(entry: AuditEntry): Promise<number> {
    this.#loading ??= this.#load()
    const clean = await this.#loading
    return this.#demand().append(clean(entry), { isSynced: true })
  }

  async conclude(seq: number, outcome: 'done' | 'failed'): Promise<void> {
    await this.#chain?.append({ of: seq, outcome }, { isSynced: false })
  }

  async close(): Promise<void> {
    await this.#loading
    await this.#chain?.leave()
  }

  #demand(): AuditChain {
    if (this.#chain === undefined) throw new Error('the audit log is not loaded')
    return this.#chain
  }

  async #load(): Promise<(entry: AuditEntry) => AuditEntry> {
    const { AuditChain, boundedEntry, nodeFileSystem, usualRedactor } = await import(
      './permissions/audit-parts.js'
    )
    const { files = nodeFileSystem(), now = Date.now, redactor = usualRedactor() } = this.#options
    this.#chain = new AuditChain({ folder: this.folder, files, now })
    return entry => boundedEntry(redactor.value(entry))
  }
}
