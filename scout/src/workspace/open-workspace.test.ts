import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Host } from '@parley/acp/client'
import { expect, test, vi } from 'vitest'
import type { Errand } from '../errand.js'
import { asking, converse, hostFor, makeProject } from '../tools/errand.fixture.js'

/** Does something in a workspace of a client that lends what `host` says, and hands back what came of it. */
async function within<T>(work: string, act: (errand: Errand) => Promise<T>, host: Host = {}): Promise<T> {
  const { order } = await converse({ work, host })
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined
  await order(async errand => {
    outcome = await act(errand).then(
      value => ({ value }),
      (error: unknown) => ({ error }),
    )
    return undefined
  })
  if (outcome === undefined) throw new Error('nothing was done')
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** A folder beside the project with a file in it, and a link to it inside. */
function makeWayOut() {
  const work = makeProject({ 'a.txt': 'a', 'src/b.txt': 'b' })
  const outside = join(dirname(work), 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'c.txt'), 'outside')
  symlinkSync(outside, join(work, 'way'))
  return { work, outside }
}

test('a client that lends its files shows what is not saved, and writes what scout writes', async () => {
  const work = makeProject({ 'a.txt': 'saved' })
  const written = new Map<string, string>()
  const files = {
    read: async ({ path }: { readonly path: string }) => ({ content: written.get(path) ?? 'unsaved' }),
    write: async ({ path, content }: { readonly path: string; readonly content: string }) => {
      written.set(path, content)
      return {}
    },
  }
  const read = await within(
    work,
    async ({ workspace }) => {
      await workspace.write('b.txt', 'lent')
      return [await workspace.read('a.txt'), await workspace.read('b.txt'), workspace.isReadingItself]
    },
    { files },
  )
  expect(read).toEqual(['unsaved', 'lent', false])
  expect(existsSync(join(work, 'b.txt'))).toBe(false)
})

test('where a client lends its files for reading only, scout writes itself', async () => {
  const work = makeProject({ 'a.txt': 'saved' })
  const files = { read: async () => ({ content: 'unsaved' }) }
  await within(work, ({ workspace }) => workspace.write('a.txt', 'own'), { files })
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('own')
})

test('a file that is not there is told from one that cannot be read', async () => {
  const work = makeProject({ 'binary.bin': 'a\0b' })
  const fail = async (): Promise<never> => {
    throw new Error('broken')
  }
  for (const host of [{}, { files: { read: fail } }]) {
    expect(await within(work, ({ workspace }) => workspace.readIfThere('none.txt'), host)).toBeUndefined()
    await expect(within(work, ({ workspace }) => workspace.readIfThere('binary.bin'), host)).rejects.toThrow(
      'Cannot read binary.bin',
    )
  }
})

test('nothing is read, written, moved, removed or listed through a link that leaves the project', async () => {
  const { work, outside } = makeWayOut()
  const tries: readonly ((errand: Errand) => Promise<unknown>)[] = [
    ({ workspace }) => workspace.read('way/c.txt'),
    ({ workspace }) => workspace.readBytes('way/c.txt'),
    ({ workspace }) => workspace.write('way/new.txt', 'x'),
    ({ workspace }) => workspace.remove('way/c.txt'),
    ({ workspace }) => workspace.move('way/c.txt', 'c.txt'),
    ({ workspace }) => workspace.move('a.txt', 'way/a.txt'),
    ({ workspace }) => workspace.move('a.txt', 'way/new/a.txt'),
    ({ workspace }) => workspace.makeDirectory('way/folder'),
    ({ workspace }) => workspace.list('way'),
    ({ workspace }) => workspace.isEmpty('way'),
    ({ workspace }) => workspace.kind('way/c.txt'),
    ({ workspace }) => workspace.read('../outside/c.txt'),
    ({ workspace }) => workspace.run({ command: 'ls', args: [], cwd: 'way' }),
  ]
  for (const attempt of tries)
    await expect(within(work, attempt), `${attempt}`).rejects.toThrow(/outside|out of/)
  expect(readFileSync(join(outside, 'c.txt'), 'utf8')).toBe('outside')
  expect(['new.txt', 'a.txt', 'new', 'folder'].filter(name => existsSync(join(outside, name)))).toEqual([])
})

test('a link itself can be removed, and what it leads to stays', async () => {
  const { work, outside } = makeWayOut()
  await within(work, ({ workspace }) => workspace.remove('way'))
  expect(existsSync(join(work, 'way'))).toBe(false)
  expect(existsSync(join(outside, 'c.txt'))).toBe(true)
})

test('a directory is removed only when it is empty, and the project itself never', async () => {
  const work = makeProject({ 'src/b.txt': 'b' })
  mkdirSync(join(work, 'empty'))
  await within(work, ({ workspace }) => workspace.remove('empty'))
  expect(existsSync(join(work, 'empty'))).toBe(false)
  await expect(within(work, ({ workspace }) => workspace.remove('src'))).rejects.toThrow('not empty')
  await expect(within(work, ({ workspace }) => workspace.remove('.'))).rejects.toThrow('project itself')
})

test('a move makes the folders it needs, and never takes the place of something', async () => {
  const work = makeProject({ 'a.txt': 'a', 'b.txt': 'b', 'src/c.txt': 'c' })
  await within(work, ({ workspace }) => workspace.move('a.txt', 'deep/er/a.txt'))
  expect(readFileSync(join(work, 'deep/er/a.txt'), 'utf8')).toBe('a')
  await expect(within(work, ({ workspace }) => workspace.move('b.txt', 'src/c.txt'))).rejects.toThrow(
    'already',
  )
  await within(work, ({ workspace }) => workspace.move('src', 'lib'))
  expect(readFileSync(join(work, 'lib/c.txt'), 'utf8')).toBe('c')
  await expect(within(work, ({ workspace }) => workspace.move('lib', 'lib/in'))).rejects.toThrow(
    'into itself',
  )
})

test('lists and finds leave out what is ignored, at every depth', async () => {
  const work = makeProject({
    '.gitignore': '*.log\n/dist\n',
    'a.ts': '',
    'x.log': '',
    'dist/a.ts': '',
    'src/dist/a.ts': '',
    'src/.gitignore': '!kept.log\n',
    'src/kept.log': '',
    'src/other.log': '',
    'node_modules/p/a.ts': '',
    '.git/HEAD': '',
  })
  symlinkSync(join(work, 'src'), join(work, 'link'))
  const [listed, found, cut] = await within(work, async ({ workspace }) => [
    (await workspace.list('.')).items.map(({ path, kind }) => `${workspace.shorten(path)} ${kind}`),
    (await workspace.find('*.{ts,log}')).items.map(path => workspace.shorten(path)),
    await workspace.list('.', { depth: 3, limit: 2 }),
  ])
  expect(listed).toEqual(['.gitignore file', 'a.ts file', 'link link', 'src directory'])
  expect(found).toEqual(['a.ts', 'src/dist/a.ts', 'src/kept.log'])
  expect(cut).toMatchObject({ isCut: true, items: [{ size: 12 }, {}] })
})

test('the directory for temporary files is too broad to work in, and the answer says what to do', async () => {
  await expect(within(tmpdir(), ({ workspace }) => workspace.read('a.txt'))).rejects.toThrow(
    'it is too broad. Go to the folder of a project and begin there',
  )
})

test('a glob that would take for ever is refused', async () => {
  const work = makeProject({ [`${'a'.repeat(200)}.txt`]: '' })
  const glob = `${'*a'.repeat(40)}b`
  await expect(within(work, ({ workspace }) => workspace.find(glob))).rejects.toThrow('stars')
})

test('a command that scout runs itself is ended when its time is up, and its output kept', async () => {
  const work = makeProject()
  const pieces: string[] = []
  const outcome = await within(work, ({ workspace }) =>
    workspace.run({
      command: 'sh',
      args: ['-c', 'echo begun; sleep 30'],
      timeout: 300,
      onOutput: text => void pieces.push(text),
    }),
  )
  expect(outcome).toMatchObject({ output: 'begun\n', isTimedOut: true })
  expect(pieces.join('')).toBe('begun\n')
})

test('a program that is not there is an error that says so', async () => {
  const run = within(makeProject(), ({ workspace }) =>
    workspace.run({ command: 'no-such-program', args: [] }),
  )
  await expect(run).rejects.toThrow('Cannot run no-such-program')
})

test('the environment of a command is the allow-list, not that of scout', async () => {
  process.env.PARLEY_TEST_SECRET = 'secret'
  const { output } = await within(makeProject(), ({ workspace }) =>
    workspace.run({ command: 'env', args: [] }),
  )
  delete process.env.PARLEY_TEST_SECRET
  expect(output).toContain('PATH=')
  expect(output).not.toContain('secret')
})

test('a cancelled turn leaves no process, whoever ran the command', async () => {
  const { permission } = asking('allow_once')
  for (const lends of ['nothing', 'files', 'terminals']) {
    const work = makeProject()
    const host =
      lends === 'nothing' ? { permission } : hostFor(work, { permission, terminals: lends === 'terminals' })
    const { start, session } = await converse({ work, host })
    const turn = start(async ({ workspace }) => {
      await workspace.run({ command: 'sh', args: ['-c', 'sleep 60 & echo $! > pids; echo $$ >> pids; wait'] })
      return undefined
    })
    while (pidsIn(work).length < 2) await new Promise(done => setTimeout(done, 20))
    expect(pidsIn(work).map(isAlive)).toEqual([true, true])
    await session.cancel()
    expect((await turn.outcome).stopReason).toBe('cancelled')
    await vi.waitFor(() => expect(pidsIn(work).map(isAlive)).toEqual([false, false]), 5_000)
  }
})

function pidsIn(work: string): readonly number[] {
  if (!existsSync(join(work, 'pids'))) return []
  return readFileSync(join(work, 'pids'), 'utf8').split('\n').filter(Boolean).map(Number)
}

/** Whoever has ended may still stand in the list until somebody asks how. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
