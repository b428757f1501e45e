import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fixture } from '../pairs.fixture.js'
import { nodeFileSystem } from './file-system.js'
import { Folder } from './folder.js'
import { takeLock } from './lock.js'
import { Presence, readOwner } from './owner.js'
import { diskWith, entriesOf, makeFolder, openJournal, update } from './place.fixture.js'

interface Writer {
  readonly child: ChildProcess
  next(): Promise<string>
  kill(): Promise<void>
}

function startWriter(...args: string[]): Writer {
  const child = spawn(process.execPath, [fixture('journal-writer.mjs'), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  let wake = () => {}
  let rest = ''
  child.stdout?.on('data', (part: Buffer) => {
    const pieces = (rest + part.toString('utf8')).split('\n')
    rest = pieces.pop() ?? ''
    lines.push(...pieces)
    wake()
  })
  const next = async (): Promise<string> => {
    while (lines.length === 0) await new Promise<void>(resolve => (wake = resolve))
    return lines.shift()!
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { child, next, kill }
}

test('a session is locked while its writer lives, and free when the writer was killed', async () => {
  const directory = makeFolder()
  const writer = startWriter('create', directory, '1')
  await writer.next()
  const journal = openJournal({ directory })
  await expect(journal.acquire('s0')).rejects.toMatchObject({ reason: 'session_locked' })
  await expect(journal.delete('s0')).rejects.toMatchObject({ reason: 'session_locked' })
  expect(await entriesOf(journal, 's0')).toHaveLength(1)
  await writer.kill()
  const log = await journal.acquire('s0')
  await log.append(update('after'))
  expect(await entriesOf(journal, 's0')).toHaveLength(2)
})

test('who is killed while it deletes a session leaves no lock for ever', async () => {
  const directory = makeFolder()
  const writer = startWriter('create', directory, '2')
  await writer.next()
  const locks = join(directory, '.locks')
  rmSync(join(directory, 's0.ndjson'))
  await openJournal({ directory }).list()
  expect(readdirSync(locks).sort()).toEqual(['s0', 's1'])
  await writer.kill()
  await openJournal({ directory }).list()
  expect(readdirSync(locks)).toEqual(['s1'])
})

test.each(['synced', 'unsynced'])(
  'of many processes that race for the sessions of a dead one, each session goes to exactly one (%s)',
  { timeout: 60_000 },
  async mode => {
    const directory = makeFolder()
    const dead = startWriter('create', directory, '100', mode)
    await dead.next()
    await dead.kill()
    const writers = Array.from({ length: 5 }, () => startWriter('race', directory, '100', mode))
    for (const writer of writers) expect(await writer.next()).toBe('ready')
    for (const { child } of writers) child.stdin?.write('go\n')
    const results = await Promise.all(
      writers.map(async writer => JSON.parse(await writer.next()) as { pid: number; taken: string[] }),
    )
    const taken = results.flatMap(result => result.taken)
    expect(taken.length).toBe(100)
    expect(new Set(taken).size).toBe(100)
    for (const writer of writers) await writer.kill()
    const journal = openJournal({ directory })
    for (const { pid, taken: ids } of results)
      for (const id of ids)
        expect((await entriesOf(journal, id)).map(entry => JSON.stringify(entry))).toEqual([
          expect.stringContaining(`"${dead.child.pid}"`),
          expect.stringContaining(`"${pid}"`),
        ])
  },
)

test.each([
  ['began at another time', { begun: '1' }],
  ['ran before the machine was started anew', { boot: 'another' }],
  ['is gone', { pid: 2 ** 22 + 1 }],
])('the lock of a process that %s is taken over', async (_name, change) => {
  const directory = makeFolder()
  const other = openJournal({ directory })
  await other.create({ id: 's1', cwd: '/w' })
  const [owner] = readdirSync(join(directory, '.owners'))
  const path = join(directory, '.owners', owner!)
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
  const journal = openJournal({ directory })
  const log = await journal.acquire('s1')
  await log.append(update('text'))
  await log.release()
})

test.runIf(process.platform === 'linux')(
  'the lock of a process that has ended, and at which its parent has not looked, is taken over',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], { stdio: 'pipe' })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line]: Buffer[] = await once(parent.stdout, 'data')
    const pid = Number(line)
    const stat = (): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    while (stat()[0] !== 'Z') await new Promise(resolve => setTimeout(resolve, 10))
    const directory = makeFolder()
    await openJournal({ directory }).create({ id: 's1', cwd: '/w' })
    const [owner] = readdirSync(join(directory, '.owners'))
    const path = join(directory, '.owners', owner!)
    const dead = { ...JSON.parse(readFileSync(path, 'utf8')), pid, begun: stat()[19] }
    writeFileSync(path, JSON.stringify(dead))
    const log = await openJournal({ directory }).acquire('s1')
    await log.release()
  },
)

test('who finds a lock stale too late does not take it from its new holder', async () => {
  const folder = new Folder(makeFolder())
  const disk = nodeFileSystem()
  folder.prepare(disk)
  const [dead, quick, slow] = [1, 2, 3].map(() => new Presence(disk, folder))
  expect(takeLock(disk, dead!, folder.lock('s1'))).toBe(true)
  writeFileSync(dead!.path, JSON.stringify({ ...JSON.parse(readFileSync(dead!.path, 'utf8')), pid: 0 }))
  let isOvertaken = false
  const overtaken = diskWith(() => ({
    text: path => {
      const text = disk.text(path)
      // Between the look at the lock and what is done about it, another process does all of it.
      if (!isOvertaken) isOvertaken = takeLock(disk, quick!, folder.lock('s1'))
      return text
    },
  }))
  expect(takeLock(overtaken, slow!, folder.lock('s1'))).toBe(false)
  expect(isOvertaken).toBe(true)
  expect(readOwner(disk, folder.lock('s1'))?.token).toBe(quick!.token)
  expect(readdirSync(folder.locks)).toEqual(['s1'])
  for (const presence of [dead, quick, slow]) presence!.leave()
})

test('the token of a lock that is not ours leads nowhere', async () => {
  const directory = makeFolder()
  const journal = openJournal({ directory })
  await (await journal.create({ id: 's1', cwd: '/w' })).release()
  const stranger = { token: '/../../escaped', pid: 0, begun: '', boot: 'another', space: '' }
  const lock = join(directory, '.locks', 's1')
  writeFileSync(lock, JSON.stringify(stranger))
  expect(readOwner(nodeFileSystem(), lock)?.token).toBe('unknown')
  await (await journal.acquire('s1')).release()
})
