import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toAbsoluteWords } from './command-words.js'

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'parley-words-')))
mkdirSync(join(cwd, 'dist'))
mkdirSync(join(cwd, 'exec'))
for (const name of ['agent.js', 'dist/agent.js', 'node', 'settings.json']) writeFileSync(join(cwd, name), '')
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

test.each([
  [
    ['node', 'agent.js'],
    ['node', join(cwd, 'agent.js')],
  ],
  [['./dist/agent.js'], [join(cwd, 'dist/agent.js')]],
  [
    ['node', 'dist/agent.js', 'exec', '--acp'],
    ['node', join(cwd, 'dist/agent.js'), 'exec', '--acp'],
  ],
  [
    ['my-agent', '--config=settings.json'],
    ['my-agent', `--config=${join(cwd, 'settings.json')}`],
  ],
  [
    ['node', 'absent.js', '{agent}', '-e', '1.5'],
    ['node', 'absent.js', '{agent}', '-e', '1.5'],
  ],
  [
    ['/bin/sh', '/etc/hosts'],
    ['/bin/sh', '/etc/hosts'],
  ],
])('what names a file here is spelt from the root, and every other word stays: %j', (words, expected) => {
  expect(toAbsoluteWords(words, cwd)).toEqual(expected)
})
