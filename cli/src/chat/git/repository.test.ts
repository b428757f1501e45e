import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { isGone, processesWith } from '../../run/command.fixture.js'
import { git, makeProject, type Project, pictureOf, removeProject } from '../changes/folder.fixture.js'
import { TurnChanges } from '../changes/turn-changes.js'
import { gitFiles } from '../work/git-files.js'
import { findRepository } from './repository.js'

const projects: Project[] = []
afterEach(async () => {
  for (const project of projects.splice(0)) {
    await project.changes.close()
    removeProject(project)
  }
})

function make(files: Readonly<Record<string, string>> = { 'a.txt': 'a\n', 'sub/b.txt': 'b\n' }): Project {
  const project = makeProject(files, true)
  projects.push(project)
  return project
}

function makeTrap({ base }: Project): { trap: string; isSprung: () => boolean } {
  const trap = join(base, 'trap')
  const sprung = join(base, 'sprung')
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${sprung}'\nexit 1\n`)
  chmodSync(trap, 0o755)
  return { trap, isSprung: () => existsSync(sprung) }
}

const tryGit = (cwd: string, ...args: readonly string[]): void => {
  try {
    git(cwd, ...args)
  } catch {
    // A trap that is sprung may well make git fail.
  }
}

const PROGRAMS = [
  ...['core.sshCommand', 'core.gitProxy', 'core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass'],
  ...['core.hooksPath', 'core.alternateRefsCommand', 'diff.external', 'diff.x.command', 'diff.x.textconv'],
  ...['filter.x.clean', 'filter.x.process', 'filter.x.smudge', 'merge.x.driver', 'credential.helper'],
  ...['gpg.program', 'sequence.editor', 'pager.status', 'remote.origin.uploadpack', 'remote.origin.vcs'],
  ...['uploadpack.packObjectsHook', 'alias.status', 'alias.ls-files', 'alias.cat-file', 'status.x'],
]

/** The whole way of a turn: baseline, comparison, undo. */
async function wholeTurn(project: Project): Promise<readonly string[]> {
  const paths = await project.turn(() => {
    project.write('a.txt', 'turn\n')
    project.write('new.txt', 'turn\n')
    rmSync(join(project.cwd, 'sub/b.txt'))
  })
  await project.changes.compare()
  expect((await project.changes.undo()).kept).toEqual([])
  expect(project.read('a.txt')).toBe('a\n')
  return paths
}

const WHOLE = ['a.txt', 'new.txt', 'sub/b.txt']

test('the folder of the repository is the same afterwards: bytes, modes, times and numbers', async () => {
  const project = make()
  project.write('a.txt', 'a\n')
  const before = pictureOf(join(project.cwd, '.git'))
  await project.changes.prepare()
  expect(await wholeTurn(project)).toEqual(WHOLE)
  expect(pictureOf(join(project.cwd, '.git'))).toBe(before)
})

test('no program that a setting names is started, whatever the setting', async () => {
  const project = make({
    'a.txt': 'a\n',
    'sub/b.txt': 'b\n',
    '.gitattributes': '* filter=x diff=x merge=x ident\n',
  })
  const { trap, isSprung } = makeTrap(project)
  for (const key of PROGRAMS) git(project.cwd, 'config', '--add', key, trap)
  git(project.cwd, 'config', 'filter.x.required', 'true')
  writeFileSync(
    join(project.cwd, '.git/more'),
    `[core]\n\tfsmonitor = ${trap}\n[filter "x"]\n\tclean = ${trap}\n`,
  )
  git(project.cwd, 'config', 'include.path', 'more')
  mkdirSync(join(project.cwd, '.git/hooks'), { recursive: true })
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'query-watchman', 'pre-auto-gc'])
    writeFileSync(join(project.cwd, '.git/hooks', hook), readFileSync(trap), { mode: 0o755 })
  mkdirSync(join(project.cwd, '.git/info'), { recursive: true })
  writeFileSync(join(project.cwd, '.git/info/attributes'), '* filter=x diff=x\n')
  expect(await wholeTurn(project)).toEqual(WHOLE)
  expect(isSprung()).toBe(false)
  project.write('a.txt', 'c\n')
  // The trap is real: plain git springs it.
  tryGit(project.cwd, 'status')
  expect(isSprung()).toBe(true)
})

test('variables that name programs or other places do not reach git', async () => {
  const project = make()
  const { trap, isSprung } = makeTrap(project)
  const env = {
    ...process.env,
    GIT_EXTERNAL_DIFF: trap,
    GIT_SSH: trap,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.fsmonitor',
    GIT_CONFIG_VALUE_0: trap,
    GIT_INDEX_FILE: '/nowhere',
    GIT_DIR: '/nowhere',
    GIT_EXEC_PATH: project.base,
  }
  writeFileSync(join(project.base, 'git-status'), readFileSync(trap), { mode: 0o755 })
  const changes = new TurnChanges({ cwd: project.cwd, state: project.state, env })
  await changes.begin()
  project.write('a.txt', 'b\n')
  expect(await changes.end()).toEqual([join(project.cwd, 'a.txt')])
  expect(isSprung()).toBe(false)
  await changes.close()
})

test('objects that are left out are not fetched by a program; their files are named', async () => {
  const project = make()
  const { trap, isSprung } = makeTrap(project)
  const blob = git(project.cwd, 'rev-parse', 'HEAD:a.txt').trim()
  rmSync(join(project.cwd, '.git/objects', blob.slice(0, 2), blob.slice(2)))
  const lines = ['[core]', 'repositoryformatversion = 1', `sshCommand = ${trap}`, '[extensions]']
  const remote = ['partialClone = origin', '[remote "origin"]', 'url = ssh://x/y', 'promisor = true']
  writeFileSync(join(project.cwd, '.git/config'), [...lines, ...remote, ''].join('\n'))
  await project.turn(() => project.write('a.txt', 'b\n'))
  expect(await project.changes.compare()).toEqual([
    { path: join(project.cwd, 'a.txt'), note: 'changed: the repository does not have its old content' },
  ])
  expect((await project.changes.undo()).kept).toEqual([
    { path: join(project.cwd, 'a.txt'), why: 'the repository does not have its old content' },
  ])
  expect(isSprung()).toBe(false)
  tryGit(project.cwd, 'cat-file', 'blob', blob)
  expect(isSprung()).toBe(true)
})

test('settings that point out of the directory show and touch nothing there', async () => {
  const project = make()
  const outside = join(project.base, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'private.txt'), 'private\n')
  git(project.cwd, 'config', 'core.worktree', outside)
  const before = pictureOf(outside)
  expect(await wholeTurn(project)).toEqual(WHOLE)
  expect(pictureOf(outside)).toBe(before)
})

test('a repository of somebody else, or one that is partly elsewhere, is not read with git', async () => {
  const other = make()
  const changed = (change: (gitFolder: string) => void) => {
    const project = make()
    change(join(project.cwd, '.git'))
    return findRepository(project.cwd)
  }
  expect(await changed(() => {})).toBeDefined()
  if (process.getuid?.() === 0) {
    expect(await changed(path => chownSync(path, 12_345, 12_345))).toBeUndefined()
    expect(await changed(path => chownSync(join(path, 'objects'), 12_345, 12_345))).toBeUndefined()
    expect(await changed(path => chownSync(join(path, '..'), 12_345, 12_345))).toBeUndefined()
  }
  const swap = (path: string) => {
    renameSync(path, `${path}.old`)
    symlinkSync(`${path}.old`, path)
    lchownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  }
  for (const name of ['', 'objects', 'index', 'config'])
    expect(await changed(path => swap(join(path, name)))).toBeUndefined()
  expect(
    await changed(path =>
      writeFileSync(join(path, 'objects/info/alternates'), `${other.cwd}/.git/objects\n`),
    ),
  ).toBeUndefined()
})

test('pipes in place of its files keep nobody waiting', async () => {
  for (const name of ['config', 'index']) {
    const project = make()
    renameSync(join(project.cwd, '.git', name), join(project.cwd, '.git', `${name}.old`))
    execFileSync('mkfifo', [join(project.cwd, '.git', name)])
    execFileSync('mkfifo', [join(project.cwd, 'pipe')])
    const from = performance.now()
    expect(await wholeTurn(project)).toEqual(WHOLE)
    expect(performance.now() - from).toBeLessThan(4_000)
  }
})

test('a list of files that git cannot read is done without', async () => {
  const project = make()
  writeFileSync(join(project.cwd, '.git/index'), 'DIRC nonsense')
  expect(await wholeTurn(project)).toEqual(WHOLE)
})

test('a list of files that names what is outside, or git itself, reaches neither', async () => {
  for (const [name, path] of [
    ['xx/secret.txt', '../secret.txt'],
    ['xxxx/config', '.git/config'],
  ] as const) {
    const project = make({})
    project.write(name, 'mine\n')
    git(project.cwd, 'add', '.')
    const index = readFileSync(join(project.cwd, '.git/index'))
    index.write(path, index.indexOf(name), 'latin1')
    createHash('sha1')
      .update(index.subarray(0, -20))
      .digest()
      .copy(index, index.length - 20)
    writeFileSync(join(project.cwd, '.git/index'), index)
    writeFileSync(join(project.base, 'secret.txt'), 'secret\n')
    const target = join(project.cwd, path)
    const paths = await project.turn(() => writeFileSync(target, 'turn\n'))
    expect(paths.filter(each => !each.startsWith('xx'))).toEqual([])
    await project.changes.undo()
    expect(readFileSync(target, 'utf8')).toBe('turn\n')
  }
})

test('ignored files are not looked at, unless they are tracked', async () => {
  const project = make({ '.gitignore': 'dist\n.env\n', 'a.txt': 'a\n' })
  project.write('dist/tracked.js', 'one\n')
  git(project.cwd, 'add', '-f', 'dist/tracked.js')
  project.write('.env', 'SECRET=1\n')
  expect(
    await project.turn(() => {
      project.write('.env', 'SECRET=2\n')
      project.write('dist/other.js', 'x\n')
      project.write('dist/tracked.js', 'two\n')
    }),
  ).toEqual(['dist/tracked.js'])
  await project.changes.undo()
  expect(project.read('dist/tracked.js')).toBe('one\n')
  expect(project.read('.env')).toBe('SECRET=2\n')
})

test('a file that was ignored before the turn and is not now is never removed by undoing', async () => {
  const project = make({ '.gitignore': '.env\n', 'a.txt': 'a\n' })
  project.write('.env', 'SECRET=1\n')
  await new Promise(resolve => setTimeout(resolve, 120))
  expect(await project.turn(() => project.write('.gitignore', 'nothing\n'))).toEqual(['.env', '.gitignore'])
  expect((await project.changes.undo()).kept).toEqual([
    { path: join(project.cwd, '.env'), why: 'it may have been there before' },
  ])
  expect(project.read('.env')).toBe('SECRET=1\n')
  expect(project.read('.gitignore')).toBe('.env\n')
  // The other way round: what becomes ignored is no change.
  expect(await project.turn(() => project.write('.gitignore', '.env\na.txt\n'))).toEqual(['.gitignore'])
})

test('what the turn committed is told like everything else, and undoing leaves the commit alone', async () => {
  const project = make()
  expect(
    await project.turn(() => {
      project.write('a.txt', 'committed\n')
      git(project.cwd, 'commit', '-qam', 'two')
      git(project.cwd, 'gc', '-q', '--prune=now')
    }),
  ).toEqual(['a.txt'])
  const head = git(project.cwd, 'rev-parse', 'HEAD')
  await project.changes.undo()
  expect(project.read('a.txt')).toBe('a\n')
  expect(git(project.cwd, 'rev-parse', 'HEAD')).toBe(head)
})

test('a conversation in a folder of the repository sees and touches that folder alone', async () => {
  const project = make({
    'a.txt': 'a\n',
    'sub/b.txt': 'b\n',
    'sub/[x]*.txt': 'x\n',
    'sub2/c.txt': 'c\n',
    '.gitignore': '*.log\n',
  })
  const cwd = join(project.cwd, 'sub')
  const changes = new TurnChanges({ cwd, state: project.state, env: process.env })
  await changes.begin()
  for (const path of ['a.txt', 'sub/b.txt', 'sub/[x]*.txt', 'sub/x.log', 'sub/new.txt', 'sub2/c.txt'])
    project.write(path, 'turn\n')
  expect(await changes.end()).toEqual(['[x]*.txt', 'b.txt', 'new.txt'].map(name => join(cwd, name)))
  await changes.undo()
  expect([project.read('a.txt'), project.read('sub/b.txt'), project.read('sub2/c.txt')]).toEqual([
    'turn\n',
    'b\n',
    'turn\n',
  ])
  await changes.close()
})

test('linked work trees, submodules, long names and unborn branches work like others', async () => {
  const project = make()
  const linked = join(project.base, 'linked')
  git(project.cwd, 'worktree', 'add', '-q', linked)
  const long = join(project.base, 'long')
  mkdirSync(long)
  git(long, 'init', '-q', '--object-format=sha256')
  writeFileSync(join(long, 'a.txt'), 'a\n')
  git(long, 'add', '.')
  const unborn = join(project.base, 'unborn')
  mkdirSync(unborn)
  git(unborn, 'init', '-q')
  writeFileSync(join(unborn, 'a.txt'), 'a\n')
  git(project.cwd, 'submodule', 'add', '-q', project.cwd, 'module')
  for (const cwd of [linked, long, unborn, join(project.cwd, 'module')]) {
    // Ignored files tell that git was asked.
    writeFileSync(join(cwd, '.gitignore'), 'x\n')
    const changes = new TurnChanges({ cwd, state: project.state, env: process.env, patience: 10_000 })
    await changes.begin()
    for (const name of ['a.txt', 'x']) writeFileSync(join(cwd, name), 'turn\n')
    expect(await changes.end()).toEqual([join(cwd, 'a.txt')])
    expect((await changes.compare())[0]?.oldText).toBe('a\n')
    await changes.close()
  }
  await project.turn(() => writeFileSync(join(project.cwd, 'module/a.txt'), 'again\n'))
  expect(await project.changes.compare()).toEqual([
    { path: join(project.cwd, 'module'), note: 'a repository of its own: what is in it is not compared' },
  ])
})

test('a file that git keeps in another form is never put back in that form', async () => {
  const project = make({ 'a.txt': 'a\n' })
  git(project.cwd, 'config', 'core.autocrlf', 'true')
  project.write('dos.txt', 'one\r\ntwo\r\n')
  git(project.cwd, 'add', '.')
  // So that git does not look into it again.
  await new Promise(resolve => setTimeout(resolve, 1_100))
  project.write('later.txt', '')
  git(project.cwd, 'add', 'later.txt')
  await project.turn(() => project.write('dos.txt', 'one\r\n'))
  const { restored, kept } = await project.changes.undo()
  expect([restored, kept.map(({ why }) => why)]).toEqual([[], ['git keeps its old content in another form']])
  expect(project.read('dos.txt')).toBe('one\r\n')
})

test('a file that was as it is committed with other line ends, and was looked into, comes back as it was', async () => {
  const project = make({ 'dos.txt': 'one\r\n', '.gitattributes': '* text=auto\n' })
  await project.turn(() => project.write('dos.txt', 'two\r\n'))
  await project.changes.undo()
  expect(readFileSync(join(project.cwd, 'dos.txt'), 'utf8')).toBe('one\r\n')
})

test('more files than can be walked are not guessed at: it is said why', async () => {
  const project = makeProject({}, false)
  projects.push(project)
  for (let at = 0; at < 5_001; at++) writeFileSync(join(project.cwd, `${at}`), '')
  expect(await project.turn(() => project.write('new.txt', 'x'))).toEqual([])
  expect(project.changes.absence).toMatch(/more than 5,000 files/)
  expect(await project.changes.undo()).toEqual({ restored: [], kept: [] })
  expect(existsSync(join(project.cwd, 'new.txt'))).toBe(true)
})

test('a large repository does not hold the prompt up, and nothing is left of old baselines', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [`d${at % 50}/${at}.txt`, `${at}\n`]),
  )
  const project = make(files)
  for (let at = 0; at < 500; at++) project.write(`untracked/${at}.txt`, 'x'.repeat(5_000))
  const usual = new TurnChanges({ cwd: project.cwd, state: project.state, env: process.env })
  const first = performance.now()
  await usual.begin()
  expect(performance.now() - first).toBeLessThan(1_000)
  // Also in the middle of it nothing is left.
  await usual.close()
  expect(readdirSync(project.state)).toEqual([])
  await project.changes.begin()
  project.write('d1/1.txt', 'turn\n')
  expect(await project.changes.end()).toEqual([join(project.cwd, 'd1/1.txt')])
  const folder = join(project.state, readdirSync(project.state)[0] ?? '')
  await project.turn(() => {})
  await project.turn(() => {})
  expect(readdirSync(folder).filter(name => name.startsWith('git-')).length).toBe(1)
  expect(readdirSync(folder).length).toBeLessThan(510)
})

test('a baseline that is late counts, unless a file was changed before it was taken', async () => {
  const project = make()
  for (let at = 0; at < 300; at++) project.write(`untracked/${at}.txt`, 'x'.repeat(2_000))
  await new Promise(resolve => setTimeout(resolve, 100))
  const late = () =>
    new TurnChanges({ cwd: project.cwd, state: project.state, env: process.env, patience: 0 })
  const quiet = late()
  await quiet.begin()
  await quiet.compare()
  project.write('untracked/7.txt', 'turn\n')
  expect(await quiet.end()).toEqual([join(project.cwd, 'untracked/7.txt')])
  await quiet.close()
  const hasty = late()
  await new Promise(resolve => setTimeout(resolve, 100))
  await hasty.begin()
  project.write('a.txt', 'turn\n')
  expect(await hasty.end()).toEqual([])
  expect(hasty.absence).toMatch(/before it could be seen/)
  await hasty.close()
})

test('a repository of nothing but blanks takes no time to be looked at', async () => {
  const project = make()
  const [other, third] = ['other', 'third'].map(name => join(project.base, name)) as [string, string]
  for (const place of [other, third]) mkdirSync(place)
  const began = performance.now()
  writeFileSync(join(project.cwd, '.git/config'), '\n'.repeat(120_000))
  expect(await findRepository(project.cwd)).toMatchObject({ isLong: false, settings: [] })
  writeFileSync(join(other, '.git'), `gitdir: ${' '.repeat(120_000)}x`)
  writeFileSync(join(third, '.git'), `gitdir: ${' '.repeat(8_000)}`)
  for (const place of [other, third]) {
    expect(await findRepository(place)).toBeUndefined()
    expect(await gitFiles(place, 10)).toBeUndefined()
  }
  expect(performance.now() - began).toBeLessThan(3_000)
})

/** A folder of a repository in which git waits for ever; the name of the folder stands in its command line. */
function makeSnare(): { readonly project: Project; readonly cwd: string; readonly mark: string } {
  const project = make()
  const mark = `mark-${crypto.randomUUID()}`
  project.write(`${mark}/a.txt`, 'a\n')
  execFileSync('mkfifo', [join(project.cwd, mark, '.gitignore')])
  return { project, cwd: join(project.cwd, mark), mark: `-- ${mark}` }
}

async function isRunning(mark: string): Promise<void> {
  const late = performance.now() + 8_000
  while (processesWith(mark).length === 0) {
    if (performance.now() > late) throw new Error('git was not asked')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

test('git that waits for ever ends with the conversation, and no sooner is it waited for', async () => {
  const { project, cwd, mark } = makeSnare()
  const changes = new TurnChanges({ cwd, state: project.state, env: process.env })
  const prepared = changes.prepare()
  await isRunning(mark)
  const began = performance.now()
  await changes.close()
  await prepared
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await isGone(mark, 15_000)).toBe(true)
}, 30_000)

test('git that waits for ever ends with a program that is killed', async () => {
  const { project, cwd, mark } = makeSnare()
  const program = fileURLToPath(new URL('fixtures/baseline.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, cwd, project.state], { stdio: 'ignore' })
  await isRunning(mark)
  child.kill('SIGKILL')
  expect(await isGone(mark, 15_000)).toBe(true)
}, 30_000)
