import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { FileSystem } from './file-system.js'
import { diskWith, makeFolder, makeSession, openJournal, update } from './place.fixture.js'

const MANY = 300

async function makeMany(directory: string): Promise<void> {
  const journal = openJournal({ directory })
  for (let index = 0; index < MANY; index++) {
    const log = await journal.create({ id: `s${index}`, cwd: '/w', title: `Session ${index}` })
    await log.append({ kind: 'end', stopReason: 'end_turn' })
    await log.release()
  }
  await journal.close()
}

/** A disk that remembers which sessions were opened. */
function watched(opened: string[]): FileSystem {
  return diskWith(disk => ({
    open: (path, use) => {
      if (/\/s\d+\.ndjson$/.test(path)) opened.push(path)
      return disk.open(path, use)
    },
  }))
}

test('a list of many sessions opens none of them', async () => {
  const directory = makeFolder()
  await makeMany(directory)
  const opened: string[] = []
  const journal = openJournal({ directory, files: watched(opened) })
  const { sessions, nextCursor } = await journal.list()
  expect(sessions).toHaveLength(50)
  expect(nextCursor).toBeDefined()
  expect(opened).toEqual([])
})

test.each<[string, (index: string) => void]>([
  ['is gone', index => rmSync(index)],
  ['is cut short', index => truncateSync(index, 5_000)],
  ['is nonsense', index => writeFileSync(index, 'nonsense\n\0\0\n{"deleted":"s1"}\n')],
  [
    'says what is not so',
    index => writeFileSync(index, readFileSync(index, 'utf8').replaceAll('Session', 'X')),
  ],
])('an index that %s is made again from the session files', async (_name, harm) => {
  const directory = makeFolder()
  await makeMany(directory)
  harm(join(directory, '.index.ndjson'))
  const journal = openJournal({ directory })
  const { sessions } = await journal.list({ limit: 1_000 })
  expect(sessions).toHaveLength(MANY)
  for (const { id, title } of sessions) expect(title).toBe(`Session ${id.slice(1)}`)
  await journal.close()
  const opened: string[] = []
  expect((await openJournal({ directory, files: watched(opened) }).list()).sessions).toHaveLength(50)
  expect(opened).toEqual([])
})

test('a list believes the session files more than the index', async () => {
  const directory = makeFolder()
  await makeMany(directory)
  const index = join(directory, '.index.ndjson')
  const stale = readFileSync(index)
  const journal = openJournal({ directory })
  const log = await journal.acquire('s7')
  await log.append({ kind: 'info', title: 'Renamed' })
  await log.append(update('text'))
  await log.release()
  await journal.delete('s8')
  await journal.close()
  await makeSession(directory, 1, 'other')
  writeFileSync(index, stale)
  const { sessions } = await openJournal({ directory }).list({ limit: 1_000 })
  expect(sessions).toHaveLength(MANY)
  expect(sessions.find(({ id }) => id === 's7')?.title).toBe('Renamed')
  expect(sessions.find(({ id }) => id === 's8')).toBeUndefined()
})

test('the index does not grow with every change', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  for (let index = 0; index < 3_000; index++) void log.append({ kind: 'info', title: `${index}` })
  await log.release()
  await journal.list()
  await journal.list()
  expect(readFileSync(join(directory, '.index.ndjson'), 'utf8').split('\n').length).toBeLessThan(10)
  expect(readdirSync(directory).filter(name => name.startsWith('.index'))).toHaveLength(1)
})
