import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuditTrail } from './audit-trail.js'
import { makeFolder } from './gate.fixture.js'
import { makeSecret } from './secret.js'

let folder = ''
beforeEach(async () => {
  folder = join(await makeFolder(), 'audit')
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was written
async function lines(name = 'audit.ndjson'): Promise<any[]> {
  const text = await readFile(join(folder, name), 'utf8')
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map(line => JSON.parse(line))
}

test('a decision is a line of JSON in a file that only its user can read', async () => {
  const audit = await AuditTrail.open(folder, { now: () => 0 })
  audit.note('permission_answered', {
    principal: 'alice',
    session: '0123456789abcdef',
    outcome: 'allow_once',
  })
  audit.close()
  expect(await lines()).toEqual([
    {
      ...{ time: '1970-01-01T00:00:00.000Z', event: 'permission_answered', principal: 'alice' },
      ...{ session: '01234567…', outcome: 'allow_once' },
    },
  ])
  expect((await stat(join(folder, 'audit.ndjson'))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('no token gets into it, no sign that a terminal obeys, no second line, nothing long', async () => {
  const audit = await AuditTrail.open(folder)
  const token = makeSecret()
  audit.noteRefusal({ reason: 'bad_origin', found: `http://x/${token}` })
  audit.noteRefusal({ reason: 'wrong_host', found: 'a\u001b[2J\n{"event":"forged"}\u202e' })
  audit.noteRefusal({ reason: 'wrong_host', address: 'b', found: 'x '.repeat(10_000) })
  audit.noteRefusal({ reason: 'wrong_host', address: 'c', found: `${'y '.repeat(490)}${token}` })
  audit.close()
  const text = await readFile(join(folder, 'refusals.ndjson'), 'utf8')
  expect(text).not.toContain(token.slice(0, 20))
  for (const sign of ['\u001b', '\u202e', '\\u001b', '\\u202e']) expect(text).not.toContain(sign)
  const written = await lines('refusals.ndjson')
  expect(written).toHaveLength(4)
  expect(written[2]?.found.length).toBeLessThanOrEqual(256)
})

test('it never grows without end: the oldest file goes', async () => {
  const audit = await AuditTrail.open(folder, { size: { bytes: 1_000, files: 3 } })
  for (let index = 0; index < 200; index++) audit.note('session_opened', { principal: `p${index}` })
  audit.close()
  const names = (await readdir(folder)).sort()
  expect(names).toEqual(['audit.1.ndjson', 'audit.2.ndjson', 'audit.ndjson'])
  for (const name of names) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1_000)
  const all = [...(await lines('audit.2.ndjson')), ...(await lines('audit.1.ndjson')), ...(await lines())]
  const numbers = all.map(each => Number(each.principal.slice(1)))
  expect(numbers.at(-1)).toBe(199)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
})

test('refusals in a flood are counted, and push out nothing that matters', async () => {
  const audit = await AuditTrail.open(folder, { size: { bytes: 5_000, files: 2 } })
  audit.note('token_made', { credential: 'laptop' })
  for (let index = 0; index < 1_000; index++) audit.note('came', { credential: 'laptop' })
  for (let index = 0; index < 10_000; index++)
    audit.noteRefusal({ reason: 'unauthorized', address: `a${index % 7}` })
  audit.close()
  const events = await lines()
  expect(events).toHaveLength(7)
  expect(events[0]).toMatchObject({ event: 'token_made', credential: 'laptop' })
  expect(events[6]).toMatchObject({ event: 'came', reason: 'repeated', times: 995 })
  const refused = await lines('refusals.ndjson')
  expect(refused).toHaveLength(36)
  expect(refused.at(-1)).toMatchObject({ reason: 'repeated', times: 10_000 - 35 })
})

test('what a principal does again and again is counted, each kind by itself', async () => {
  const audit = await AuditTrail.open(folder)
  audit.note('token_made', { principal: 'alice', credential: 'laptop' })
  const [alice, bob] = [{ principal: 'alice', credential: 'gus' }, { principal: 'bob' }]
  for (let index = 0; index < 150; index++) audit.note('session_attached', { ...alice, session: 'one' })
  for (let index = 0; index < 150; index++) audit.note('session_opened', { ...alice, session: `s${index}` })
  for (let index = 0; index < 30; index++) audit.note('permission_answered', { ...bob, session: 'one' })
  audit.note('session_attached', bob)
  audit.close()
  const written = await lines()
  const count = (event: string) => written.filter(each => each.event === event && !each.reason).length
  expect(count('session_attached')).toBe(6)
  expect(count('session_opened')).toBe(60)
  expect(count('permission_answered')).toBe(30)
  expect(written.slice(-2)).toMatchObject([
    { event: 'session_attached', principal: 'alice', reason: 'repeated', times: 145 },
    { event: 'session_opened', principal: 'alice', reason: 'repeated', times: 90 },
  ])
})

test('a line that a loss of power cut off stays alone, and an open file is closed to others', async () => {
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, 'audit.ndjson'), '{"event":"ca')
  await chmod(join(folder, 'audit.ndjson'), 0o644)
  const audit = await AuditTrail.open(folder)
  audit.note('started')
  audit.note('stopped')
  audit.close()
  await appendFile(join(folder, 'audit.ndjson'), '')
  const text = await readFile(join(folder, 'audit.ndjson'), 'utf8')
  const [torn, ...whole] = text.trimEnd().split('\n')
  expect(torn).toBe('{"event":"ca')
  expect(whole.map(line => JSON.parse(line).event)).toEqual(['started', 'stopped'])
  expect((await stat(join(folder, 'audit.ndjson'))).mode & 0o777).toBe(0o600)
})

test('what could not be written stops nobody, and is told afterwards', async () => {
  await mkdir(join(folder, 'audit.ndjson'), { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const audit = await AuditTrail.open(folder)
  audit.note('came')
  audit.note('came')
  await rm(join(folder, 'audit.ndjson'), { recursive: true })
  audit.note('stopped')
  audit.close()
  expect(await lines()).toMatchObject([{ event: 'stopped', lost: 2 }])
})
