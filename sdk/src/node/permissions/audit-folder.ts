/** The files of an audit log: one per day, named so that their order is that of the chain, and the mark of its end. */

import type { FileSystem } from '../journal/file-system.js'
import { writeAll } from '../journal/handles.js'
import { readLines } from '../journal/line-reader.js'
import { BEGINNING, follow, type Link, toPrevious } from './audit-line.js'

const DAY = /^\d{4}-\d{2}-\d{2}\.ndjson$/
const MARK_BYTES = 256

/** Where the last line that was written ends. */
export interface End extends Link {
  /** The name of its file; none before the first line. */
  readonly file: string
  readonly size: number
}

/** The end as it was found, and what stands behind it that is no line. */
export interface Found {
  readonly end: End
  readonly torn: number
}

export class AuditFolder {
  readonly path: string
  readonly #files: FileSystem

  constructor(path: string, files: FileSystem) {
    this.path = path
    this.#files = files
  }

  /** All files with lines, the oldest first. */
  async days(): Promise<readonly string[]> {
    return (await this.#files.list(this.path)).filter(name => DAY.test(name)).sort()
  }

  /** Where the log ended, as far as the mark knows. */
  mark(): End | undefined {
    const text = this.#files.text(`${this.path}/.end`)
    try {
      const { file, size, seq, hash } = JSON.parse(text ?? '')
      const isWhole = DAY.test(file) && Number.isSafeInteger(size) && Number.isSafeInteger(seq)
      return isWhole && typeof hash === 'string' ? { file, size, seq, hash } : undefined
    } catch {
      return undefined
    }
  }

  /** Set after the lines are safe: it may fall behind them, and never runs ahead. */
  setMark(end: End): void {
    const path = `${this.path}/.end`
    const bytes = Buffer.from(`${JSON.stringify(end)}`.padEnd(MARK_BYTES - 1).concat('\n'))
    const file = this.#files.open(path, this.#files.status(path) === undefined ? 'create' : 'write')
    try {
      writeAll(this.#files, file, { bytes, at: 0 })
    } finally {
      this.#files.close(file)
    }
  }

  /** Where the next line goes: after the mark, and after what was written before a crash and not marked. */
  async find(): Promise<Found> {
    const days = await this.days()
    const marked = this.mark()
    if (marked === undefined) return this.#unmarked(days)
    let found = await this.#from(marked)
    // The first lines of a day may have been written, and the mark not set any more.
    for (const day of days.filter(day => day > marked.file)) {
      if (found.torn > 0) break
      found = await this.#walk({ ...found.end, file: day, size: 0 }, false)
    }
    return found
  }

  /** The end of the newest file; where that has no whole line, the chain is where the one before it ends. */
  async #unmarked(days: readonly string[]): Promise<Found> {
    const [newest, before] = days.toReversed()
    if (newest === undefined) return { end: { ...BEGINNING, file: '', size: 0 }, torn: 0 }
    const found = await this.#walk({ ...BEGINNING, file: newest, size: 0 }, true)
    if (found.end.seq > 0 || before === undefined) return found
    const { end } = await this.#walk({ ...BEGINNING, file: before, size: 0 }, true)
    return { ...found, end: { ...end, file: newest, size: 0 } }
  }

  async #from(marked: End): Promise<Found> {
    const size = this.#files.status(`${this.path}/${marked.file}`)?.size ?? 0
    if (size === marked.size) return { end: marked, torn: 0 }
    if (size > marked.size) return this.#walk(marked, false)
    // Somebody took lines away. The chain goes on from the last one there was, and so shows that it is missing.
    const { end, torn } = await this.#walk({ ...BEGINNING, file: marked.file, size: 0 }, true)
    return { end: { ...marked, size: end.size }, torn }
  }

  /** Reads on from an end, over every line that continues the chain. */
  async #walk(from: End, isUnknown: boolean): Promise<Found> {
    const path = `${this.path}/${from.file}`
    const until = this.#files.status(path)?.size ?? 0
    if (until === 0) return { end: { ...from, size: 0 }, torn: 0 }
    const file = this.#files.open(path, 'read')
    let end = from
    let isFirst = isUnknown
    try {
      for await (const lines of readLines(this.#files, { file, from: from.size, until })) {
        for (const line of lines) {
          const last = isFirst ? toPrevious(line.bytes) : end
          const next = line.isEnded ? follow(line.bytes, last) : undefined
          if (next === undefined || 'why' in next) return { end, torn: until - end.size }
          end = { ...next, file: from.file, size: line.end }
          isFirst = false
        }
      }
    } finally {
      this.#files.close(file)
    }
    return { end, torn: 0 }
  }
}
