/**
 * Writes a recording: entries are redacted, gathered, and appended whole lines at a time. What the disk cannot take is
 * counted. What is sealed is not redacted: the seal is what keeps it.
 */

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createEntryRedactor,
  type Entry,
  type EntryRedactor,
  learningRedaction,
  redactHeader,
  toRecordingLine,
} from '../../inspect/index.js'
import { stateFolder } from '../journal/state-folder.js'
import { secretHash } from '../redaction.js'
import type { RecordingLimits, RecordingWriter, RecordingWriterOptions } from './options.js'
import { type LineOutlet, openOutlet } from './outlet.js'
import { openPrivate } from './private-file.js'
import { clearShelf, END, makeShelf, markOf, SEALED_END } from './shelf.js'

const { O_WRONLY, O_CREAT, O_EXCL, O_APPEND, O_NOFOLLOW } = constants
const PRIVATE = 0o600
const DAY = 86_400_000
const USUAL: RecordingLimits = {
  ...{ milliseconds: 7 * DAY, bytes: 500_000_000 },
  ...{ waitingBytes: 64 * 1024 * 1024, patience: 2_000, settling: 5_000 },
}
/** Whoever can wait is asked to, long before anything is left out. */
const CALM_SHARE = 8
/** After so many bytes the folder is cleared again. */
const CLEARING_BYTES = 16 * 1024 * 1024

export async function openWriter(options: RecordingWriterOptions): Promise<RecordingWriter> {
  const limits = { ...USUAL, ...options.limits }
  const folder = options.path === undefined ? (options.folder ?? stateFolder('recordings')) : undefined
  const { seal } = options
  const ending = seal === undefined ? END : SEALED_END
  const path = options.path ?? join(folder ?? '', `${toName(options.header.startedAt)}${ending}`)
  if (folder !== undefined) {
    await makeShelf(folder)
    await clearShelf(folder, limits, Date.now())
    await writeFile(markOf(path), String(process.pid), { mode: PRIVATE, flag: 'wx' })
  }
  const file =
    folder === undefined
      ? // What is encrypted may be anything: it is not replaced.
        await openPrivate(path, beginning => seal === undefined && isRecording(beginning))
      : await open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_EXCL, PRIVATE)
  const outlet = await openOutlet(file, seal).catch(async (error: unknown) => {
    await file.close()
    throw error
  })
  return new FileWriter({ ...options, path, limits, file, outlet, folder })
}

/** Going by its first line: nothing else is replaced. */
function isRecording(beginning: string): boolean {
  return /^\{[^\n]*"recording":/.test(beginning)
}

/** The time, so that names sort, and what nobody can guess. */
function toName(startedAt: number): string {
  const time = new Date(startedAt).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `${time}-${randomBytes(4).toString('hex')}`
}

/** Everything as it comes. */
const UNTOUCHED: EntryRedactor = {
  push: entry => [entry],
  release: () => [],
  end: () => [],
  waiting: 0,
}

interface FileWriterOptions extends Omit<RecordingWriterOptions, 'folder' | 'limits'> {
  readonly path: string
  readonly file: FileHandle
  readonly outlet: LineOutlet
  readonly limits: RecordingLimits
  /** The folder to keep in order. */
  readonly folder: string | undefined
}

class FileWriter implements RecordingWriter {
  readonly path: string
  readonly #options: FileWriterOptions
  readonly #redactor: EntryRedactor
  #lines: string[] = []
  #characters = 0
  #cleared = 0
  #omitted = 0
  #last = 0
  #isFull = false
  #isFailed = false
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #settling: NodeJS.Timeout | undefined
  #isSettlingDue = false
  #closing: Promise<void> | undefined

  constructor(options: FileWriterOptions) {
    this.path = options.path
    this.#options = options
    const { header, known, dropsContents, seal } = options
    const means = learningRedaction({ hash: secretHash(), known, dropsContents })
    this.#redactor = seal === undefined ? createEntryRedactor(means) : UNTOUCHED
    this.#put(
      toRecordingLine(seal === undefined ? redactHeader(header, means) : { ...header, redaction: 'none' }),
    )
  }

  append(entry: Entry): Promise<void> | undefined {
    if (this.#isFailed || this.#isFull || this.#closing !== undefined) return undefined
    this.#last = entry.at
    if (this.#characters > this.#options.limits.waitingBytes) {
      this.#omitted++
      return this.#writing
    }
    this.#tellOmitted()
    this.#putAll(this.#redactor.push(entry))
    this.#wait()
    return this.#characters > this.#options.limits.waitingBytes / CALM_SHARE ? this.#writing : undefined
  }

  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#settling)
    this.#putAll(this.#redactor.end())
    this.#tellOmitted()
    await this.#writing
    if (!this.#isFailed) await this.#options.outlet.end().catch((error: unknown) => this.#fail(error))
    await this.#options.file.close()
    if (this.#options.folder !== undefined) await rm(markOf(this.path), { force: true })
  }

  #tellOmitted(): void {
    if (this.#omitted === 0) return
    const detail = `${this.#omitted} entries were left out: the disk was too slow`
    this.#omitted = 0
    this.#putAll(this.#redactor.push({ at: this.#last, event: 'omitted', detail }))
  }

  /** A line that nobody ends must not keep back what follows it for ever: the process may be killed. */
  #wait(): void {
    if (this.#redactor.waiting === 0 || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#closing === undefined) this.#putAll(this.#redactor.release())
    }, this.#options.limits.patience)
    this.#timer.unref()
  }

  #putAll(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const line = toRecordingLine(entry)
      if (this.#isFull) return
      this.#isFull = this.#options.outlet.bytes + this.#characters + line.length > this.#options.limits.bytes
      const detail = `nothing more is kept: a recording has at most ${this.#options.limits.bytes} bytes`
      this.#put(this.#isFull ? toRecordingLine({ at: entry.at, event: 'omitted', detail }) : line)
    }
  }

  #put(line: string): void {
    if (this.#isFailed) return
    this.#lines.push(line)
    this.#characters += line.length
    this.#writing ??= this.#write()
  }

  async #write(): Promise<void> {
    // What comes within one turn of the loop is written at once.
    await Promise.resolve()
    const { outlet } = this.#options
    while ((this.#lines.length > 0 || this.#isSettlingDue) && !this.#isFailed) {
      const text = this.#lines.join('')
      this.#lines = []
      try {
        if (text !== '') await outlet.write(text)
        await this.#settle(outlet)
        await this.#clear()
      } catch (error) {
        this.#fail(error)
      }
      this.#characters -= text.length
    }
    this.#writing = undefined
  }

  /** Not with every line: what has to be filled up for it takes room. */
  async #settle({ settle }: LineOutlet): Promise<void> {
    if (settle === undefined) return
    if (this.#isSettlingDue) {
      this.#isSettlingDue = false
      return settle()
    }
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      this.#isSettlingDue = true
      if (this.#closing === undefined) this.#writing ??= this.#write()
    }, this.#options.limits.settling).unref()
  }

  async #clear(): Promise<void> {
    const { folder, limits, outlet } = this.#options
    if (folder === undefined || outlet.bytes - this.#cleared < CLEARING_BYTES) return
    this.#cleared = outlet.bytes
    await clearShelf(folder, limits, Date.now())
  }

  #fail(error: unknown): void {
    this.#isFailed = true
    this.#lines = []
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    this.#options.onFailure?.(code)
  }
}
