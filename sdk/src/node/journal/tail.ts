/** The end of a session file that is being written: what is to be put there, and where. */

import type { Entry, SessionRecord } from '../../store/index.js'
import { withEntry } from '../../store/session-record.js'
import type { FileSystem } from './file-system.js'
import { type Handles, writeAll } from './handles.js'
import { entryLine } from './line.js'
import type { Extent } from './session-file.js'

export class Tail {
  readonly path: string
  readonly #files: FileSystem
  readonly #handles: Handles
  readonly #seed: number
  #record: SessionRecord
  #seq: number
  /** How many entries the file holds, and where the next one goes. */
  #written: number
  #end: number
  #waitingEntries = 0
  #waiting = ''
  /** The last entry that is kept for certain, and the record as it was then. */
  #sure: { readonly seq: number; readonly record: SessionRecord }
  /** Settles with the last batch that holds a line of this session. */
  kept: Promise<void> | undefined
  isClosed = false

  constructor(path: string, extent: Extent, disk: { files: FileSystem; handles: Handles }) {
    this.path = path
    this.#seed = extent.seed
    this.#record = extent.record
    this.#seq = extent.seq
    this.#written = extent.seq
    this.#end = extent.end
    this.#sure = extent
    this.#files = disk.files
    this.#handles = disk.handles
  }

  /** The file as far as it is written; of the record, what was accepted last. */
  get extent(): Extent {
    return { record: this.#record, seed: this.#seed, seq: this.#written, end: this.#end }
  }

  /** The record with everything that was numbered. */
  get record(): SessionRecord {
    return this.#record
  }

  /** Characters that are not in the file yet. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** The line of the next entry. */
  next(entry: Entry, at: number, written?: string): string {
    const line = entryLine(entry, { seq: this.#seq + 1, at, seed: this.#seed }, written)
    this.#seq++
    if (entry.kind === 'info' || at > this.#record.updatedAt)
      this.#record = withEntry(this.#record, entry, at)
    return line
  }

  /** Takes lines that may go into the file. */
  push(lines: string, count: number): void {
    this.#waiting += lines
    this.#waitingEntries += count
  }

  /** Puts everything that waits into the file, in one write. */
  write(): void {
    if (this.#waiting === '') return
    // First: what has no file to go to goes on waiting.
    const file = this.#handles.use(this.path)
    const bytes = Buffer.from(this.#waiting)
    this.#waiting = ''
    writeAll(this.#files, file, { bytes, at: this.#end })
    this.#end += bytes.length
    this.#written += this.#waitingEntries
    this.#waitingEntries = 0
  }

  /** Everything taken so far is kept; of the record, what it was with the last of that. */
  confirm(record: SessionRecord): void {
    this.#sure = { seq: this.#written + this.#waitingEntries, record }
  }

  /** Gives free the places of all entries that are not kept for certain: the next one follows those that are. */
  retract(): void {
    if (this.#sure.seq === this.#written) {
      this.#waiting = ''
      this.#waitingEntries = 0
    }
    this.#seq = this.#sure.seq
    this.#record = this.#sure.record
  }

  close(): void {
    this.isClosed = true
    this.#handles.close(this.path)
  }
}
