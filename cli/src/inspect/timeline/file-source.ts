/** A recording in a file: read once from front to end, its messages again by their places when somebody opens one. */

import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { createRecordingReader, type Entry, type RecordingReader } from '@parley/acp/inspect'
import { codeOf } from '../../error-code.js'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import { LineCutter } from '../proxy/line-cutter.js'
import type { Source, SourceNews } from './source.js'

const PIECE_BYTES = 1024 * 1024
const MOST_LINE_BYTES = 128 * 1024 * 1024
const HEADER = '{"recording":1}\n'

/** Opens it and looks at its header, so that a file that is none is told of at once. */
export async function openFileSource(path: string): Promise<Source> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw new Failure(`${path} cannot be read (${codeOf(error) ?? messageOf(error)}).`, {
      exitCode: EXIT.usage,
      cure: 'parley inspect lists what there is to see.',
      reason: 'not_readable',
      cause: error,
    })
  })
  return new FileSource(path, file)
}

class FileSource implements Source {
  readonly title: string
  readonly isFile = true
  readonly #file: FileHandle
  /** Where the line of each entry begins, and how long it is, one after the other. */
  readonly #places: number[] = []
  #isClosed = false

  constructor(path: string, file: FileHandle) {
    this.title = basename(path)
    this.#file = file
  }

  start(news: SourceNews): void {
    void this.#readAll(news).catch((error: unknown) =>
      news.ended(`It cannot be read further: ${messageOf(error)}`),
    )
  }

  async read(place: number): Promise<Entry | undefined> {
    const [at, length] = [this.#places[place * 2], this.#places[place * 2 + 1]]
    if (at === undefined || length === undefined || this.#isClosed) return undefined
    const bytes = Buffer.alloc(length)
    await this.#file.read(bytes, 0, length, at)
    const reader = createRecordingReader()
    reader.push(HEADER)
    return reader.push(`${bytes.toString('utf8')}\n`)[0]
  }

  close(): void {
    this.#isClosed = true
    void this.#file.close().catch(() => {})
  }

  async #readAll(news: SourceNews): Promise<void> {
    const reader = createRecordingReader()
    const cutter = new LineCutter(MOST_LINE_BYTES)
    let [offset, lines] = [0, 0]
    const take = (line: Uint8Array, length: number): readonly Entry[] => {
      const entries = reader.push(
        `${Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8')}\n`,
      )
      if (entries.length > 0) this.#places.push(offset, line.length)
      offset += length
      lines++
      return entries
    }
    for (let at = 0; !this.#isClosed; ) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at)
      at += bytesRead
      const entries: Entry[] = []
      for (const line of cutter.cut(buffer.subarray(0, bytesRead)))
        entries.push(...take(line.bytes, line.length))
      const last = bytesRead === 0 ? cutter.end() : undefined
      if (last !== undefined) entries.push(...take(last.bytes, last.length))
      if (lines > 0 && !this.#tellHeader(reader, news)) return
      if (entries.length > 0) news.entries(entries)
      if (bytesRead === 0) break
      // Keys are heard between two pieces.
      await new Promise(resolve => setImmediate(resolve))
    }
    const { length } = reader.flaws
    const [flaw] = reader.flaws
    news.ended(
      flaw &&
        `${length === 1 ? '1 line is' : `${length} lines are`} none of a recording; the first is ${flaw.line}: expected ${flaw.expected}, found ${flaw.found}`,
    )
  }

  #hasHeader = false

  #tellHeader({ header }: RecordingReader, news: SourceNews): boolean {
    if ('line' in header) {
      news.ended(
        `This is no recording: line ${header.line}: expected ${header.expected}, found ${header.found}`,
      )
      return false
    }
    if (!this.#hasHeader) news.header(header)
    this.#hasHeader = true
    return true
  }
}
