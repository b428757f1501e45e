/** What may stand in the folder of a journal that no journal put there. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seal, seedOf } from './line.js'
import { diskWith, entriesOf, makeFolder, makeSession, openJournal } from './place.fixture.js'

// A tool of the system, and no package's.
const MAKE_PIPE = 'mkfifo'
const isPosix = process.platform !== 'win32'

test.runIf(isPosix)('a pipe, a link or a folder among the files keeps nobody waiting', async () => {
  const directory = makeFolder()
  const file = await makeSession(directory, 1)
  symlinkSync(file, join(directory, 'link.ndjson'))
  mkdirSync(join(directory, 'folder.ndjson'))
  mkdirSync(join(directory, '.owners', 'folder'))
  mkdirSync(join(directory, '.commits', 'folder-1.ndjson'))
  const pipes = ['x.ndjson', '.locks/s1', '.owners/pipe', '.commits/pipe-1.ndjson']
  for (const name of pipes) execFileSync(MAKE_PIPE, ['-m', '600', join(directory, name)])
  const journal = openJournal({ directory })
  expect((await journal.list()).sessions.map(({ id }) => id)).toEqual(['s1'])
  for (const id of ['x', 'link', 'folder'])
    await expect(journal.acquire(id)).rejects.toMatchObject({ reason: 'session_not_found' })
  await (await journal.acquire('s1')).release()
})

test('a header that never ends is not read to find that out', async () => {
  const directory = makeFolder()
  await makeSession(directory, 1)
  const endless = join(directory, 'endless.ndjson')
  writeFileSync(endless, '{')
  truncateSync(endless, 200_000_000)
  let read = 0
  const files = diskWith(disk => ({
    read: async (file, into, position) => {
      const count = await disk.read(file, into, position)
      read += count
      return count
    },
  }))
  const journal = openJournal({ directory, files })
  expect((await journal.list()).sessions.map(({ id }) => id)).toEqual(['s1'])
  await expect(journal.find('endless')).rejects.toMatchObject({ reason: 'session_corrupted' })
  expect(read).toBeLessThan(5_000_000)
})

test.each([
  ['has no record', '{"seed":1,"seq":1,"end":1'],
  ['has nothing for a record', '{"record":null,"seed":1,"seq":1,"end":1'],
  ['is no JSON', '{"record":'],
])('a row of the index that %s is passed over', async (_name, row) => {
  const directory = makeFolder()
  await makeSession(directory, 1)
  appendFileSync(join(directory, '.index.ndjson'), seal(row))
  const journal = openJournal({ directory })
  for (let round = 0; round < 2; round++) {
    const { sessions } = await journal.list()
    expect(sessions.map(({ id }) => id)).toEqual(['s1'])
    for (const { updatedAt } of sessions) new Date(updatedAt).toISOString()
  }
})

test('a list does not believe an index that has a time which is none', async () => {
  const directory = makeFolder()
  await makeSession(directory, 1)
  const index = join(directory, '.index.ndjson')
  const [last = ''] = readFileSync(index, 'utf8').trimEnd().split('\n').slice(-1)
  const open = last.replace(/"updatedAt":\d+/, '"updatedAt":1e18').replace(/,"sum":"\w+"\}$/, '')
  writeFileSync(index, seal(open))
  const [session] = (await openJournal({ directory }).list()).sessions
  expect(session?.updatedAt).toBeLessThanOrEqual(Date.now())
})

test.each(['9000000000000000', '1000000000000000000', 'Infinity', '1e+400'])(
  'a list survives a session whose file holds the time %s',
  async at => {
    const directory = makeFolder()
    const file = await makeSession(directory, 0)
    const seed = seedOf(readFileSync(file).subarray(0, -1))
    appendFileSync(file, seal(`{"seq":1,"at":${at},"kind":"end","stopReason":"x"`, seed))
    const journal = openJournal({ directory })
    const { sessions } = await journal.list()
    expect(sessions).toHaveLength(1)
    for (const { updatedAt } of sessions) new Date(updatedAt).toISOString()
  },
)

test('an entry of a time that no list can show is kept at the nearest one', async () => {
  const journal = openJournal({ directory: makeFolder() })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  for (const at of [Number.POSITIVE_INFINITY, Number.NaN, 9e15, -1, 1.5])
    await log.append({ kind: 'end', stopReason: 'end_turn' }, at)
  await log.release()
  expect((await entriesOf(journal, 's1')).map(({ at }) => at)).toEqual([8.64e15, 0, 8.64e15, 0, 1])
  expect((await journal.find('s1')).updatedAt).toBe(8.64e15)
})
