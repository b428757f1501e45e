import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { FileIndex } from './file-index.js'
import { walkFolder } from './folder-walk.js'
import { gitFiles } from './git-files.js'
import { readIgnoreLines } from './ignore-lines.js'

function folder(...files: readonly string[]): string {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'parley-index-')))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  for (const file of files) put(place, file)
  return place
}

function put(place: string, file: string, text = ''): void {
  mkdirSync(dirname(join(place, file)), { recursive: true })
  writeFileSync(join(place, file), text)
}

function git(place: string, ...args: readonly string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'init.defaultBranch=main']
  execFileSync('git', [...settings, ...args], { cwd: place, stdio: 'ignore' })
}

const find = (index: FileIndex, place: string, query: string): Promise<readonly string[]> =>
  index.find(place, query, { most: 20, signal: new AbortController().signal })

test('git says which files there are: known ones, new ones, none that is ignored', async () => {
  const place = folder('src/a.ts', 'src/deep/b c.ts', 'dist/x.js', 'local')
  put(place, '.gitignore', 'dist/\n')
  git(place, 'init')
  git(place, 'add', '.')
  git(place, 'commit', '-m', 'x')
  put(place, 'src/new.ts')
  put(place, '.git/info/exclude', 'local2\n')
  put(place, 'local2')
  expect([...((await gitFiles(place, 100)) ?? [])].sort()).toEqual([
    '.gitignore',
    'local',
    'src/a.ts',
    'src/deep/b c.ts',
    'src/new.ts',
  ])
  expect([...((await gitFiles(join(place, 'src'), 100)) ?? [])].sort()).toEqual([
    'a.ts',
    'deep/b c.ts',
    'new.ts',
  ])
  expect(await gitFiles(place, 2)).toHaveLength(2)
})

test('the files of a second work tree are found too', async () => {
  const place = folder('a.ts')
  git(place, 'init')
  git(place, 'add', '.')
  git(place, 'commit', '-m', 'x')
  const second = join(folder(), 'second')
  git(place, 'worktree', 'add', second)
  put(second, 'b.ts')
  expect([...((await gitFiles(second, 100)) ?? [])].sort()).toEqual(['a.ts', 'b.ts'])
})

test('a repository whose settings name programs does not get them run', async () => {
  const place = folder('a.ts')
  git(place, 'init')
  git(place, 'add', '.')
  const [trap, sprung] = [join(place, '.git', 'trap'), join(place, '.git', 'sprung')]
  writeFileSync(trap, `#!/bin/sh\ntouch '${sprung}'\n`)
  chmodSync(trap, 0o700)
  for (const name of [
    'core.fsmonitor',
    'core.sshCommand',
    'core.pager',
    'pager.ls-files',
    'filter.x.clean',
    'core.askPass',
  ])
    git(place, 'config', name, trap)
  mkdirSync(join(place, '.git/hooks'), { recursive: true })
  for (const hook of ['post-index-change', 'fsmonitor-watchman'])
    writeFileSync(join(place, '.git/hooks', hook), `#!/bin/sh\ntouch '${sprung}'\n`, { mode: 0o700 })
  put(place, '.gitattributes', '* filter=x\n')
  rmSync(sprung, { force: true })
  expect(await gitFiles(place, 100)).toContain('a.ts')
  expect(existsSync(sprung)).toBe(false)
  // The trap is a real one: who asks git carelessly springs it.
  git(place, 'status')
  expect(existsSync(sprung)).toBe(true)
})

test('without git a folder is looked through, but not what nobody wants to mention', async () => {
  const place = folder('a.ts', 'src/b.ts', 'src/x.log', 'node_modules/m/i.js', 'out/o.js', 'src/keep.log')
  put(place, '.gitignore', '*.log\n/out/\n')
  put(place, 'src/.gitignore', '!keep.log\n')
  symlinkSync('/', join(place, 'link'))
  expect(await gitFiles(place, 10)).toBeUndefined()
  expect([...(await walkFolder(place, 100))].sort()).toEqual([
    '.gitignore',
    'a.ts',
    'link',
    'src/.gitignore',
    'src/b.ts',
    'src/keep.log',
  ])
  expect(await walkFolder(place, 2)).toHaveLength(2)
})

test.each([
  ['*.log', 'a/b.log', true],
  ['build/', 'a/build', true],
  ['/build', 'a/build', undefined],
  ['docs/*.md', 'docs/a.md', true],
  ['docs/*.md', 'docs/a/b.md', undefined],
  ['**/tmp', 'a/b/tmp', true],
  ['a/**', 'a/b/c', true],
  ['a/**/z', 'a/z', true],
  ['*\n!keep', 'keep', false],
  ['# *', 'x', undefined],
  ['fo?.ts', 'foo.ts', true],
  ['a.b', 'aXb', undefined],
])('the line %s says of %s: %s', (line, path, isIgnored) => {
  expect(readIgnoreLines(line)(path, true)).toBe(isIgnored)
})

test('a line that was written to take forever does not', () => {
  const started = performance.now()
  readIgnoreLines(`${'*a'.repeat(200)}b\n${'**/'.repeat(150)}b`)('a/'.repeat(200) + 'a'.repeat(250), false)
  expect(performance.now() - started).toBeLessThan(200)
})

test('a few letters find files and folders, the nearest without any', async () => {
  const place = folder('readme.md', 'src/chat/update.ts', 'src/chat/draw.ts', 'docs/update.md')
  const index = new FileIndex()
  expect(await find(index, place, '')).toEqual(expect.arrayContaining(['src/', 'docs/', 'readme.md']))
  expect((await find(index, place, '')).slice(0, 3).sort()).toEqual(['docs/', 'readme.md', 'src/'])
  expect((await find(index, place, 'draw'))[0]).toBe('src/chat/draw.ts')
  expect((await find(index, place, 'src/chat/'))[0]).toBe('src/chat/')
  expect(await find(index, place, 'src/chat/')).toContain('src/chat/update.ts')
  expect(await find(index, place, 'zzz')).toEqual([])
})

test('a list is used for five seconds and made anew after that', async () => {
  const place = folder('a.ts')
  let now = 0
  const index = new FileIndex(() => now)
  await find(index, place, '')
  put(place, 'b.ts')
  now = 4_999
  expect(await find(index, place, 'b.ts')).toEqual([])
  now = 5_001
  expect(await find(index, place, 'b.ts')).toEqual(['b.ts'])
})

test('fifty thousand files do not stop the program for long', async () => {
  const place = folder()
  git(place, 'init')
  const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd: place, input: '' })
    .toString()
    .trim()
  const rows = Array.from(
    { length: 60_000 },
    (_, index) => `100644 ${blob}\tpackages/p${index % 99}/src/file-${index}.ts`,
  )
  execFileSync('git', ['update-index', '--index-info'], { cwd: place, input: `${rows.join('\n')}\n` })
  const index = new FileIndex()
  await find(index, place, 'warm')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  expect(await find(index, place, 'pf4999')).toHaveLength(20)
  const fresh = new FileIndex()
  await find(fresh, place, 'file-77')
  delay.disable()
  // The 99th of a hundred: collecting garbage, and the neighbours on this machine, are not ours.
  expect(delay.percentile(90) / 1e6).toBeLessThan(25)
})
