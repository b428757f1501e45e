import { appendFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { auditLog, readAudit } from '../audit.js'
import { makeFolder } from '../journal/place.fixture.js'
import type { AuditEntry } from './audit-line.js'
import type { AuditReading, AuditRecord } from './audit-reader.js'

const DAY = 24 * 60 * 60 * 1000
const NOON = Date.parse('2026-03-04T12:00:00Z')

const verdict = (path: string): AuditEntry => ({
  ...{ connection: 'c1', session: 's1', agent: 'tested@1.0.0', action: 'fs.read', by: 'user:0' },
  facts: { at: { path } },
  decision: 'allow',
})

function makeLog() {
  const folder = join(makeFolder(), 'audit')
  let at = NOON
  const log = auditLog({ folder, now: () => at })
  onTestFinished(() => log.close())
  const wait = (time: number): void => {
    at += time
  }
  return { folder, log, wait }
}

async function all(folder: string, reading?: AuditReading): Promise<AuditRecord[]> {
  const records: AuditRecord[] = []
  for await (const record of readAudit(folder, reading)) records.push(record)
  return records
}

test('a log is read over all its days, what was decided and what came of it', async () => {
  const { folder, log, wait } = makeLog()
  expect(await all(folder)).toEqual([])
  await log.conclude(await log.record(verdict('/a')), 'done')
  wait(DAY)
  await log.record(verdict('/b'))
  expect(await all(folder)).toMatchObject([
    { seq: 1, ts: '2026-03-04T12:00:00.000Z', action: 'fs.read', facts: { at: { path: '/a' } } },
    { seq: 2, of: 1, outcome: 'done' },
    { seq: 3, ts: '2026-03-05T12:00:00.000Z', facts: { at: { path: '/b' } } },
  ])
  expect((await all(folder, { since: NOON + 1 })).map(({ seq }) => seq)).toEqual([3])
})

test('a line that is none is told, and the others are read', async () => {
  const { folder, log } = makeLog()
  await log.record(verdict('/a'))
  const [day = ''] = readdirSync(folder).filter(name => name.endsWith('.ndjson'))
  appendFileSync(join(folder, day), 'null\n{"ts":"now","seq":2,"mended":1}\nnot even JSON\n{"ts"')
  const flaws: unknown[] = []
  expect(await all(folder, { onFlaw: (...flaw) => flaws.push(flaw) })).toHaveLength(1)
  expect(flaws).toEqual([2, 3, 4].map(line => [day, line]))
})

test('who follows a log reads what is added, also on the next day, until it is called off', async () => {
  const { folder, log, wait } = makeLog()
  const end = new AbortController()
  const seen: number[] = []
  const following = (async () => {
    for await (const { seq } of readAudit(folder, { isFollowed: true, signal: end.signal })) seen.push(seq)
  })()
  await log.record(verdict('/a'))
  await expect.poll(() => seen).toEqual([1])
  await log.record(verdict('/b'))
  wait(DAY)
  await log.record(verdict('/c'))
  await expect.poll(() => seen).toEqual([1, 2, 3])
  end.abort()
  await following
})
