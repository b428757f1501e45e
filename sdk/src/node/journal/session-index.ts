/**
 * What a list shows, without opening every session: a file of records, one line for each change. It only ever saves
 * time. What it lacks is read from the session files, what they contradict is read again, and it can be deleted.
 */

import { absent, type FileSystem, lacksDescriptor, known as orForeign } from './file-system.js'
import { type Folder, idOf, isSessionId } from './folder.js'
import { isSealed, seal, toTime, unseal } from './line.js'
import { readLines } from './line-reader.js'
import { type Extent, survey } from './session-file.js'

const WRITE_MILLISECONDS = 500
const SPARE_LINES = 1_000

/** A line of the index: how far a session was known, or that it was deleted. */
type Row = Extent | { readonly deleted: string }

export class SessionIndex {
  readonly #files: FileSystem
  readonly #folder: Folder
  readonly #rows = new Map<string, Extent>()
  readonly #fresh: Row[] = []
  #identity = -1
  #position = 0
  #lines = 0
  #isChecked = false
  /** The last line of the index lacks its end: the next one must not be joined to it. */
  #isTorn = false
  #timer: NodeJS.Timeout | undefined

  constructor(files: FileSystem, folder: Folder) {
    this.#files = files
    this.#folder = folder
  }

  get extents(): Iterable<Extent> {
    return this.#rows.values()
  }

  /** Takes note of a session that changed; it is written down a little later. */
  note(extent: Extent): void {
    this.#rows.set(extent.record.id, extent)
    this.#remember(extent)
  }

  forget(id: string): void {
    this.#rows.delete(id)
    this.#remember({ deleted: id })
  }

  /** Reads what other processes noted, and looks which sessions are there. */
  async refresh(): Promise<void> {
    await this.#load()
    const ids = new Set((await this.#files.list(this.#folder.path)).flatMap(name => idOf(name) ?? []))
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id)
    for (const id of ids) if (!this.#rows.has(id) || !this.#isChecked) await this.check(id)
    this.#isChecked = true
    if (this.#lines > 2 * this.#rows.size + SPARE_LINES) this.#compact()
  }

  /** What is known of a session after a look at its file, which is read only where it grew; throws when it is no session. */
  async look(id: string): Promise<Extent> {
    const path = this.#folder.session(id)
    const known = this.#rows.get(id)
    const size = this.#files.status(path)?.size
    if (known !== undefined && known.end === size) return known
    const isLonger = known !== undefined && size !== undefined && size > known.end
    let verdict = await survey(this.#files, { path, id, known: isLonger ? known : undefined })
    // What does not go on where the index left off is another file than the index knew.
    if (isLonger && verdict.hasTail) verdict = await survey(this.#files, { path, id })
    const { record, seed, seq, end } = verdict
    const extent = { record, seed, seq, end }
    this.note(extent)
    return extent
  }

  /** Looks at a session, and drops it from the list when it is none; says whether anything is different now. */
  async check(id: string): Promise<boolean> {
    const before = this.#rows.get(id)
    try {
      return (await this.look(id)) !== before
    } catch (error) {
      if (lacksDescriptor(error)) throw error
      this.#rows.delete(id)
      return before !== undefined
    }
  }

  /** Writes down what was noted. A failure costs time later, and nothing else. */
  write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const text = this.#fresh.splice(0).map(toLine).join('')
    if (text === '') return
    try {
      this.#put(this.#folder.index, 'append', this.#isTorn ? `\n${text}` : text)
      this.#isTorn = false
    } catch {
      // The session files are the truth.
    }
  }

  #remember(row: Row): void {
    this.#fresh.push(row)
    this.#timer ??= setTimeout(() => this.write(), WRITE_MILLISECONDS).unref()
  }

  #put(path: string, use: 'append' | 'create', text: string): void {
    const file = this.#files.open(path, use)
    try {
      this.#files.write(file, Buffer.from(text), 0)
    } finally {
      this.#files.close(file)
    }
  }

  async #load(): Promise<void> {
    const status = this.#files.status(this.#folder.index)
    if (status === undefined) return
    if (status.identity !== this.#identity || status.size < this.#position) this.#position = this.#lines = 0
    this.#identity = status.identity
    const file = orForeign(() => absent(() => this.#files.open(this.#folder.index, 'read')))
    if (file === undefined) return
    try {
      const stretch = { file, from: this.#position, until: status.size }
      for await (const lines of readLines(this.#files, stretch))
        for (const line of lines) {
          this.#isTorn = !line.isEnded
          if (this.#isTorn) return
          this.#position = line.end
          this.#lines++
          const row = toRow(line.bytes)
          if (row !== undefined) this.#apply(row)
        }
    } finally {
      this.#files.close(file)
    }
  }

  #apply(row: Row): void {
    if ('deleted' in row) {
      this.#rows.delete(row.deleted)
      return
    }
    const known = this.#rows.get(row.record.id)
    if (known === undefined || known.seed !== row.seed || known.end < row.end)
      this.#rows.set(row.record.id, row)
  }

  /** Writes the index anew, under its name only when it is whole. */
  #compact(): void {
    const draft = `${this.#folder.index}.${globalThis.crypto.randomUUID()}`
    try {
      this.#put(draft, 'create', [...this.#rows.values()].map(toLine).join(''))
      this.#files.rename(draft, this.#folder.index)
      this.#position = this.#lines = 0
    } catch {
      absent(() => this.#files.remove(draft))
    }
  }
}

function toLine(row: Row): string {
  return seal(JSON.stringify(row).slice(0, -1))
}

/** What a line of the index says; nothing when it says nothing that could be used. */
function toRow(line: Buffer): Row | undefined {
  if (!isSealed(line)) return undefined
  try {
    const row = unseal(line) as Partial<Extent> & { readonly deleted?: unknown }
    if (typeof row.deleted === 'string') return { deleted: row.deleted }
    const { record, seed, seq, end } = row
    if (record === undefined || !isRecord(record)) return undefined
    return isCount(seed) && isCount(seq) && isCount(end) ? { record, seed, seq, end } : undefined
  } catch {
    // Sealed by somebody else.
    return undefined
  }
}

function isRecord(record: Extent['record']): boolean {
  const { id, cwd, title = '', facts = {}, createdAt, updatedAt, isArchived } = record
  const isText = typeof id === 'string' && typeof cwd === 'string' && typeof title === 'string'
  if (typeof facts !== 'object' || facts === null) return false
  const isTimed = createdAt === toTime(createdAt) && updatedAt === toTime(updatedAt)
  return isText && isSessionId(id) && isTimed && typeof isArchived === 'boolean'
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
