import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { talk } from '../conversation.fixture.js'
import { makeProject } from '../tools/errand.fixture.js'
import { gitState } from './git-state.js'
import { languageOf } from './languages.js'
import { findManifests } from './manifest.js'
import { measure } from './measure.js'
import { firstParagraph } from './readme.js'

const git = (cwd: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'pipe' })

test('/overview says what a project is', async () => {
  const { say, work } = await talk({
    files: {
      'package.json':
        '{"name":"lamp","version":"1.2.3","scripts":{"test":"vitest"},"dependencies":{"a":"1"}}',
      'README.md': '# Lamp\n\n[![badge](b)](c)\n\nA lamp\nthat sings.\n\nMore.',
      'AGENTS.md': 'Be kind.',
      'src/a.ts': 'one\ntwo\nthree',
      'src/b.ts': 'one\n',
      'run.py': 'print()\n',
      'ignored/big.ts': 'x\n'.repeat(100),
      '.gitignore': 'ignored/\n',
    },
  })
  git(work, 'init', '-q', '-b', 'trunk')
  const { said, updates } = await say('/overview')
  expect(said).toContain('## lamp')
  expect(said).toContain('A lamp that sings.')
  expect(said).toContain('| TypeScript | 2 | 4 |')
  expect(said).toContain('| Python | 1 | 1 |')
  expect(said).toContain('**package.json:** Node package, lamp 1.2.3, 1 dependency. Commands: `npm test`.')
  expect(said).toContain('on branch `trunk`')
  expect(said).toContain('?? README.md')
  expect(said).toContain('**Notes for agents:** AGENTS.md.')
  expect(said).not.toContain('big.ts')
  expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toContain('tool_call')
})

test('/overview of a file says what stands in it, and of a folder what is below it', async () => {
  const { say } = await talk({
    files: {
      'AGENTS.md': 'top',
      'src/a.ts': 'import x\n\nexport async function open() {\n  const inner = 1\n}\nclass Door {}\n',
      'src/AGENTS.md': 'Be kind.',
      'docs/README.md': '# Docs\n\nAll about lamps.\n',
      'docs/b.py': 'pass\n',
    },
  })
  const file = await say('/overview src/a.ts')
  expect(file.said).toContain('TypeScript, 6 lines. Without a model')
  expect(file.said).toContain('- line 3: `export async function open()`\n- line 6: `class Door {}`')
  expect(file.said).toContain('AGENTS.md, src/AGENTS.md')
  const secret = await talk({ files: { '.env': 'const key = 1\n' }, answer: 'reject_once' })
  expect((await secret.say('/overview .env')).said).not.toContain('const key')
  expect(secret.asked).toHaveLength(1)
  const folder = await say('/overview docs')
  expect(folder.said).toContain('All about lamps.')
  expect(folder.said).toContain('2 files')
  expect(folder.said).not.toContain('TypeScript')
  expect((await say('/overview missing')).said).toContain(
    'Expected a file, a folder or nothing, found nothing there',
  )
})

test('an empty folder has an overview too', async () => {
  const { say } = await talk()
  const { said } = await say('/overview')
  expect(said).toContain('does not say what it is')
  expect(said).toContain('0 files, 0 lines')
  expect(said).toContain('there is no AGENTS.md')
})

test('a README with a heading alone is there, and says nothing yet', async () => {
  const { say } = await talk({ files: { 'README.md': '# Mini' } })
  const { said } = await say('/overview')
  expect(said).toContain('does not say what it is: its README says nothing yet')
})

test('thousands of files are looked over in a few seconds', async () => {
  const work = makeProject()
  for (let folder = 0; folder < 40; folder++) {
    mkdirSync(join(work, `f${folder}`))
    for (let file = 0; file < 100; file++) writeFileSync(join(work, `f${folder}/${file}.ts`), 'one\ntwo\n')
  }
  const { say } = await talk({ work })
  const started = performance.now()
  const { said } = await say('/overview')
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(said).toContain('| TypeScript | 4,000 |')
})

test('git tells the branch, what changed, and the new name of what was moved', async () => {
  const work = makeProject({ 'a.txt': 'a\n', 'b.txt': 'b\n'.repeat(9) })
  git(work, 'init', '-q', '-b', 'trunk')
  git(work, 'add', '.')
  expect(await gitState(work)).toMatchObject({ branch: 'trunk' })
  git(work, 'commit', '-qm', 'one')
  expect(await gitState(work)).toEqual({ branch: 'trunk', changed: [] })
  writeFileSync(join(work, 'a.txt'), 'other\n')
  git(work, 'mv', 'b.txt', 'c d.txt')
  expect((await gitState(work))?.changed).toEqual([
    { mark: 'M', path: 'a.txt' },
    { mark: 'R', path: 'c d.txt' },
  ])
  git(work, 'checkout', '-q', '--detach')
  expect(await gitState(work)).toMatchObject({ branch: undefined })
})

test('no program that a repository names is run', async () => {
  const work = makeProject({ 'a.txt': 'a\n', '.gitattributes': '* filter=e=vil\n' })
  const trap = join(work, 'trap.sh')
  git(work, 'init', '-q')
  git(work, 'add', 'a.txt')
  writeFileSync(trap, `#!/bin/sh\ntouch '${work}/sprung'\ncat\n`)
  chmodSync(trap, 0o755)
  const trapped = `[core]\n\tfsmonitor = ${trap}\n[filter "e=vil"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\trequired = true\n`
  writeFileSync(join(work, '.git/config'), `[core]\n\trepositoryformatversion = 0\n${trapped}`)
  writeFileSync(join(work, 'a.txt'), 'b\n')
  expect((await gitState(work))?.changed.map(({ path }) => path)).toContain('a.txt')
  expect(existsSync(join(work, 'sprung'))).toBe(false)
  // The trap is real: plain git springs it.
  git(work, 'status')
  expect(existsSync(join(work, 'sprung'))).toBe(true)
})

test('a folder without a repository has no state', async () => {
  expect(await gitState(makeProject())).toBeUndefined()
})

test('manifests of every kind are understood, and broken ones do no harm', async () => {
  const files: Record<string, string> = {
    'package.json': '{"name": nonsense',
    'pyproject.toml':
      '[project]\nname = "snake"\nversion = "1"\nrequires-python = ">=3.12"\n[tool.pytest.ini_options]\n',
    'Cargo.toml': '[package]\nname = "crab"\nedition = "2024"\n[dependencies]\nname = "other"\n',
    'go.mod': 'module example.com/gopher\n\ngo 1.24\n',
    Makefile: 'VALUE := 1\nall: test\ntest:\n\ttrue\n',
  }
  const found = await findManifests(async path => files[path])
  expect(found).toMatchObject([
    { file: 'package.json', kind: 'Unreadable' },
    { kind: 'Python project', name: 'snake', facts: ['Python >=3.12'], tasks: { test: 'python3 -m pytest' } },
    { kind: 'Rust crate', name: 'crab', facts: ['edition 2024'], tasks: { test: 'cargo test' } },
    { kind: 'Go module', name: 'example.com/gopher', facts: ['Go 1.24'], tasks: { test: 'go test ./...' } },
    { kind: 'Makefile', tasks: { all: 'make all', test: 'make test' } },
  ])
})

test('the scripts of a package are run by the program that it uses', async () => {
  const files: Record<string, string> = { 'package.json': '{"scripts":{"test":"x"}}', 'pnpm-lock.yaml': '' }
  expect((await findManifests(async path => files[path]))[0]?.tasks).toEqual({ test: 'pnpm run test' })
})

test('the first paragraph of prose is found behind headings, badges and code', () => {
  expect(firstParagraph('Title\n=====\n\n<p>x</p>\n\n```\ncode here\n```\n\n- list\n\nProse\nhere.')).toBe(
    'Prose here.',
  )
  expect(firstParagraph('# Only a heading')).toBeUndefined()
  expect(firstParagraph(`${'word '.repeat(500)}`)).toHaveLength(600)
})

test('files are measured without following links, waiting for pipes or counting lines of what is no text', async () => {
  const work = makeProject({ 'a.txt': 'one\ntwo', 'empty.txt': '' })
  writeFileSync(join(work, 'b.bin'), Buffer.from([1, 0, 10, 10]))
  symlinkSync('/etc/passwd', join(work, 'link'))
  execFileSync('mkfifo', [join(work, 'pipe')])
  const paths = ['a.txt', 'b.bin', 'empty.txt', 'link', 'pipe', 'missing'].map(name => join(work, name))
  expect(await measure(paths)).toEqual([
    { path: paths[0], bytes: 7, lines: 2 },
    { path: paths[1], bytes: 4, lines: undefined },
    { path: paths[2], bytes: 0, lines: 0 },
  ])
  expect(await measure(paths, { budget: -1 })).toEqual([])
})

test('languages are told by names, and not by what every object has', () => {
  expect(languageOf('/a/b.TSX')).toBe('TypeScript')
  expect(languageOf('/a/Dockerfile')).toBe('Dockerfile')
  expect(languageOf('/a/constructor')).toBeUndefined()
  expect(languageOf('/a/x.toString')).toBeUndefined()
})
