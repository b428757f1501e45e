import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nodeFileSystem } from '../journal/file-system.js'
import { diskWith, failure, makeFolder } from '../journal/place.fixture.js'
import { checkAudit } from './audit-check.js'
import { AuditFolder } from './audit-folder.js'
import { auditLine, BEGINNING, CHANGED, type Link } from './audit-line.js'

const NOON = Date.parse('2026-03-04T12:00:00Z')
const MONDAY = '2026-03-02.ndjson'
const TUESDAY = '2026-03-03.ndjson'

/** A log of so many lines on Monday and on Tuesday, and the mark of its end. */
function makeLog(monday: number, tuesday = 0) {
  const folder = join(makeFolder(), 'audit')
  mkdirSync(folder)
  const links: Link[] = [BEGINNING]
  const add = (file: string, count: number) => {
    let size = 0
    let all = ''
    for (let line = 0; line < count; line++) {
      const { text, link } = auditLine({ mended: line }, NOON, links.at(-1) ?? BEGINNING)
      all += text
      size += text.length
      links.push(link)
    }
    if (count > 0) writeFileSync(join(folder, file), all)
    return size
  }
  const sizes = [add(MONDAY, monday), add(TUESDAY, tuesday)]
  const mark = (seq: number, file: string, hash = links[seq]?.hash ?? '') => {
    const size = sizes[file === MONDAY ? 0 : 1] ?? 0
    new AuditFolder(folder, nodeFileSystem()).setMark({ seq, hash, file, size })
  }
  mark(monday + tuesday, tuesday > 0 ? TUESDAY : MONDAY)
  /** Changes the lines of a day. */
  const edit = (file: string, change: (lines: string[]) => readonly string[]) => {
    const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
    writeFileSync(
      join(folder, file),
      change(lines)
        .map(line => `${line}\n`)
        .join(''),
    )
  }
  return { folder, mark, edit }
}

const broken = (entries: number, [file, line]: readonly [string, number], why: string) => ({
  isWhole: false,
  entries,
  flaw: { file, line, why },
})

test('a log is whole where every line follows the one before, over all days', async () => {
  expect(await checkAudit(makeLog(3).folder)).toStrictEqual({ isWhole: true, entries: 3 })
  expect(await checkAudit(makeLog(2, 3).folder)).toStrictEqual({ isWhole: true, entries: 5 })
})

test('where there is no log, that is said, unless it may be so', async () => {
  const base = makeFolder()
  for (const folder of [base, join(base, 'nowhere')]) {
    const none = broken(0, ['', 0], `there is no audit log in ${folder}`)
    expect(await checkAudit(folder)).toStrictEqual(none)
    expect(await checkAudit(folder, { mayBeAbsent: false })).toStrictEqual(none)
    expect(await checkAudit(folder, { mayBeAbsent: true })).toStrictEqual({ isWhole: true, entries: 0 })
  }
})

test('a line that was changed is named, in whichever day it stands', async () => {
  const change = (lines: string[]) => lines.with(-1, `${lines.at(-1)}`.replace('"mended":', '"mended":9'))
  const first = makeLog(2, 2)
  first.edit(MONDAY, change)
  expect(await checkAudit(first.folder)).toEqual(broken(1, [MONDAY, 2], CHANGED))
  const last = makeLog(2, 2)
  last.edit(TUESDAY, change)
  expect(await checkAudit(last.folder)).toEqual(broken(3, [TUESDAY, 2], CHANGED))
})

test('a line that was taken out is missed where it should stand', async () => {
  const { folder, edit } = makeLog(3)
  edit(MONDAY, lines => lines.toSpliced(1, 1))
  const why = 'number 2 should stand here, and number 3 does'
  expect(await checkAudit(folder)).toEqual(broken(1, [MONDAY, 2], why))
})

test('a day that was taken away is missed at the next, or at the end', async () => {
  const first = makeLog(2, 2)
  rmSync(join(first.folder, MONDAY))
  const why = 'number 1 should stand here, and number 3 does'
  expect(await checkAudit(first.folder)).toEqual(broken(0, [TUESDAY, 1], why))
  const last = makeLog(2, 2)
  rmSync(join(last.folder, TUESDAY))
  const end = 'the log ends before number 4, which was written'
  expect(await checkAudit(last.folder)).toEqual(broken(2, [TUESDAY, 0], end))
  const both = makeLog(2)
  rmSync(join(both.folder, MONDAY))
  const nothing = 'the log ends before number 2, which was written'
  expect(await checkAudit(both.folder)).toEqual(broken(0, [MONDAY, 0], nothing))
  expect(await checkAudit(both.folder, { mayBeAbsent: true })).toEqual(broken(0, [MONDAY, 0], nothing))
})

test('lines that were taken from the end are missed', async () => {
  const { folder, edit } = makeLog(3)
  edit(MONDAY, lines => lines.slice(0, 2))
  const why = 'the log ends before number 3, which was written'
  expect(await checkAudit(folder)).toEqual(broken(2, [MONDAY, 0], why))
})

test('a line that is not finished, and one that is none, are named', async () => {
  const torn = makeLog(1)
  appendFileSync(join(torn.folder, MONDAY), '{"ts"')
  expect(await checkAudit(torn.folder)).toEqual(
    broken(1, [MONDAY, 2], 'the line has no end: it was not finished'),
  )
  const foreign = makeLog(1)
  appendFileSync(join(foreign.folder, MONDAY), 'hello\n')
  expect(await checkAudit(foreign.folder)).toEqual(broken(1, [MONDAY, 2], 'this is no line of an audit log'))
})

test('a mark that is missing is told, and one that fell behind is fine', async () => {
  const missing = makeLog(2)
  rmSync(join(missing.folder, '.end'))
  expect(await checkAudit(missing.folder)).toEqual(broken(2, ['.end', 0], 'the mark of the end is missing'))
  const behind = makeLog(2, 2)
  behind.mark(1, MONDAY)
  expect(await checkAudit(behind.folder)).toEqual({ isWhole: true, entries: 4 })
  behind.mark(2, MONDAY)
  expect(await checkAudit(behind.folder)).toEqual({ isWhole: true, entries: 4 })
})

test('a mark that names a line in a day that does not hold it is not believed', async () => {
  const { folder, mark } = makeLog(2, 2)
  mark(3, MONDAY)
  const why = 'the log ends before number 3, which was written'
  expect(await checkAudit(folder)).toEqual(broken(4, [MONDAY, 0], why))
})

test('a file that nobody wrote a line into yet is no log that is missing', async () => {
  const folder = makeFolder()
  writeFileSync(join(folder, MONDAY), '')
  expect(await checkAudit(folder)).toEqual({ isWhole: true, entries: 0 })
})

test('every file is closed again, also where the disk fails', async () => {
  const { folder } = makeLog(2, 2)
  const open = new Set<number>()
  const counted = diskWith(disk => ({
    open: (path, use) => {
      const file = disk.open(path, use)
      open.add(file)
      return file
    },
    close: file => {
      open.delete(file)
      disk.close(file)
    },
  }))
  expect(await checkAudit(folder, { files: counted })).toMatchObject({ isWhole: true })
  expect(open.size).toBe(0)
  const failing = { ...counted, read: () => Promise.reject(failure('EIO')) }
  await expect(checkAudit(folder, { files: failing })).rejects.toThrow('EIO')
  expect(open.size).toBe(0)
})
