/**
 * Writes an audit log. Whatever waits together is written and synced together, by one process at a time, each batch
 * behind what other processes wrote before. Once the disk failed to make something last, nothing more is accepted.
 */

import type { FileSystem } from '../journal/file-system.js'
import { writeAll } from '../journal/handles.js'
import { AuditFolder, type End } from './audit-folder.js'
import { type AuditFields, auditLine } from './audit-line.js'
import { PrivateFolder } from './private-folder.js'

// Nobody waits for the line that says how something ended, and the next one that somebody waits for takes it along.
const LEISURE_MILLISECONDS = 20

interface Waiting {
  readonly fields: AuditFields
  readonly isSynced: boolean
  resolve(seq: number): void
  reject(error: unknown): void
}

export interface ChainOptions {
  readonly folder: string
  readonly files: FileSystem
  readonly now: () => number
}

export class AuditChain {
  readonly #files: FileSystem
  readonly #now: () => number
  readonly #private: PrivateFolder
  readonly #folder: AuditFolder
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #soon: NodeJS.Timeout | undefined
  #failure: Error | undefined

  constructor({ folder, files, now }: ChainOptions) {
    this.#files = files
    this.#now = now
    this.#private = new PrivateFolder(folder, files)
    this.#folder = new AuditFolder(folder, files)
  }

  /** The number of the line, when it is written; where it is to be synced, when it survives a loss of power. */
  append(fields: AuditFields, { isSynced }: { readonly isSynced: boolean }): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ fields, isSynced, resolve, reject })
      if (isSynced) this.#begin()
      else this.#soon ??= setTimeout(() => this.#begin(), LEISURE_MILLISECONDS)
    })
  }

  /** Everything accepted is written. It may be used again. */
  async leave(): Promise<void> {
    this.#begin()
    await this.#writing
    await this.#private.leave()
  }

  #begin(): void {
    clearTimeout(this.#soon)
    this.#soon = undefined
    this.#writing ??= this.#drain()
  }

  async #drain(): Promise<void> {
    // What is asked for in the same breath is written together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      await this.#keep(batch)
    }
    this.#writing = undefined
  }

  async #keep(batch: readonly Waiting[]): Promise<void> {
    try {
      if (this.#failure !== undefined) throw this.#failure
      const first = await this.#private.alone(() => this.#write(batch))
      for (const [index, { resolve }] of batch.entries()) resolve(first + index)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async #write(batch: readonly Waiting[]): Promise<number> {
    const { end, torn } = await this.#folder.find()
    if (torn > 0) this.#cutOff(end)
    const at = this.#now()
    const file = laterOf(`${new Date(at).toISOString().slice(0, 10)}.ndjson`, end.file)
    const place = { ...end, file, size: file === end.file ? end.size : 0 }
    const lines = torn > 0 ? [{ mended: torn }] : []
    const { text, last } = join([...lines, ...batch.map(({ fields }) => fields)], at, place)
    const size = await this.#put(
      place,
      text,
      batch.some(({ isSynced }) => isSynced),
    )
    this.#folder.setMark({ ...last, file, size })
    return end.seq + lines.length + 1
  }

  /** Of lines that were not finished nothing depends on: whoever waited for them was never let through. */
  #cutOff({ file, size }: End): void {
    const open = this.#files.open(`${this.#folder.path}/${file}`, 'write')
    try {
      this.#files.truncate(open, size)
    } finally {
      this.#files.close(open)
    }
  }

  async #put({ file, size }: End, text: string, isSynced: boolean): Promise<number> {
    const bytes = Buffer.from(text)
    const open = this.#files.open(`${this.#folder.path}/${file}`, 'append')
    try {
      writeAll(this.#files, open, { bytes, at: size })
      if (isSynced) await this.#sync(open, size === 0)
    } finally {
      this.#files.close(open)
    }
    return size + bytes.length
  }

  async #sync(open: number, isNew: boolean): Promise<void> {
    try {
      await this.#files.sync(open)
      if (isNew) await this.#files.syncFolder(this.#folder.path)
    } catch (cause) {
      // What the disk says after a failed sync cannot be believed, so it is not asked again.
      this.#failure = new Error('the audit log has stopped: it could not be made to last', { cause })
      throw this.#failure
    }
  }
}

function join(all: readonly AuditFields[], at: number, from: End) {
  let last = { seq: from.seq, hash: from.hash }
  let text = ''
  for (const fields of all) {
    const line = auditLine(fields, at, last)
    text += line.text
    last = line.link
  }
  return { text, last }
}

/** A clock that was put back must not write before what is there. */
function laterOf(today: string, last: string): string {
  return today > last ? today : last
}
