import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AuditEntry, auditLog } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { makeHome } from '../listing/parley.fixture.js'

const HOUR = 3_600_000
const ESC = '\u001b'
const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

function setUp() {
  const home = makeHome()
  const folder = join(home.home, '.local/state/parley/audit')
  let at = Date.now() - 50 * HOUR
  const log = auditLog({ folder, now: () => at })
  onTestFinished(() => log.close())
  const wait = (time: number): void => {
    at += time
  }
  return { ...home, folder, log, wait }
}

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  ...{ connection: 'c1', session: 's1', agent: 'scout@1.0.0', action: 'fs.write', by: 'user', scope: 'once' },
  ...{ facts: { at: { path: '/work/a.md' } }, decision: 'allow' },
  ...change,
})

async function written() {
  const place = setUp()
  const { log, wait } = place
  await log.conclude(await log.record(entry({})), 'done')
  wait(48 * HOUR)
  const facts = { argv: ['rm', '-rf', `a b${ESC}[2J`], cwd: { path: '/work' } }
  await log.record(
    entry({ action: 'terminal.exec', decision: 'deny', by: 'user:0', facts, agent: 'unchecked:other' }),
  )
  await log.close()
  return place
}

test('what was decided is shown with what came of it, cleaned, one line each', async () => {
  const { parley, parleyOn } = await written()
  const { code, out } = await parley('audit', 'show')
  expect(code).toBe(0)
  const lines = out
    .trimEnd()
    .split('\n')
    .map(line => line.split('\t'))
  expect(lines).toEqual([
    ['1', ISO, 'allow, done', 'scout@1.0.0', 'fs.write', '/work/a.md', 'user (once)'],
    ['3', ISO, 'deny', 'unchecked:other', 'terminal.exec', 'rm -rf "a b\\u001b[2J"', 'user:0 (once)'],
  ])
  const table = (await parleyOn({ columns: 80 }, 'audit', 'show')).out.split('\n')
  expect(table[0]).toMatch(/^# +WHEN +DECISION +AGENT +ACTION +WHAT +BY$/)
  for (const line of table) expect(line.length).toBeLessThanOrEqual(80)
  expect((await parley('audit', 'show', '--since', '2d')).out.trimEnd().split('\n')).toHaveLength(1)
  expect((await parley('audit', 'show', '--since', '3h')).out.trimEnd().split('\n')).toHaveLength(1)
  expect((await parley('audit', 'show', '--since', '2026')).code).toBe(2)
})

test('the log is looked through by time, action and agent', async () => {
  const { parley } = await written()
  const numbers = async (...words: string[]) =>
    JSON.parse((await parley('audit', 'show', '--format', 'json', ...words)).out).map(
      ({ seq }: { seq: number }) => seq,
    )
  expect(await numbers()).toEqual([1, 3])
  expect(await numbers('--since', '3h')).toEqual([3])
  expect(await numbers('--since', '2020-01-01')).toEqual([1, 3])
  expect(await numbers('--action', 'fs.*')).toEqual([1])
  expect(await numbers('--action', 'terminal.exec')).toEqual([3])
  expect(await numbers('--agent', 'scout')).toEqual([1])
  expect(await numbers('--agent', 'scout@1.0.0')).toEqual([1])
  expect(await numbers('--agent', 'other')).toEqual([3])
  expect(await numbers('--limit', '1')).toEqual([3])
  expect(await parley('audit', 'show', '--since', 'yesterday')).toMatchObject({ code: 2 })
})

test('a whole log is said to be whole, and one that was changed to be broken, and where', async () => {
  const { parley, folder } = await written()
  expect(await parley('audit', 'verify')).toMatchObject({
    ...{ code: 0, out: `The audit log is whole: 3 lines in ${folder}\n` },
  })
  const [day = ''] = readdirSync(folder).filter(name => name.endsWith('.ndjson'))
  const text = readFileSync(join(folder, day), 'utf8')
  writeFileSync(join(folder, day), text.replace('a.md', 'b.md'))
  const broken = await parley('audit', 'verify')
  expect(broken.code).toBe(1)
  expect(broken.out).toContain(
    `The audit log is broken after 0 lines, in ${folder}\n  ${day}, line 1: this line was changed`,
  )
  expect(JSON.parse((await parley('audit', 'verify', '--format', 'json')).out)).toMatchObject({
    ...{ folder, isWhole: false, entries: 0, flaw: { file: day, line: 1 } },
  })
  writeFileSync(join(folder, day), `no line\n${text}`)
  expect((await parley('audit', 'show')).err).toContain('1 lines are none of an audit log')
})

test('where nothing was written down yet, nothing is wrong', async () => {
  const { parley, home } = makeHome()
  expect(await parley('audit', 'verify')).toMatchObject({ code: 0, out: expect.stringContaining('0 lines') })
  expect(await parley('audit', 'show')).toMatchObject({ code: 0, out: '' })
  expect((await parley('audit', 'path')).out).toBe(`${join(home, '.local/state/parley/audit')}\n`)
})

test('who follows the log sees what is added, and leaves by an interrupt', async () => {
  const { env, log, work } = setUp()
  await log.record(entry({}))
  const program = fileURLToPath(new URL('./fixtures/follow.mjs', import.meta.url))
  const child = spawn(process.execPath, [program], { env, cwd: work, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  await expect.poll(() => out, { timeout: 5_000 }).toContain('/work/a.md')
  await log.conclude(await log.record(entry({ facts: { at: { path: '/work/b.md' } } })), 'failed')
  await expect.poll(() => out, { timeout: 5_000 }).toContain('number 2 is failed')
  expect(out.trimEnd().split('\n')).toHaveLength(3)
  child.kill('SIGINT')
  const [code, signal] = await new Promise<[number | null, string | null]>(resolve =>
    child.once('close', (...end) => resolve(end)),
  )
  expect([code, signal]).toEqual([null, 'SIGINT'])
})
