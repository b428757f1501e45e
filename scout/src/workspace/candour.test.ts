import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { findTask } from '../rules/tasks.js'
import { asking, converse, hostFor, makeProject } from '../tools/errand.fixture.js'
import { useTool } from '../tools/use-tool.js'

/** A project whose links hide what they lead to, in the mode code. */
async function hideAndSeek(answer: 'allow_once' | 'reject_once', more: Host = {}) {
  const work = makeProject({ '.env': 'TOKEN=hidden\n', 'a.txt': 'open\n', '.ssh/config': 'hidden\n' })
  mkdirSync(join(work, '.git/hooks'), { recursive: true })
  symlinkSync('.env', join(work, 'notes.txt'))
  symlinkSync('.env', join(work, 'pic.png'))
  symlinkSync('.ssh', join(work, 'shell'))
  symlinkSync('.git/hooks', join(work, 'h'))
  const { asked, permission } = asking(answer)
  const { order, say } = await converse({ work, host: { ...more, permission } })
  await say('mode code')
  const use = async (name: string, input: object) =>
    (await order(errand => useTool(errand, name, input))).result
  return { work, use, asked, order }
}

const reasons = (asked: readonly object[]): string => JSON.stringify(asked)

test('a link to a file with secrets is asked about as that file, also when it has the name of an image', async () => {
  const { use, asked } = await hideAndSeek('reject_once')
  for (const path of ['notes.txt', 'pic.png', 'shell/config'])
    expect((await use('read', { path })).text).not.toContain('hidden')
  expect(asked).toHaveLength(3)
  expect(reasons(asked)).toContain('notes.txt leads to .env, which looks like a file that holds secrets')
  const { use: allowed } = await hideAndSeek('allow_once')
  expect(await allowed('read', { path: 'notes.txt' })).toEqual({ text: 'TOKEN=hidden\n' })
  expect((await allowed('read', { path: 'pic.png' })).text).toContain('no PNG')
})

test('a search looks neither behind a link nor below one into files with secrets', async () => {
  const { use, asked } = await hideAndSeek('reject_once')
  for (const path of ['notes.txt', 'pic.png', 'shell', undefined])
    expect((await use('search', { pattern: 'hidden', ...(path && { path }) })).text).toMatch(
      /leaves those out|Nothing matches/,
    )
  expect(asked).toEqual([])
})

test('own hands read no secret and change no protected file under another name, whoever asks', async () => {
  const { order, work } = await hideAndSeek('allow_once')
  const said: string[] = []
  await order(async ({ workspace }) => {
    const hide = (error: unknown): void => void said.push(error instanceof Error ? error.message : '')
    await workspace.read('notes.txt').catch(hide)
    await workspace.readBytes('pic.png').catch(hide)
    await workspace.write('h/pre-commit', 'x').catch(hide)
    await workspace.move('a.txt', 'h/pre-commit').catch(hide)
    writeFileSync(join(work, '.git/hooks/old'), '')
    await workspace.remove('h/old').catch(hide)
    await workspace.move('h/old', 'b.txt').catch(hide)
    return undefined
  })
  expect(said).toHaveLength(6)
  for (const sentence of said) expect(sentence).toContain('Name that')
  expect(existsSync(join(work, '.git/hooks/pre-commit'))).toBe(false)
  expect(existsSync(join(work, '.git/hooks/old'))).toBe(true)
})

test('a change behind a link is asked about in the mode code, and made where it was asked about', async () => {
  const { use, asked, work } = await hideAndSeek('reject_once')
  await use('write', { path: 'h/pre-commit', content: 'x' })
  await use('move', { from: 'a.txt', to: 'h/post-commit' })
  await use('move', { from: 'shell/config', to: 'b.txt' })
  expect(asked).toHaveLength(3)
  expect(reasons(asked)).toContain('h/pre-commit leads to .git/hooks/pre-commit, which steers tools')
  expect(existsSync(join(work, '.git/hooks/pre-commit'))).toBe(false)
  const allowed = await hideAndSeek('allow_once')
  expect(await allowed.use('write', { path: 'h/pre-commit', content: 'x' })).toEqual({
    text: 'Created h/pre-commit.',
  })
  expect(readFileSync(join(allowed.work, '.git/hooks/pre-commit'), 'utf8')).toBe('x')
  await allowed.use('remove', { path: 'h/pre-commit' })
  expect(existsSync(join(allowed.work, '.git/hooks/pre-commit'))).toBe(false)
})

test('a directory is asked about when something in it comes to a place that counts', async () => {
  const { use, asked, work } = await hideAndSeek('reject_once')
  mkdirSync(join(work, 'flows/workflows'), { recursive: true })
  await use('move', { from: 'flows', to: '.github' })
  expect(existsSync(join(work, 'flows'))).toBe(true)
  await use('move', { from: 'flows', to: 'other' })
  expect(asked.map(each => reasons([each]).includes('steers'))).toEqual([true, false])
})

test('scripts of a package are asked about when they are made, changed or moved in, and nothing else of it is', async () => {
  const { use, asked } = await hideAndSeek('allow_once')
  const text = (value: object): string => JSON.stringify(value)
  await use('write', { path: 'package.json', content: text({ name: 'a' }) })
  await use('write', { path: 'package.json', content: text({ name: 'b', scripts: {} }) })
  expect(asked).toHaveLength(0)
  await use('write', { path: 'package.json', content: text({ name: 'b', scripts: { test: 'x' } }) })
  await use('edit', { path: 'package.json', oldText: '"x"', newText: '"y"' })
  await use('write', { path: 'sub/Package.json', content: '{' })
  expect(asked).toHaveLength(3)
  expect(reasons(asked)).toContain('other programs run those by themselves')
  await use('edit', { path: 'package.json', oldText: '"b"', newText: '"c"' })
  expect(asked).toHaveLength(3)
  await use('move', { from: 'a.txt', to: 'deep/package.json' })
  expect(asked).toHaveLength(4)
})

test('a client that lends its files decides what a search shows and which image is read', async () => {
  const work = makeProject({ 'open.txt': 'needle\n', 'private/a.txt': 'needle\nneedle\n' })
  for (const name of ['open.png', 'private/b.png']) writeFileSync(join(work, name), 'GIF89a\0')
  const rules = [{ effect: 'deny', action: 'fs.read', path: '{root}/private/**' }]
  const folder = join(work, '../policy')
  mkdirSync(folder)
  writeFileSync(join(folder, 'policy.json'), JSON.stringify({ version: 1, rules }), { mode: 0o600 })
  const host = hostFor(work, { policy: join(folder, 'policy.json') })
  const { order } = await converse({ work, host })
  const use = async (name: string, input: object) =>
    (await order(errand => useTool(errand, name, input))).result
  expect(await use('search', { pattern: 'needle' })).toEqual({
    text: 'open.txt:1: needle\n[1 file was left out because the client does not let it be read.]',
  })
  expect((await use('read', { path: 'open.png' })).blocks).toHaveLength(1)
  expect(await use('read', { path: 'private/b.png' })).toMatchObject({ isError: true })
})

test('pipes in place of files keep neither a search nor a task waiting', async () => {
  const work = makeProject({ 'a.txt': 'needle\n', 'sub/b.txt': 'needle\n' })
  for (const name of ['.gitignore', '.ignore', 'sub/.gitignore', 'package.json', 'pipe.txt'])
    execFileSync('mkfifo', [join(work, name)])
  const { order } = await converse({ work, host: {} })
  const from = performance.now()
  const { result } = await order(errand => useTool(errand, 'search', { pattern: 'needle' }))
  expect(result).toEqual({ text: 'a.txt:1: needle\nsub/b.txt:1: needle' })
  const named = await order(errand => useTool(errand, 'search', { pattern: 'needle', path: 'pipe.txt' }))
  expect(named.result).toMatchObject({ isError: true })
  await order(async errand => {
    expect(await findTask('test', { errand } as never)).toBeUndefined()
    return undefined
  })
  expect(performance.now() - from).toBeLessThan(4_000)
})
