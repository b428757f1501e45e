import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskWith, entriesOf, failure, makeFolder, openJournal, prompt, update } from './place.fixture.js'
import { usualFolder } from './state-folder.js'

const MEBIBYTE = 1024 * 1024

test('folders and files are for their owner only', async () => {
  const directory = join(makeFolder(), 'deep', 'sessions')
  const journal = openJournal({ directory, isSynced: true })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(update('text'))
  expect(statSync(directory).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const status = statSync(join(directory, name))
    expect(status.mode & 0o777, name).toBe(status.isDirectory() ? 0o700 : 0o600)
  }
})

test.each([0o777, 0o770, 0o702])('a folder that others can write to is refused: %o', async mode => {
  const directory = join(makeFolder(), 'sessions')
  mkdirSync(directory)
  chmodSync(directory, mode)
  const journal = openJournal({ directory })
  await expect(journal.create({ id: 's1', cwd: '/w' })).rejects.toMatchObject({ reason: 'store_failed' })
  await expect(journal.list()).rejects.toMatchObject({ reason: 'store_failed' })
  await journal.close()
})

test('a nearly full disk refuses new prompts and sessions, while a turn under way is kept to its end', async () => {
  let free = 65 * MEBIBYTE
  const files = diskWith(() => ({ free: () => free }))
  const journal = openJournal({ directory: makeFolder(), files, reserveBytes: 64 * MEBIBYTE })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(prompt)
  free = 63 * MEBIBYTE
  await log.append(update('text'))
  await log.append({ kind: 'end', stopReason: 'end_turn' })
  await expect(log.append(prompt)).rejects.toMatchObject({ reason: 'store_full' })
  expect(() => log.append({ kind: 'event', event: {}, opensTurn: true })).toThrow('nearly full')
  await expect(journal.create({ id: 's2', cwd: '/w' })).rejects.toMatchObject({ reason: 'store_full' })
  expect((await entriesOf(journal, 's1')).map(({ kind }) => kind)).toEqual(['prompt', 'update', 'end'])
  free = 65 * MEBIBYTE
  await log.append(prompt)
  expect(await entriesOf(journal, 's1')).toHaveLength(4)
})

test.each(['ENOSPC', 'EDQUOT'])('a session for which there is no room at all is refused: %s', async code => {
  let isFull = true
  const files = diskWith(disk => ({
    write: (file, bytes, position) => {
      if (isFull && bytes.toString().includes('"parley"')) throw failure(code)
      return disk.write(file, bytes, position)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files })
  await expect(journal.create({ id: 's1', cwd: '/w' })).rejects.toMatchObject({ reason: 'store_full' })
  isFull = false
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(update('text'))
  expect(await entriesOf(journal, 's1')).toHaveLength(1)
})

test.each([true, false])('a write that fails stops the store (synced: %s)', async isSynced => {
  let isBroken = false
  const files = diskWith(disk => ({
    write: (file, bytes, position) => {
      if (isBroken) throw failure('EIO')
      return disk.write(file, bytes, position)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced })
  const [one, two] = [
    await journal.create({ id: 's1', cwd: '/w' }),
    await journal.create({ id: 's2', cwd: '/w' }),
  ]
  await one.append(update('kept'))
  isBroken = true
  await expect(one.append(update('lost'))).rejects.toMatchObject({ reason: 'store_failed' })
  isBroken = false
  await expect(one.append(update('later'))).rejects.toMatchObject({ reason: 'store_failed' })
  await expect(two.append(update('elsewhere'))).rejects.toMatchObject({ reason: 'store_failed' })
  await expect(journal.create({ id: 's3', cwd: '/w' })).rejects.toMatchObject({ reason: 'store_failed' })
})

test('a sync that fails stops the store, and is not tried again', async () => {
  let syncs = 0
  let isBroken = false
  const files = diskWith(disk => ({
    sync: file => {
      syncs++
      return isBroken ? Promise.reject(failure('EIO')) : disk.sync(file)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced: true })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(update('kept'))
  isBroken = true
  const lost = [log.append(update('lost')), log.append(update('lost too'))]
  for (const promise of lost) await expect(promise).rejects.toMatchObject({ reason: 'store_failed' })
  isBroken = false
  syncs = 0
  await expect(log.append(update('later'))).rejects.toMatchObject({ reason: 'store_failed' })
  await expect(log.release()).rejects.toMatchObject({ reason: 'store_failed' })
  expect(syncs).toBe(0)
})

test('a disk that takes what it is given in parts gets all of it', async () => {
  const files = diskWith(disk => ({
    write: (file, bytes, position) => disk.write(file, bytes.subarray(0, 7), position),
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced: true, segmentBytes: 500 })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  for (let index = 0; index < 20; index++) await log.append(update(`text ${index}`))
  await log.release()
  expect(await entriesOf(journal, 's1')).toHaveLength(20)
})

test('a session that nobody wrote for too long has expired', async () => {
  const directory = makeFolder()
  const old = openJournal({ directory })
  const log = await old.create({ id: 's1', cwd: '/w' })
  await log.append(update('text'))
  await log.release()
  await new Promise(resolve => setTimeout(resolve, 30))
  const journal = openJournal({ directory, maxAge: 20 })
  await expect(journal.acquire('s1')).rejects.toMatchObject({ reason: 'session_expired' })
  await expect(journal.find('s1')).rejects.toMatchObject({ reason: 'session_expired' })
  await expect(entriesOf(journal, 's1')).rejects.toMatchObject({ reason: 'session_expired' })
  expect((await journal.list()).sessions).toEqual([])
  expect(await old.find('s1')).toMatchObject({ id: 's1' })
  await journal.delete('s1')
  await expect(journal.find('s1')).rejects.toMatchObject({ reason: 'session_not_found' })
})

test('a deleted session leaves neither a file nor a lock', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory, isSynced: true })
  await (await journal.create({ id: 's1', cwd: '/w' })).release()
  await journal.delete('s1')
  await journal.close()
  const left = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  expect(left.filter(name => !/^\.(locks|owners|commits|index\.ndjson)$/.test(name))).toEqual([])
})

test('many sessions hold few files open', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory, openFiles: 8 })
  const count = () => readdirSync('/proc/self/fd').length
  const before = process.platform === 'linux' ? count() : 0
  const logs = await Promise.all(
    Array.from({ length: 500 }, (_, index) => journal.create({ id: `s${index}`, cwd: '/w' })),
  )
  for (let round = 0; round < 3; round++)
    await Promise.all(logs.map(log => log.append(update(`text ${round}`))))
  if (process.platform === 'linux') expect(count() - before).toBeLessThanOrEqual(12)
  for (const { id } of logs.slice(0, 20)) expect(await entriesOf(journal, id)).toHaveLength(3)
})

test('the usual folder is in the state folder of the user', () => {
  const before = process.env.XDG_STATE_HOME
  try {
    process.env.XDG_STATE_HOME = '/state'
    expect(usualFolder()).toBe(join('/state', 'parley', 'sessions'))
    process.env.XDG_STATE_HOME = 'relative'
    expect(usualFolder()).toMatch(/\.local.state.parley.sessions$/)
  } finally {
    if (before === undefined) delete process.env.XDG_STATE_HOME
    else process.env.XDG_STATE_HOME = before
  }
})

test('every id that an agent may give can be kept, also one that begins with a dash', async () => {
  const journal = openJournal({ directory: makeFolder() })
  for (const id of ['-dash', '_line', '0', 'a.b', `x${'y'.repeat(127)}`]) {
    const log = await journal.create({ id, cwd: '/w' })
    await log.append(update('text'))
    await log.release()
    expect(await journal.find(id)).toMatchObject({ id })
  }
  for (const id of ['', '.', '..', '../up', 'a/b', '.hidden', 'a\0b', 'z'.repeat(129)])
    await expect(journal.find(id)).rejects.toMatchObject({ reason: 'session_not_found' })
  await journal.close()
})

test.each(['ENOSPC', 'EDQUOT'])(
  'a disk that is full for a moment when a lock is taken refuses then, and not later: %s',
  async code => {
    const directory = makeFolder()
    await (await openJournal({ directory }).create({ id: 's0', cwd: '/w' })).release()
    let isFull = true
    const files = diskWith(disk => ({
      write: (file, bytes, position) => {
        if (isFull && bytes.toString().includes('"token"')) throw failure(code)
        return disk.write(file, bytes, position)
      },
    }))
    const journal = openJournal({ directory, files })
    await expect(journal.acquire('s0')).rejects.toMatchObject({ reason: 'store_full' })
    await expect(journal.delete('s0')).rejects.toMatchObject({ reason: 'store_full' })
    await expect(journal.create({ id: 's1', cwd: '/w' })).rejects.toMatchObject({ reason: 'store_full' })
    isFull = false
    await (await journal.create({ id: 's1', cwd: '/w' })).release()
    await (await journal.acquire('s0')).release()
  },
)

test('a journal that could not be opened for lack of room is opened when there is some', async () => {
  const directory = makeFolder()
  let isFull = true
  const files = diskWith(disk => ({
    makeFolder: path => {
      if (isFull) throw failure('ENOSPC')
      disk.makeFolder(path)
    },
  }))
  const journal = openJournal({ directory, files })
  await expect(journal.list()).rejects.toMatchObject({ reason: 'store_full' })
  isFull = false
  expect((await journal.list()).sessions).toEqual([])
})

test('whatever the disk says, a journal says it in its own words', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory })
  for (const id of ['s1', 's2']) await (await journal.create({ id, cwd: '/w' })).release()
  mkdirSync(join(directory, '.locks', 's1'))
  mkdirSync(join(directory, 's3.ndjson'))
  for (const ask of [() => journal.acquire('s1'), () => journal.delete('s1'), () => journal.delete('s3')])
    await expect(ask()).rejects.toMatchObject({ name: 'JournalError', reason: 'store_failed' })
  await expect(journal.find('s3')).rejects.toMatchObject({ reason: 'session_not_found' })
  expect((await journal.list()).sessions).toHaveLength(2)
  rmSync(directory, { recursive: true })
  for (const ask of [() => journal.list(), () => journal.create({ id: 's4', cwd: '/w' })])
    await expect(ask()).rejects.toMatchObject({ name: 'JournalError', reason: 'store_failed' })
})

test('more than a header may hold is refused before anything is written', async () => {
  const journal = openJournal({ directory: makeFolder() })
  const title = 'x'.repeat(2 * MEBIBYTE)
  await expect(journal.create({ id: 's1', cwd: '/w', title })).rejects.toThrow(TypeError)
  expect((await journal.list()).sessions).toEqual([])
})
