/** Reads an audit log from its beginning or from a day on, and goes on reading what is added where that is wanted. */

import { type FileSystem, nodeFileSystem } from '../journal/file-system.js'
import { readLines } from '../journal/line-reader.js'
import { AuditFolder } from './audit-folder.js'
import type { AuditFields } from './audit-line.js'

const PAUSE_MILLISECONDS = 250

/** A line of an audit log: what was decided, what came of it, or that a torn line was mended. */
export type AuditRecord = AuditFields & {
  /** When, as an ISO text. */
  readonly ts: string
  readonly seq: number
}

/** What of a log is read. */
export interface AuditReading {
  /** Milliseconds since 1970: what is older is left out. */
  readonly since?: number | undefined
  /** Goes on with what is added, until `signal` ends it. */
  readonly isFollowed?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Told of lines that are none; whether the others are as they were written is for `verifyAudit` to say. */
  readonly onFlaw?: ((file: string, line: number) => void) | undefined
  readonly files?: FileSystem | undefined
}

/** How far a file was read. */
interface Mark {
  readonly position: number
  readonly lines: number
}

export async function* readRecords(path: string, reading: AuditReading): AsyncGenerator<AuditRecord> {
  const files = reading.files ?? nodeFileSystem()
  const folder = new AuditFolder(path, files)
  const marks = new Map<string, Mark>()
  // A clock that was put back writes on into the file that is there: a day may hold lines of the day before.
  const first = reading.since === undefined ? '' : dayOf(reading.since)
  for (;;) {
    const days = files.status(path) === undefined ? [] : await folder.days()
    for (const day of days.filter(each => each >= first)) yield* readOn({ files, path, day }, marks, reading)
    if (reading.isFollowed !== true || reading.signal?.aborted === true) return
    await pause(reading.signal)
  }
}

async function* readOn(
  { files, path, day }: { readonly files: FileSystem; readonly path: string; readonly day: string },
  marks: Map<string, Mark>,
  { since = 0, signal, onFlaw }: AuditReading,
): AsyncGenerator<AuditRecord> {
  let { position, lines: count } = marks.get(day) ?? { position: 0, lines: 0 }
  const until = files.status(`${path}/${day}`)?.size ?? 0
  if (until <= position) return
  const file = files.open(`${path}/${day}`, 'read')
  try {
    for await (const lines of readLines(files, { file, from: position, until })) {
      for (const { bytes, isEnded, end } of lines) {
        if (signal?.aborted === true) return
        // It is being written: whoever follows reads it when it is whole.
        if (!isEnded) continue
        position = end
        count++
        const record = toRecord(bytes)
        if (record === undefined) onFlaw?.(day, count)
        else if (Date.parse(record.ts) >= since) yield record
      }
    }
  } finally {
    files.close(file)
    marks.set(day, { position, lines: count })
  }
}

function toRecord(line: Buffer): AuditRecord | undefined {
  try {
    const value: Partial<AuditRecord> | null = JSON.parse(line.toString('utf8'))
    const isRecord = typeof value?.ts === 'string' && Number.isSafeInteger(value.seq)
    const isKnown = value !== null && ['decision', 'outcome', 'mended'].some(name => name in value)
    return isRecord && isKnown && !Number.isNaN(Date.parse(value.ts)) ? (value as AuditRecord) : undefined
  } catch {
    return undefined
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function pause(signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(done, PAUSE_MILLISECONDS)
    function done(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
