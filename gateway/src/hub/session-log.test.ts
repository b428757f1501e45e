import { JournalError, memoryJournal, type SessionLog } from '@parley/acp/store'
import { expect, test, vi } from 'vitest'
import type { HubEvent, Logged } from './event.js'
import { EventLog } from './session-log.js'

const said = (text: string): HubEvent => ({ type: 'told', method: 'session/update', params: { text } })

/** A log whose entries last when the test says so, one promise for each. */
async function heldLog(): Promise<{
  log: EventLog
  keep: (() => void)[]
  refuse: ((error: unknown) => void)[]
}> {
  const journal = memoryJournal()
  const inner = await journal.create({ id: 'a', cwd: '/' })
  const [keep, refuse]: [(() => void)[], ((error: unknown) => void)[]] = [[], []]
  const kept: SessionLog = {
    id: 'a',
    append: entry => {
      void inner.append(entry)
      return new Promise((resolve, reject) => {
        keep.push(resolve)
        refuse.push(reject)
      })
    },
    release: () => inner.release(),
    [Symbol.asyncDispose]: () => inner.release(),
  }
  return { log: new EventLog({ journal, kept, epoch: 'e' }), keep, refuse }
}

test('the mark of what lasts moves over nothing that does not, in whatever order promises are kept', async () => {
  const { log, keep } = await heldLog()
  for (const text of ['a', 'b', 'c']) log.append(said(text))
  keep[1]?.()
  await Promise.resolve()
  expect([log.last, log.durable]).toEqual([3, 0])
  expect(log.latest(1)).toEqual([])
  keep[0]?.()
  await log.kept(2)
  expect(log.durable).toBe(2)
  expect(log.latest(1)?.map(({ seq }) => seq)).toEqual([1, 2])
})

test('a log that failed says so once, to everybody who waits and to whoever comes', async () => {
  const { log, refuse } = await heldLog()
  const failed = vi.fn()
  log.onFailed = failed
  log.append(said('a'))
  const waiting = log.kept(1)
  const error = new JournalError('store_failed', 'no')
  refuse[0]?.(error)
  await expect(waiting).rejects.toBe(error)
  expect(failed).toHaveBeenCalledExactlyOnceWith(error)
  expect(() => log.append(said('b'))).toThrow(error)
})

test('what memory no longer holds is read back, the same messages at the same places', async () => {
  const journal = memoryJournal()
  const log = new EventLog({ journal, kept: await journal.create({ id: 'a', cwd: '/' }), epoch: 'e' })
  const text = 'x'.repeat(10_000)
  for (let index = 0; index < 300; index++) log.append(said(`${index} ${text}`))
  expect(log.latest(1)).toBeUndefined()
  const read = []
  for await (const logged of log.read(1)) read.push(logged)
  expect(read.map(({ seq }) => seq)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  const latest = log.latest(290)
  expect(latest).toHaveLength(11)
  // By name: of what is held in memory, the event is read when somebody looks.
  const all = ({ seq, at, event, told }: Logged): Logged => ({ seq, at, event, told })
  expect(read.slice(289).map(all)).toEqual(latest?.map(all))
})

test('whoever says much is asked to wait until it lasts', async () => {
  const { log, keep } = await heldLog()
  log.append(said('small'))
  expect(log.backlog).toBeUndefined()
  log.append(said('x'.repeat(5_000_000)))
  const { backlog } = log
  expect(backlog).toBeInstanceOf(Promise)
  for (const each of keep) each()
  await backlog
  expect(log.backlog).toBeUndefined()
})

test('what does not last yet stays in memory, however much it is, and is forgotten when it lasts', async () => {
  const { log, keep, refuse } = await heldLog()
  const answer: HubEvent = { type: 'reply', seat: 'one', request: 1, answer: { result: {} } }
  const sayMuch = (): void => {
    for (let index = 0; index < 100; index++) log.append(said('x'.repeat(10_000)))
  }
  sayMuch()
  for (const each of keep) each()
  await log.kept(100)
  await expect.poll(() => log.latest(1)).toBeUndefined()
  log.append(answer)
  sayMuch()
  expect(log.unkept).toHaveLength(101)
  refuse[100]?.(new JournalError('store_failed', 'no'))
  await expect(log.kept(101)).rejects.toThrow('no')
  expect(log.unkept[0]?.event).toEqual(answer)
})
