/** Looks whether an audit log is whole: every line as it was written, in its order, and none missing. */

import { absent, type FileSystem, nodeFileSystem } from '../journal/file-system.js'
import { readLines } from '../journal/line-reader.js'
import { AuditFolder, type End } from './audit-folder.js'
import { BEGINNING, follow, type Link } from './audit-line.js'

/** The first thing that is wrong with an audit log. */
export interface AuditFlaw {
  /** The name of the file. */
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

interface Walk {
  readonly last: Link
  readonly line: number
  readonly why?: string | undefined
}

export async function checkAudit(path: string, files: FileSystem = nodeFileSystem()): Promise<AuditReport> {
  const folder = new AuditFolder(path, files)
  const days = absent(() => files.status(path)) === undefined ? [] : await folder.days()
  let last: Link = BEGINNING
  let isMarkSeen = false
  const mark = folder.mark()
  for (const day of days) {
    const walk = await readDay(files, `${path}/${day}`, last)
    if (walk.why !== undefined) return report(walk.last.seq, { file: day, line: walk.line, why: walk.why })
    isMarkSeen ||= mark?.file === day && walk.last.seq >= mark.seq
    last = walk.last
  }
  const flaw = ending(mark, last, isMarkSeen)
  return report(last.seq, flaw)
}

function report(entries: number, flaw: AuditFlaw | undefined): AuditReport {
  return flaw === undefined ? { isWhole: true, entries } : { isWhole: false, entries, flaw }
}

/** The mark never runs ahead of the lines, so what it names must be there. */
function ending(mark: End | undefined, last: Link, isSeen: boolean): AuditFlaw | undefined {
  if (mark === undefined)
    return last.seq === 0 ? undefined : { file: '.end', line: 0, why: 'the mark of the end is missing' }
  if (last.seq === mark.seq && last.hash !== mark.hash)
    return { file: mark.file, line: 0, why: 'the last line is not the one that was written' }
  if (!isSeen)
    return { file: mark.file, line: 0, why: `the log ends before number ${mark.seq}, which was written` }
  return undefined
}

async function readDay(files: FileSystem, path: string, from: Link): Promise<Walk> {
  const until = files.status(path)?.size ?? 0
  const file = files.open(path, 'read')
  let last = from
  let number = 0
  try {
    for await (const lines of readLines(files, { file, from: 0, until })) {
      for (const line of lines) {
        number++
        const next = line.isEnded ? follow(line.bytes, last) : 'the line has no end: it was not finished'
        if (typeof next === 'string') return { last, line: number, why: next }
        last = next
      }
    }
  } finally {
    files.close(file)
  }
  return { last, line: number }
}
