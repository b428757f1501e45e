import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { READ } from '../../guard/setting.fixture.js'
import { auditLog, readAudit } from '../audit.js'
import type { FileSystem } from '../journal/file-system.js'
import { diskWith, failure, makeFolder } from '../journal/place.fixture.js'
import type { Notice } from './notice.js'
import { Records, type Ruled } from './records.js'

const ruled = (effect: 'allow' | 'deny' | 'cancelled'): Ruled => ({
  sessionId: 's1',
  action: READ,
  ruling: { effect, by: 'user', reason: 'So it was said.', scope: 'once' },
  facts: { toolCallId: 't1' },
})

function open(change: (disk: FileSystem) => Partial<FileSystem> = () => ({})) {
  const folder = join(makeFolder(), 'audit')
  const audit = auditLog({ folder, files: diskWith(change) })
  onTestFinished(() => audit.close().catch(() => {}))
  const notices: Notice[] = []
  const agentOf = (sessionId: string) => `agent of ${sessionId}`
  const records = new Records({ audit, agentOf, onNotice: notice => notices.push(notice) })
  const lines = async () => {
    await audit.close()
    const all: object[] = []
    for await (const line of readAudit(folder)) all.push(line)
    return all
  }
  return { folder, records, notices, lines }
}

test('what was ruled is written with everything known of it, and what came of it after that', async () => {
  const { records, notices, lines } = open()
  expect(await records.record(ruled('allow'))).toBe(1)
  expect(await records.record({ ...ruled('deny'), facts: undefined })).toBe(2)
  records.conclude(1, 'failed')
  records.conclude(undefined, 'done')
  const [first, second, ...rest] = await lines()
  expect(first).toMatchObject({
    ...{
      session: 's1',
      agent: 'agent of s1',
      action: 'fs.read',
      decision: 'allow',
      by: 'user',
      scope: 'once',
    },
    facts: { at: READ.action === 'fs.read' && READ.at, toolCallId: 't1' },
    connection: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(first).not.toHaveProperty('facts.action')
  expect(second).toMatchObject({ decision: 'deny', facts: { at: { path: '/w/src/a.ts' } } })
  expect(rest).toMatchObject([{ of: 1, outcome: 'failed' }])
  expect(notices).toEqual([])
})

test('without a log nothing is written and nothing fails', async () => {
  const records = new Records({ audit: undefined, agentOf: () => undefined, onNotice: () => expect.fail() })
  expect(await records.record(ruled('allow'))).toBeUndefined()
  records.conclude(1, 'done')
})

test('what was allowed and cannot be written down is refused; what was not is only told', async () => {
  const { folder, records, notices } = open(() => ({ sync: () => Promise.reject(failure('EIO')) }))
  await expect(records.record(ruled('allow'))).rejects.toMatchObject({
    message: 'It cannot be written down, so it is not done.',
    data: { reason: 'permission_denied', by: 'builtin:audit' },
  })
  expect(await records.record(ruled('deny'))).toBeUndefined()
  expect(await records.record(ruled('cancelled'))).toBeUndefined()
  expect(notices).toHaveLength(3)
  for (const notice of notices) expect(notice).toMatchObject({ kind: 'audit', path: folder })
  expect(notices[0]?.message).toBe(
    'the audit log cannot be written: the audit log has stopped: it could not be made to last',
  )
})

test('nobody waits for the line that says what came of it, and that it failed is told', async () => {
  let isFull = false
  const { folder, records, notices } = open(disk => ({
    write: (...asked) => {
      if (isFull) throw failure('ENOSPC')
      return disk.write(...asked)
    },
  }))
  const seq = await records.record(ruled('allow'))
  isFull = true
  records.conclude(seq, 'done')
  await expect.poll(() => notices).toMatchObject([{ kind: 'audit', path: folder }])
})
