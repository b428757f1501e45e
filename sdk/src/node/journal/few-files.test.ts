import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  diskWith,
  entriesOf,
  failure,
  makeFolder,
  makeSession,
  openJournal,
  update,
} from './place.fixture.js'

const CHILD = fileURLToPath(new URL('./fixtures/few-files.mjs', import.meta.url))
const LONG = 'x'.repeat(1_500)

type Ask = (line: string) => Promise<string>

/** A journal in a process of its own that may have 64 files open. */
function startChild(directory: string, mode: 'synced' | 'unsynced'): { ask: Ask; kill(): Promise<void> } {
  const command = 'ulimit -n 64 && exec "$0" "$@"'
  const child = spawn('sh', ['-c', command, process.execPath, CHILD, directory, mode], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask: Ask = async line => {
    child.stdin.write(`${line}\n`)
    return (await answers.next()).value
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { ask, kill }
}

const unopened = (code = 'EMFILE'): Error => Object.assign(failure(code), { syscall: 'open' })

describe.skipIf(process.platform === 'win32')('while the process can open no more files', () => {
  test('entries whose commit log cannot be opened are refused, and later ones are kept', async () => {
    const directory = makeFolder()
    const { ask, kill } = startChild(directory, 'synced')
    expect(await ask('create s1')).toBe('done')
    expect(await ask('create s2')).toBe('done')
    expect(await ask('take')).toBe('EMFILE')
    expect(await ask('append s1 lost too')).toBe('store_full store_full')
    expect(await ask('title s1 refused')).toBe('store_full')
    expect(await ask('find s1')).toBe('done')
    expect(await ask('free')).toBe('done')
    expect(await ask('append s1 one two')).toBe('kept kept')
    expect(await ask('append s2 other')).toBe('kept')
    expect(await ask('read s1')).toBe('1:one 2:two')
    await kill()
    const journal = openJournal({ directory })
    expect(await entriesOf(journal, 's1')).toMatchObject([update('one'), update('two')])
    expect(await entriesOf(journal, 's2')).toMatchObject([update('other')])
    expect(await journal.find('s1')).not.toHaveProperty('title')
  })

  test('a commit log that is open goes on, though the next one and the session files cannot be opened', async () => {
    const directory = makeFolder()
    const { ask, kill } = startChild(directory, 'synced')
    for (const id of ['s1', 's2']) await ask(`create ${id}`)
    expect(await ask('append s1 one')).toBe('kept')
    expect(await ask('take')).toBe('EMFILE')
    for (let round = 0; round < 60; round++) expect(await ask(`append s2 ${LONG}`)).toBe('kept')
    expect(await ask('append s1 two')).toBe('kept')
    expect(await ask('read s1')).toBe('store_full')
    expect(await ask('close')).toBe('store_full')
    // Long enough for the session files to be tried.
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(await ask('free')).toBe('done')
    expect(await ask('read s1')).toBe('1:one 2:two')
    expect(await ask('acquire s2')).toBe('done')
    expect(await ask('append s2 after')).toBe('kept')
    await expect.poll(() => readdirSync(join(directory, '.commits')).length, { timeout: 5_000 }).toBe(1)
    await kill()
    const journal = openJournal({ directory })
    expect(await entriesOf(journal, 's1')).toHaveLength(2)
    expect((await entriesOf(journal, 's2')).map(({ seq }) => seq)).toEqual(
      Array.from({ length: 61 }, (_, index) => index + 1),
    )
  })

  test('only sessions whose file is not open are refused', async () => {
    const { ask } = startChild(makeFolder(), 'unsynced')
    for (const id of ['s1', 's2']) await ask(`create ${id}`)
    expect(await ask('append s1 one')).toBe('kept')
    expect(await ask('take')).toBe('EMFILE')
    expect(await ask('append s2 lost too')).toBe('store_full store_full')
    expect(await ask('append s1 two')).toBe('kept')
    expect(await ask('free')).toBe('done')
    expect(await ask('append s2 kept')).toBe('kept')
    expect(await ask('read s1')).toBe('1:one 2:two')
    expect(await ask('read s2')).toBe('1:kept')
  })

  test.each(['synced', 'unsynced'] as const)(
    'what asks for a session is refused, and finds it as it was later (%s)',
    async mode => {
      const directory = makeFolder()
      await makeSession(directory, 1, 's0')
      const { ask } = startChild(directory, mode)
      expect(await ask('take')).toBe('EMFILE')
      const asks = ['create s1', 'create s0', 'acquire s0', 'read s0', 'list', 'delete s0']
      for (const each of asks) expect(await ask(each), each).toBe('store_full')
      await ask('free')
      expect(await ask('list')).toBe('1')
      await ask('take')
      for (const each of asks.slice(0, 5)) expect(await ask(each), each).toBe('store_full')
      await ask('free')
      expect(await ask('read s0')).toBe('1:text 1')
      expect(await ask('create s1')).toBe('done')
      expect(await ask('acquire s0')).toBe('done')
      // Others must know the process for alive that could not look itself up at first.
      const other = openJournal({ directory })
      for (const id of ['s0', 's1'])
        await expect(other.acquire(id)).rejects.toMatchObject({ reason: 'session_locked' })
    },
  )
})

test('a session that could not be given back is given back when somebody wants it', async () => {
  let isShort = false
  const files = diskWith(disk => ({
    open: (path, use) => {
      if (isShort) throw unopened('ENFILE')
      return disk.open(path, use)
    },
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced: true })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(update('one'))
  isShort = true
  await expect(log.release()).rejects.toMatchObject({ reason: 'store_full' })
  await expect(log.append(update('late'))).rejects.toMatchObject({ reason: 'session_locked' })
  isShort = false
  const next = await journal.acquire('s1')
  await next.append(update('two'))
  expect(await entriesOf(journal, 's1')).toMatchObject([update('one'), update('two')])
})

test('a commit log whose name could not be made to last leaves nothing behind', async () => {
  let isShort = true
  const directory = makeFolder()
  const files = diskWith(disk => ({
    syncFolder: path => {
      const isRefused = isShort && path.endsWith('.commits')
      return isRefused ? Promise.reject(unopened()) : disk.syncFolder(path)
    },
  }))
  const journal = openJournal({ directory, files, isSynced: true })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await expect(log.append(update('lost'))).rejects.toMatchObject({ reason: 'store_full' })
  expect(readdirSync(join(directory, '.commits'))).toEqual([])
  isShort = false
  await log.append(update('kept'))
  expect(await entriesOf(journal, 's1')).toMatchObject([{ seq: 1, ...update('kept') }])
})

test('the log of a dead process stays until the session it holds can be opened', async () => {
  const directory = makeFolder()
  const dead = startChild(directory, 'synced')
  await dead.ask('create s1')
  expect(await dead.ask('append s1 one')).toBe('kept')
  await dead.kill()
  let isShort = true
  const files = diskWith(disk => ({
    open: (path, use) => {
      if (isShort && path.endsWith('s1.ndjson')) throw unopened()
      return disk.open(path, use)
    },
  }))
  const journal = openJournal({ directory, files })
  await expect(journal.acquire('s1')).rejects.toMatchObject({ reason: 'store_full' })
  isShort = false
  expect(await entriesOf(journal, 's1')).toMatchObject([update('one')])
})

test.each(['write', 'sync'] as const)('a %s that fails for want of files stops the store', async call => {
  let isShort = false
  const refuse = (): Error => Object.assign(failure('EMFILE'), { syscall: call })
  const files = diskWith(disk => ({
    write: (file, bytes, position) => {
      if (isShort && call === 'write') throw refuse()
      return disk.write(file, bytes, position)
    },
    sync: file => (isShort && call === 'sync' ? Promise.reject(refuse()) : disk.sync(file)),
  }))
  const journal = openJournal({ directory: makeFolder(), files, isSynced: true })
  const log = await journal.create({ id: 's1', cwd: '/w' })
  isShort = true
  await expect(log.append(update('lost'))).rejects.toMatchObject({ reason: 'store_failed' })
  isShort = false
  await expect(log.append(update('later'))).rejects.toMatchObject({ reason: 'store_failed' })
})
