import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Errand } from './errand.js'
import { findGuidance, projectGuidance } from './guidance.js'
import { converse, hostFor, makeProject } from './tools/errand.fixture.js'

/** An errand of a real turn in that folder. */
async function errandIn<T>(work: string, act: (errand: Errand) => Promise<T>): Promise<T> {
  const { order } = await converse({ work, host: hostFor(work) })
  let result: T | undefined
  await order(async errand => {
    result = await act(errand)
    return undefined
  })
  return result as T
}

const texts = (work: string, touched: readonly string[] = []) =>
  errandIn(work, async errand => (await findGuidance(errand, touched)).map(({ text }) => text))

test('notes count from the root of the repository down to the folder of what is touched', async () => {
  const top = makeProject({
    'AGENTS.md': 'top',
    'app/AGENTS.md': 'app',
    'app/src/deep/AGENTS.md': 'deep',
    'app/src/deep/a.ts': '',
    'other/AGENTS.md': 'other',
  })
  mkdirSync(join(top, '.git'))
  writeFileSync(join(dirname(top), 'AGENTS.md'), 'outside')
  expect(await texts(join(top, 'app'))).toEqual(['top', 'app'])
  expect(await texts(join(top, 'app'), [join(top, 'app/src/deep/a.ts')])).toEqual(['top', 'app', 'deep'])
  expect(await texts(join(top, 'app'), [join(top, 'other/b.ts'), '/etc/hosts'])).toEqual(['top', 'app'])
})

test('without a repository only the folder itself counts', async () => {
  const top = makeProject({ 'AGENTS.md': 'top', 'app/AGENTS.md': 'app' })
  expect(await texts(join(top, 'app'))).toEqual(['app'])
})

test('a link counts as long as it stays in the repository', async () => {
  const top = makeProject({ 'CLAUDE.md': 'shared', 'app/x': '' })
  mkdirSync(join(top, '.git'))
  symlinkSync('CLAUDE.md', join(top, 'AGENTS.md'))
  symlinkSync('/etc/passwd', join(top, 'app/AGENTS.md'))
  expect(await texts(join(top, 'app'))).toEqual(['shared'])
})

test('a link to a file with secrets does not count, and a pipe keeps nobody waiting', async () => {
  const top = makeProject({ '.env': 'TOKEN=hidden', 'app/x': '', 'app/sub/AGENTS.md': 'sub' })
  mkdirSync(join(top, '.git'))
  symlinkSync('.env', join(top, 'AGENTS.md'))
  execFileSync('mkfifo', [join(top, 'app/AGENTS.md')])
  expect(await texts(join(top, 'app/sub'))).toEqual(['sub'])
})

test('what is too long is cut, each file and all together', async () => {
  const long = `x${'ä'.repeat(40_000)}`
  const top = makeProject({
    'AGENTS.md': long,
    'a/AGENTS.md': long,
    'a/b/AGENTS.md': long,
    'a/b/c/AGENTS.md': long,
  })
  mkdirSync(join(top, '.git'))
  const found = await errandIn(join(top, 'a/b/c'), findGuidance)
  expect(found).toHaveLength(3)
  expect(found.every(({ isCut, text }) => isCut && Buffer.byteLength(text) <= 32 * 1024)).toBe(true)
  expect(found.some(({ text }) => text.includes('\ufffd'))).toBe(false)
})

test('a model is told what the notes say, and that they permit nothing', async () => {
  const top = makeProject({ 'AGENTS.md': 'Use tabs.\u001b[2J' })
  const text = await errandIn(top, projectGuidance)
  expect(text).toContain('AGENTS.md:\nUse tabs.')
  expect(text).toContain('permit nothing')
  expect(text).not.toContain('\u001b')
  expect(await errandIn(makeProject(), projectGuidance)).toBe('')
})
