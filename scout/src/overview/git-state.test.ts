import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from '../tools/errand.fixture.js'
import { gitState } from './git-state.js'

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'pipe' })

function makeRepository() {
  const work = makeProject({ 'a.txt': 'a\n', 'sub/b.txt': 'b\n' })
  git(work, 'init', '-q', '-b', 'trunk')
  git(work, 'add', '.')
  git(work, 'commit', '-qm', 'one')
  const trap = join(dirname(work), 'trap')
  const sprung = join(dirname(work), 'sprung')
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${sprung}'\nexit 1\n`)
  chmodSync(trap, 0o755)
  return { work, trap, sprung }
}

const tryGit = (cwd: string, ...args: readonly string[]): void => {
  try {
    git(cwd, ...args)
  } catch {
    // A trap that is sprung may well make git fail.
  }
}

test('a repository that leaves objects out starts no program of its own to fetch them', async () => {
  const { work, trap, sprung } = makeRepository()
  writeFileSync(join(work, 'a.txt'), 'other\n')
  const tree = git(work, 'rev-parse', 'HEAD^{tree}').toString().trim()
  rmSync(join(work, '.git/objects', tree.slice(0, 2), tree.slice(2)))
  const lines = ['[core]', 'repositoryformatversion = 1', `sshCommand = ${trap}`, '[extensions]']
  const remote = ['partialClone = origin', '[remote "origin"]', 'url = ssh://x/y', 'promisor = true']
  writeFileSync(join(work, '.git/config'), [...lines, ...remote, ''].join('\n'))
  expect(await gitState(work)).toBeUndefined()
  expect(existsSync(sprung)).toBe(false)
  // The trap is real: plain git springs it.
  tryGit(work, 'status')
  expect(existsSync(sprung)).toBe(true)
})

const PROGRAMS = [
  ...['core.sshCommand', 'core.gitProxy', 'core.fsmonitor', 'core.pager', 'core.editor', 'core.askPass'],
  ...['core.hooksPath', 'core.alternateRefsCommand', 'diff.external', 'diff.x.command', 'diff.x.textconv'],
  ...['filter.x.clean', 'filter.x.process', 'filter.x.smudge', 'merge.x.driver', 'credential.helper'],
  ...['gpg.program', 'sequence.editor', 'pager.status', 'remote.origin.uploadpack', 'remote.origin.vcs'],
  ...['uploadpack.packObjectsHook', 'alias.status', 'interactive.diffFilter', 'status.x'],
]

test('no program that a setting names is started, whatever the setting', async () => {
  const { work, trap, sprung } = makeRepository()
  writeFileSync(join(work, '.gitattributes'), '* filter=x diff=x merge=x\n')
  writeFileSync(join(work, 'a.txt'), 'c\n')
  for (const key of PROGRAMS) git(work, 'config', '--add', key, trap)
  writeFileSync(join(work, '.git/more'), `[core]\n\tfsmonitor = ${trap}\n`)
  git(work, 'config', 'include.path', 'more')
  mkdirSync(join(work, '.git/hooks'), { recursive: true })
  for (const hook of ['post-index-change', 'fsmonitor-watchman'])
    writeFileSync(join(work, '.git/hooks', hook), readFileSync(trap), { mode: 0o755 })
  expect(await gitState(work)).toEqual({
    branch: 'trunk',
    changed: [
      { mark: 'M', path: 'a.txt' },
      { mark: '??', path: '.gitattributes' },
    ],
  })
  expect(existsSync(sprung)).toBe(false)
  tryGit(work, 'status')
  expect(existsSync(sprung)).toBe(true)
})

test('settings that point out of the project show nothing of what is there', async () => {
  const { work } = makeRepository()
  const outside = join(dirname(work), 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'private-name.txt'), '')
  git(work, 'config', 'core.worktree', outside)
  expect(await gitState(work)).toEqual({ branch: 'trunk', changed: [] })
  expect(git(work, 'status', '--porcelain').toString()).toContain('private-name.txt')
})

test('nothing is told of a repository that is elsewhere, as a whole or in part', async () => {
  const { work: other } = makeRepository()
  const [file, link, index, objects, shared] = [1, 2, 3, 4, 5].map(() => makeRepository().work)
  const swap = (path: string, make: (path: string) => void): void => {
    rmSync(path, { recursive: true })
    make(path)
  }
  swap(join(file ?? '', '.git'), path => writeFileSync(path, `gitdir: ${other}/.git\n`))
  swap(join(link ?? '', '.git'), path => symlinkSync(join(other, '.git'), path))
  swap(join(index ?? '', '.git/index'), path => symlinkSync(join(other, '.git/index'), path))
  swap(join(objects ?? '', '.git/objects'), path => symlinkSync(join(other, '.git/objects'), path))
  writeFileSync(join(shared ?? '', '.git/objects/info/alternates'), `${other}/.git/objects\n`)
  for (const work of [file, link, index, objects, shared]) expect(await gitState(work ?? '')).toBeUndefined()
  expect(await gitState(other)).toBeDefined()
})

test('a folder inside is told of, and one whose repository is above the roots is not', async () => {
  const { work } = makeRepository()
  const sub = join(work, 'sub')
  expect(await gitState(sub, undefined, [work])).toEqual({ branch: 'trunk', changed: [] })
  expect(await gitState(sub)).toBeUndefined()
})

test('a branch is found among the packed ones, and its name with slashes in it', async () => {
  const { work } = makeRepository()
  git(work, 'checkout', '-qb', 'topic/one.two')
  git(work, 'pack-refs', '--all')
  git(work, 'gc', '-q')
  expect(await gitState(work)).toEqual({ branch: 'topic/one.two', changed: [] })
  writeFileSync(join(work, '.git/HEAD'), 'ref: refs/heads/../../../x\n')
  expect(await gitState(work)).toBeUndefined()
})

test('a repository with long names of commits is told of, too', async () => {
  const work = makeProject({ 'a.txt': 'a' })
  git(work, 'init', '-q', '-b', 'trunk', '--object-format=sha256')
  git(work, 'add', '.')
  git(work, 'commit', '-qm', 'one')
  expect(await gitState(work)).toEqual({ branch: 'trunk', changed: [] })
})

test('pipes in place of its files keep nobody waiting, and no folder of ours is left', async () => {
  const before = readdirSync(tmpdir()).filter(name => name.startsWith('parley-git-'))
  for (const name of ['HEAD', 'config', 'index', 'packed-refs']) {
    const { work } = makeRepository()
    if (name === 'packed-refs') rmSync(join(work, '.git/refs/heads/trunk'))
    else renameSync(join(work, '.git', name), join(work, '.git', `${name}.old`))
    execFileSync('mkfifo', [join(work, '.git', name)])
    const from = performance.now()
    expect(await gitState(work)).toBeUndefined()
    expect(performance.now() - from).toBeLessThan(1_000)
  }
  const after = readdirSync(tmpdir()).filter(name => name.startsWith('parley-git-'))
  expect(after.filter(name => !before.includes(name))).toEqual([])
})
