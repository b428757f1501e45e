/**
 * Reads a session file and judges it: the entries that stand in unbroken order from the header on are good. What comes
 * behind them is a torn tail, unless a later entry stands there whole: then something in the middle was lost.
 */

import { JournalError, type KeptEntry, type SessionRecord } from '../../store/index.js'
import { toRecord, withEntry } from '../../store/session-record.js'
import { absent, type FileSystem, known } from './file-system.js'
import { notFound } from './folder.js'
import { isInfo, isSealed, MOST_HEADER_BYTES, seedOf, seqOf, timeOf, toEntry, toHeader } from './line.js'
import { type Line, readLines, type Stretch } from './line-reader.js'

/** How far a session file is good, and what a list shows of it up to there. */
export interface Extent {
  readonly record: SessionRecord
  /** Where the sums of its entries begin. */
  readonly seed: number
  readonly seq: number
  /** Where the next entry is to be written. */
  readonly end: number
}

/** An extent, and what lies behind it. */
export interface Verdict extends Extent {
  readonly hasTail: boolean
  /** A later entry is whole although one before it is not. */
  readonly hasGap: boolean
}

/** The error of a session that is damaged where it must not be. */
export function corrupted(id: string): JournalError {
  return new JournalError('session_corrupted', `Session ${id} is damaged in the middle`)
}

/** Which file, and how much of it is known already. */
export interface Survey {
  readonly path: string
  readonly id: string
  readonly known?: Extent | undefined
}

/** Judges a file from its header, or from what is known, to its end. */
export async function survey(files: FileSystem, asked: Survey): Promise<Verdict> {
  const file = openSession(files, asked)
  try {
    const size = files.status(asked.path)?.size ?? 0
    const known = asked.known ?? (await readHeader(files, { file, from: 0, until: size }, asked.id))
    const judge = new Judge(known)
    for await (const lines of readLines(files, { file, from: known.end, until: size })) judge.take(lines)
    return judge.verdict
  } finally {
    files.close(file)
  }
}

/** The good entries of a file up to its present end, from `seq` on. Throws where one is missing in the middle. */
export async function* readEntries(files: FileSystem, asked: Survey, seq: number): AsyncGenerator<KeptEntry> {
  const file = openSession(files, asked)
  try {
    const size = files.status(asked.path)?.size ?? 0
    const header = await readHeader(files, { file, from: 0, until: size }, asked.id)
    const judge = new Judge(header)
    for await (const lines of readLines(files, { file, from: header.end, until: size }))
      for (const line of judge.take(lines)) if (seqOf(line) >= seq) yield entryOf(line, asked.id)
    if (judge.verdict.hasGap) throw corrupted(asked.id)
  } finally {
    files.close(file)
  }
}

function entryOf(line: Buffer, id: string): KeptEntry {
  try {
    return toEntry(line)
  } catch {
    // Sealed, and yet no JSON: written by somebody else, or with a time that is no number.
    throw corrupted(id)
  }
}

function openSession(files: FileSystem, { path, id }: Survey): number {
  const file = known(() => absent(() => files.open(path, 'read')))
  if (file === undefined) throw notFound(id)
  return file
}

async function readHeader(files: FileSystem, stretch: Stretch, id: string): Promise<Extent> {
  // What never ends is no header: it is not read to find that out.
  const until = Math.min(stretch.until, MOST_HEADER_BYTES)
  for await (const [line] of readLines(files, { ...stretch, until })) {
    const header = line?.isEnded ? toHeader(line.bytes) : undefined
    if (line === undefined || header === undefined) {
      // A header by itself that is not whole is a session whose making was cut short: nobody was told of it.
      throw line === undefined || line.end >= stretch.until ? notFound(id) : corrupted(id)
    }
    // A disk that does not tell upper from lower case finds the file of another id.
    if (header.id !== id) throw notFound(id)
    const record = toRecord(header, header.createdAt)
    return { record, seed: seedOf(line.bytes), seq: 0, end: line.end }
  }
  throw notFound(id)
}

/** Follows the lines of one file and remembers how far they are good. */
class Judge {
  #extent: Extent
  #hasTail = false
  #hasGap = false

  constructor(from: Extent) {
    this.#extent = from
  }

  get verdict(): Verdict {
    return { ...this.#extent, hasTail: this.#hasTail, hasGap: this.#hasGap }
  }

  /** Those of the lines that are good. */
  take(lines: readonly Line[]): readonly Buffer[] {
    const good: Buffer[] = []
    let { record, seq, end } = this.#extent
    const { seed } = this.#extent
    for (const line of lines) {
      const isWhole = line.isEnded && isSealed(line.bytes, seed)
      if (!this.#hasTail && isWhole && seqOf(line.bytes) === seq + 1) {
        seq++
        end = line.end
        good.push(line.bytes)
        if (isInfo(line.bytes)) record = withEntry(record, toEntry(line.bytes), timeOf(line.bytes))
      } else {
        this.#hasTail = true
        if (isWhole && seqOf(line.bytes) > seq) this.#hasGap = true
      }
    }
    const last = good.at(-1)
    const updatedAt = Math.max(record.updatedAt, last === undefined ? 0 : timeOf(last))
    this.#extent = { record: { ...record, updatedAt }, seed, seq, end }
    return good
  }
}
