import { execFile, spawn } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type AuditLogOptions, auditLog, verifyAudit } from '../audit.js'
import { diskWith, failure, makeFolder } from '../journal/place.fixture.js'
import type { AuditEntry } from './audit-line.js'
import { boundedEntry } from './audit-line.js'

const DAY = 24 * 60 * 60 * 1000
const NOON = Date.parse('2026-03-04T12:00:00Z')

const verdict = (path: string): AuditEntry => ({
  connection: 'c1',
  session: 's1',
  agent: 'tested@1.0.0',
  action: 'fs.read',
  facts: { at: { path } },
  decision: 'allow',
  by: 'user:0',
  scope: 'once',
})

function open(options: AuditLogOptions & { readonly folder: string }) {
  const log = auditLog({ now: () => NOON, ...options })
  onTestFinished(() => log.close())
  return log
}

/** A log of this many lines, a day each; its folder. */
async function written(lines: number, perDay = 3): Promise<string> {
  const folder = join(makeFolder(), 'audit')
  let at = NOON
  const log = open({ folder, now: () => at })
  for (let line = 0; line < lines; line++) {
    at = NOON + Math.floor(line / perDay) * DAY
    await log.record(verdict(`/work/${line}`))
  }
  await log.close()
  return folder
}

const days = (folder: string): string[] => readdirSync(folder).filter(name => name.endsWith('.ndjson'))

function change(folder: string, day: number, edit: (lines: string[]) => string[]): void {
  const path = join(folder, days(folder)[day]!)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  writeFileSync(
    path,
    edit(lines)
      .map(line => `${line}\n`)
      .join(''),
  )
}

test('a line says what was decided, and is there when the promise resolves; what came of it follows', async () => {
  const folder = join(makeFolder(), 'audit')
  const log = open({ folder })
  const seq = await log.record(verdict('/work/a'))
  const [line] = readFileSync(join(folder, '2026-03-04.ndjson'), 'utf8').split('\n')
  expect(JSON.parse(line!)).toEqual({
    ts: '2026-03-04T12:00:00.000Z',
    seq: 1,
    prevHash: '0'.repeat(64),
    ...verdict('/work/a'),
  })
  await log.conclude(seq, 'done')
  const lines = readFileSync(join(folder, '2026-03-04.ndjson'), 'utf8').trimEnd().split('\n')
  expect(JSON.parse(lines[1]!)).toMatchObject({ seq: 2, of: 1, outcome: 'done' })
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 2 })
})

test('what is written by default names the project, and not what this process was given in confidence', async () => {
  const given = { PWD: process.cwd(), OLDPWD: '/work/before', DEPLOY_TOKEN: 'canary-of-the-audit-log' }
  const before = { ...process.env }
  Object.assign(process.env, given)
  onTestFinished(() => {
    for (const name of Object.keys(given))
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
  })
  const folder = join(makeFolder(), 'audit')
  const log = open({ folder })
  await log.record(verdict(`${process.cwd()}/src/a.ts`))
  await log.record(verdict('/work/before/src/b.ts'))
  await log.record(verdict(`/work/${given.DEPLOY_TOKEN}`))
  const text = readFileSync(join(folder, days(folder)[0]!), 'utf8')
  expect(text).toContain(`"path":${JSON.stringify(`${process.cwd()}/src/a.ts`)}`)
  expect(text).toContain('"path":"/work/before/src/b.ts"')
  expect(text).not.toContain(given.DEPLOY_TOKEN)
})

test('only its user can read it', async () => {
  const folder = await written(1)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, days(folder)[0]!)).mode & 0o777).toBe(0o600)
})

test('the chain goes on over days and over restarts', async () => {
  const folder = await written(8)
  expect(days(folder)).toEqual(['2026-03-04.ndjson', '2026-03-05.ndjson', '2026-03-06.ndjson'])
  expect(await open({ folder, now: () => NOON + 9 * DAY }).record(verdict('/work/later'))).toBe(9)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 9 })
})

test('a clock that is put back writes behind what is there', async () => {
  const folder = await written(4)
  expect(await open({ folder }).record(verdict('/work/back'))).toBe(5)
  expect(days(folder)).toHaveLength(2)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 5 })
})

test.each<[string, (folder: string) => void, { file: string; line: number; entries: number }]>([
  [
    'a changed line',
    folder => change(folder, 0, lines => lines.map(line => line.replace('/work/1', '/work/x'))),
    { file: '2026-03-04.ndjson', line: 2, entries: 1 },
  ],
  [
    'a changed line at the end of a day',
    folder => change(folder, 0, lines => lines.map(line => line.replace('/work/2', '/work/x'))),
    { file: '2026-03-04.ndjson', line: 3, entries: 2 },
  ],
  [
    'a removed line',
    folder => change(folder, 1, ([first, , third]) => [first!, third!]),
    { file: '2026-03-05.ndjson', line: 2, entries: 4 },
  ],
  [
    'two lines in another order',
    folder => change(folder, 1, ([first, second, third]) => [first!, third!, second!]),
    { file: '2026-03-05.ndjson', line: 2, entries: 4 },
  ],
  [
    'a file cut short in the middle',
    folder => change(folder, 0, lines => lines.slice(0, 2)),
    { file: '2026-03-05.ndjson', line: 1, entries: 2 },
  ],
  [
    'a file taken away',
    folder => rmSync(join(folder, '2026-03-05.ndjson')),
    { file: '2026-03-06.ndjson', line: 1, entries: 3 },
  ],
  [
    'the first file taken away',
    folder => rmSync(join(folder, '2026-03-04.ndjson')),
    { file: '2026-03-05.ndjson', line: 1, entries: 0 },
  ],
  [
    'the last line taken away',
    folder => change(folder, 2, lines => lines.slice(0, -1)),
    { file: '2026-03-06.ndjson', line: 0, entries: 7 },
  ],
  [
    'the last line changed',
    folder => change(folder, 2, lines => lines.map(line => line.replace('/work/7', '/work/x'))),
    { file: '2026-03-06.ndjson', line: 2, entries: 7 },
  ],
  [
    'a line of its own added',
    folder => appendFileSync(join(folder, '2026-03-06.ndjson'), '{}\n'),
    { file: '2026-03-06.ndjson', line: 3, entries: 8 },
  ],
  [
    'a torn line',
    folder => appendFileSync(join(folder, '2026-03-06.ndjson'), '{"ts":'),
    { file: '2026-03-06.ndjson', line: 3, entries: 8 },
  ],
])('%s is noticed', async (_, damage, { entries, ...flaw }) => {
  const folder = await written(8)
  damage(folder)
  const report = await verifyAudit(folder)
  expect(report.isWhole).toBe(false)
  expect(report.flaw).toMatchObject(flaw)
  expect(report.entries).toBe(entries)
})

test('what a crash left unfinished is taken away, and the next line says so', async () => {
  const folder = await written(2)
  appendFileSync(join(folder, '2026-03-04.ndjson'), '{"ts":"2026-03')
  expect(await open({ folder }).record(verdict('/work/after'))).toBe(4)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 4 })
  expect(readFileSync(join(folder, '2026-03-04.ndjson'), 'utf8')).toContain('"mended":14')
})

test('lines that were written and not marked before a crash belong to the chain', async () => {
  const folder = await written(2)
  const mark = readFileSync(join(folder, '.end'))
  await open({ folder }).record(verdict('/work/unmarked'))
  writeFileSync(join(folder, '.end'), mark)
  expect(await open({ folder }).record(verdict('/work/after'))).toBe(4)
  rmSync(join(folder, '.end'))
  expect(await open({ folder }).record(verdict('/work/without'))).toBe(5)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 5 })
})

test('the first lines of a new day that were not marked before a crash belong to the chain', async () => {
  const folder = await written(2)
  const mark = readFileSync(join(folder, '.end'))
  await open({ folder, now: () => NOON + DAY }).record(verdict('/work/tomorrow'))
  await open({ folder, now: () => NOON + 2 * DAY }).record(verdict('/work/after-that'))
  writeFileSync(join(folder, '.end'), mark)
  expect(await open({ folder, now: () => NOON + 2 * DAY }).record(verdict('/work/again'))).toBe(5)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 5 })
})

test.each([true, false])('a new day that began with half a line goes on, with a mark: %s', async hasMark => {
  const folder = await written(2)
  if (!hasMark) rmSync(join(folder, '.end'))
  writeFileSync(join(folder, '2026-03-05.ndjson'), '{"ts":"2026-03', { mode: 0o600 })
  expect(await open({ folder, now: () => NOON + DAY }).record(verdict('/work/after'))).toBe(4)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 4 })
})

test('where no log is, none is whole; only the log of the user may not have begun', async () => {
  const folder = makeFolder()
  for (const path of [folder, join(folder, 'no/such')])
    expect(await verifyAudit(path)).toMatchObject({
      isWhole: false,
      entries: 0,
      flaw: { why: `there is no audit log in ${path}` },
    })
  const before = process.env.XDG_STATE_HOME
  process.env.XDG_STATE_HOME = folder
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_STATE_HOME
    else process.env.XDG_STATE_HOME = before
  })
  expect(await verifyAudit()).toEqual({ isWhole: true, entries: 0 })
})

test('lines that somebody took away stay missing when more are written', async () => {
  const folder = await written(3)
  change(folder, 0, lines => lines.slice(0, 1))
  expect(await open({ folder }).record(verdict('/work/after'))).toBe(4)
  expect(await verifyAudit(folder)).toMatchObject({ isWhole: false, flaw: { line: 2 } })
})

test('what is recorded at once is synced at once', async () => {
  let syncs = 0
  const files = diskWith(disk => ({
    sync: file => {
      syncs++
      return disk.sync(file)
    },
  }))
  const folder = join(makeFolder(), 'audit')
  const log = open({ folder, files })
  await log.record(verdict('/work/0'))
  syncs = 0
  const numbers = await Promise.all(
    Array.from({ length: 50 }, (_, each) => log.record(verdict(`/work/${each}`))),
  )
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, each) => each + 2))
  expect(syncs).toBe(1)
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 51 })
})

test('a full disk refuses the line, and takes lines again when there is room', async () => {
  let isFull = false
  const files = diskWith(disk => ({
    write: (file, bytes, position) => {
      if (!isFull) return disk.write(file, bytes, position)
      if (bytes.length < 100) throw failure('ENOSPC')
      return disk.write(file, bytes.subarray(0, 40), position)
    },
  }))
  const folder = join(makeFolder(), 'audit')
  const log = open({ folder, files })
  await log.record(verdict('/work/before'))
  isFull = true
  await expect(log.record(verdict('/work/full'))).rejects.toThrow('ENOSPC')
  isFull = false
  await log.record(verdict('/work/after'))
  expect(await verifyAudit(folder)).toMatchObject({ isWhole: true, entries: 3 })
})

test('after a failed sync nothing is accepted any more', async () => {
  const files = diskWith(() => ({ sync: () => Promise.reject(failure('EIO')) }))
  const log = open({ folder: join(makeFolder(), 'audit'), files })
  await expect(log.record(verdict('/work/a'))).rejects.toThrow('has stopped')
  await expect(log.record(verdict('/work/b'))).rejects.toThrow('has stopped')
})

test('secrets are taken out, and what is too long is cut', async () => {
  const folder = join(makeFolder(), 'audit')
  const value = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[gone]'))
  await open({ folder, redactor: { value } }).record({
    ...verdict('hunter2'),
    facts: { argv: ['x'.repeat(100_000), 'hunter2'] },
  })
  const text = readFileSync(join(folder, days(folder)[0]!), 'utf8')
  expect(text).not.toContain('hunter2')
  expect(text).toContain('[gone]')
  expect(text.length).toBeLessThan(6000)
})

test('two processes that write into one folder at once write one whole chain', async () => {
  const folder = join(makeFolder(), 'audit')
  const program = `
    import { auditLog } from ${JSON.stringify(new URL('../../../lib/node.js', import.meta.url).href)}
    const log = auditLog({ folder: ${JSON.stringify(folder)} })
    for (let each = 0; each < 60; each++) await log.record({ connection: String(process.pid), session: 's', action: 'fs.read', facts: {}, decision: 'allow', by: 'user' })
    await log.close()`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  await Promise.all([run(), run(), run()])
  expect(await verifyAudit(folder)).toEqual({ isWhole: true, entries: 180 })
  expect(readdirSync(join(folder, '.owners'))).toEqual([])
}, 30_000)

test('the chain is whole after its writers were killed, each in the middle of its work', async () => {
  const folder = join(makeFolder(), 'audit')
  const program = `
    import { auditLog } from ${JSON.stringify(new URL('../../../lib/node.js', import.meta.url).href)}
    const log = auditLog({ folder: ${JSON.stringify(folder)} })
    for (;;) {
      await Promise.all([1, 2, 3].map(each => log.record({ connection: 'c', session: 's', action: 'fs.read', facts: { each }, decision: 'allow', by: 'user' })))
      process.stdout.write('.')
    }`
  let acknowledged = 0
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program])
    await new Promise<void>(resolve =>
      child.stdout.on('data', (dots: Buffer) => {
        acknowledged += 3 * dots.length
        if (acknowledged > round * 60) resolve()
      }),
    )
    child.kill('SIGKILL')
    await new Promise(resolve => child.once('close', resolve))
  }
  await open({ folder, now: Date.now }).record(verdict('/work/after'))
  const { isWhole, entries } = await verifyAudit(folder)
  expect(isWhole).toBe(true)
  expect(entries).toBeGreaterThan(acknowledged)
}, 30_000)

test('what an agent sends does not fill the disk, least of all what was refused', () => {
  const argv = Array.from({ length: 1_000 }, () => 'x'.repeat(4_096))
  const entry = { connection: 'c', session: 's', action: 'terminal.exec', by: 'user', facts: { argv } }
  const allowed = JSON.stringify(boundedEntry({ ...entry, decision: 'allow' }))
  const refused = JSON.stringify(boundedEntry({ ...entry, decision: 'cancelled' }))
  expect(allowed.length).toBeLessThan(300 * 1024)
  expect(refused.length).toBeLessThan(5 * 1024)
})

test('what is left out of a list that was cut can be told from anything else', () => {
  const words = Array.from({ length: 300 }, (_, index) => `${index}`)
  const facts = (argv: readonly string[]) =>
    JSON.stringify(
      boundedEntry({ connection: '', session: '', action: '', by: '', decision: 'allow', facts: { argv } })
        .facts,
    )
  expect(facts(words)).toContain('… 300 in all, sha256:')
  expect(facts(words)).not.toBe(facts([...words.slice(0, -1), 'PAYLOAD']))
})
