/** Looks whether an audit log is whole: every line as it was written, in its order, and none missing. */

import { type FileSystem, nodeFileSystem } from '../journal/file-system.js'
import { readLines } from '../journal/line-reader.js'
import { AuditFolder, type End } from './audit-folder.js'
import { BEGINNING, type Break, CHANGED, follow, type Link } from './audit-line.js'

const UNFINISHED: Break = { why: 'the line has no end: it was not finished', isBefore: false }

/** The first thing that is wrong with an audit log. */
export interface AuditFlaw {
  /** The name of the file; empty where there is no log at all. */
  readonly file: string
  /** Counted from 1; 0 where it is about the file as a whole. */
  readonly line: number
  readonly why: string
}

/** What looking through an audit log found. */
export interface AuditReport {
  readonly isWhole: boolean
  /** Lines that are as they were written. */
  readonly entries: number
  readonly flaw?: AuditFlaw | undefined
}

/** A line that was read, and where it stands. */
interface Spot extends Link {
  readonly file: string
  readonly line: number
}

interface Walk {
  readonly last: Spot
  readonly flaw?: AuditFlaw | undefined
}

/** A log that nobody has used yet is whole where it `mayBeAbsent`; elsewhere there should be one. */
export async function checkAudit(
  path: string,
  { files = nodeFileSystem(), mayBeAbsent = false }: { files?: FileSystem; mayBeAbsent?: boolean } = {},
): Promise<AuditReport> {
  const folder = new AuditFolder(path, files)
  const days = files.status(path) === undefined ? [] : await folder.days()
  const mark = folder.mark()
  if (days.length === 0 && mark === undefined && !mayBeAbsent)
    return report(0, { file: '', line: 0, why: `there is no audit log in ${path}` })
  let last: Spot = { ...BEGINNING, file: '', line: 0 }
  let isMarkSeen = false
  for (const day of days) {
    const walk = await readDay(files, path, { ...last, next: day })
    if (walk.flaw !== undefined) return report(walk.last.seq, walk.flaw)
    isMarkSeen ||= mark?.file === day && walk.last.seq >= mark.seq
    last = walk.last
  }
  return ending(mark, last, isMarkSeen)
}

function report(entries: number, flaw?: AuditFlaw): AuditReport {
  return flaw === undefined ? { isWhole: true, entries } : { isWhole: false, entries, flaw }
}

/** The mark never runs ahead of the lines, so what it names must be there. */
function ending(mark: End | undefined, last: Spot, isSeen: boolean): AuditReport {
  const { seq, hash, file, line } = last
  if (mark === undefined)
    return report(
      seq,
      seq === 0 ? undefined : { file: '.end', line: 0, why: 'the mark of the end is missing' },
    )
  if (seq === mark.seq && hash !== mark.hash) return report(seq - 1, { file, line, why: CHANGED })
  if (isSeen) return report(seq)
  const why = `the log ends before number ${mark.seq}, which was written`
  return report(seq, { file: mark.file, line: 0, why })
}

async function readDay(
  files: FileSystem,
  folder: string,
  { next: day, ...from }: Spot & { readonly next: string },
): Promise<Walk> {
  const path = `${folder}/${day}`
  const until = files.status(path)?.size ?? 0
  const file = files.open(path, 'read')
  let last = from
  let number = 0
  try {
    for await (const lines of readLines(files, { file, from: 0, until })) {
      for (const line of lines) {
        number++
        const next = line.isEnded ? follow(line.bytes, last) : UNFINISHED
        if ('why' in next) return broken(next, last, { file: day, line: number })
        last = { ...next, file: day, line: number }
      }
    }
  } finally {
    files.close(file)
  }
  return { last }
}

/** Each line vouches for the one before it, and not for itself. */
function broken({ why, isBefore }: Break, last: Spot, at: Pick<Spot, 'file' | 'line'>): Walk {
  if (!isBefore) return { last, flaw: { ...at, why } }
  const { file, line, seq } = last
  return { last: { ...last, seq: seq - 1 }, flaw: { file, line, why } }
}
