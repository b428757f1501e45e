import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskWith, entriesOf, makeFolder, openJournal, update } from './place.fixture.js'

test('an entry is acknowledged only after it was synced', async () => {
  const order: string[] = []
  let finish = () => {}
  const files = diskWith(disk => ({
    sync: async file => {
      order.push('sync')
      await new Promise<void>(resolve => {
        finish = resolve
      })
      await disk.sync(file)
      order.push('synced')
    },
  }))
  const directory = makeFolder()
  await (await openJournal({ directory }).create({ id: 's1', cwd: '/w' })).release()
  const journal = openJournal({ directory, files, isSynced: true })
  const taking = journal.acquire('s1')
  await expect.poll(() => order).toEqual(['sync'])
  finish()
  const log = await taking
  order.length = 0
  const kept = Promise.resolve(log.append(update('text'))).then(() => order.push('kept'))
  await expect.poll(() => order).toEqual(['sync'])
  await new Promise(resolve => setTimeout(resolve, 20))
  finish()
  await kept
  expect(order).toEqual(['sync', 'synced', 'kept'])
  const closing = journal.close()
  const timer = setInterval(() => finish(), 1)
  await closing
  clearInterval(timer)
})

test('many busy sessions share a sync', async () => {
  let syncs = 0
  const files = diskWith(disk => ({
    sync: file => {
      syncs++
      return disk.sync(file)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced: true })
  const logs = await Promise.all(
    Array.from({ length: 100 }, (_, index) => journal.create({ id: `s${index}`, cwd: '/w' })),
  )
  syncs = 0
  await Promise.all(logs.map(log => log.append(update('text'))))
  expect(syncs).toBeLessThanOrEqual(2)
  for (let round = 0; round < 10; round++)
    await Promise.all(logs.map(log => log.append(update(`text ${round}`))))
  expect(syncs).toBeLessThanOrEqual(30)
})

test('what comes one by one under load is gathered', async () => {
  let syncs = 0
  const files = diskWith(disk => ({
    sync: file => {
      syncs++
      return disk.sync(file)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced: true, gatherMilliseconds: 20 })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  syncs = 0
  const begun = performance.now()
  for (let index = 0; index < 100; index++) {
    void log.append(update(`text ${index}`))
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  expect(syncs).toBeLessThanOrEqual((performance.now() - begun) / 20 + 2)
})

test('an entry that comes alone is synced at once', async () => {
  const journal = openJournal({ directory: makeFolder(), isSynced: true, gatherMilliseconds: 60 })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const timer = setTimeout(() => {}, 1_000)
  const begun = performance.now()
  await log.append(update('text'))
  expect(performance.now() - begun).toBeLessThan(50)
  clearTimeout(timer)
})

test('the session files follow, and the log of a journal that was closed is gone', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory, isSynced: true })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(update('text'))
  const lines = () => readFileSync(join(directory, 's1.ndjson'), 'utf8').trimEnd().split('\n').length
  await expect.poll(lines, { timeout: 5_000 }).toBe(2)
  expect(readdirSync(join(directory, '.commits'))).toHaveLength(1)
  await journal.close()
  expect(readdirSync(join(directory, '.commits'))).toEqual([])
  expect(readdirSync(join(directory, '.owners'))).toEqual([])
  expect(readdirSync(join(directory, '.locks'))).toEqual([])
})

test('the commit log is folded when it has grown, while entries go on being kept', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory, isSynced: true, segmentBytes: 10_000, gatherMilliseconds: 0 })
  const logs = await Promise.all(['a', 'b', 'c'].map(id => journal.create({ id, cwd: '/w' })))
  for (let index = 0; index < 200; index++)
    await Promise.all(logs.map(log => log.append(update(`text ${index}`))))
  await expect.poll(() => readdirSync(join(directory, '.commits')).length).toBeLessThanOrEqual(2)
  for (const { id } of logs) expect(await entriesOf(journal, id)).toHaveLength(200)
})

test('what comes for a session while the files of others are written follows too', async () => {
  const directory = makeFolder()
  const files = diskWith(disk => ({
    write: (...args: Parameters<typeof disk.write>) => {
      // So slow that the files of all sessions cannot be written in one go.
      for (const until = performance.now() + 5; performance.now() < until; );
      return disk.write(...args)
    },
  }))
  const journal = openJournal({ directory, files, isSynced: true })
  const logs = await Promise.all(
    Array.from({ length: 25 }, (_, index) => journal.create({ id: `s${index}`, cwd: '/w' })),
  )
  const lines = (id: string) => readFileSync(join(directory, `${id}.ndjson`), 'utf8').split('\n').length - 1
  await Promise.all(logs.map(log => log.append(update('text'))))
  await expect.poll(() => lines('s0'), { interval: 1, timeout: 5_000 }).toBe(2)
  expect(lines('s24')).toBe(1)
  await logs[0]?.append(update('more'))
  await expect.poll(() => lines('s24'), { timeout: 5_000 }).toBe(2)
  await expect.poll(() => lines('s0'), { timeout: 3_000 }).toBe(3)
})
