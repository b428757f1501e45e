import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'

const place = makePlace()
const TRACE = join(place.cwd, 'was-started')
const AGENT = [process.execPath, '-e', `require('node:fs').writeFileSync(${JSON.stringify(TRACE)}, '')`]

test.each([
  [['--log'], '--log needs a value'],
  [['--hold'], '--hold needs a value'],
  [['--filter', 'is:broken'], '--filter chooses rows'],
  [['--seed', '7'], '--seed is for --chaos'],
  [['--hold', 'session/prompt', '--no-watch'], '--hold and --no-watch'],
  [['--log', 'rows.log', '--filter', 'latency:>'], '--filter: '],
])('%s before a command is refused, and nothing is started', async (words, sentence) => {
  const told = await parley(place, ['inspect', ...words, '--', ...AGENT])
  expect(told).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  expect(existsSync(TRACE)).toBe(false)
  expect(readdirSync(place.cwd)).toEqual([])
})

test('what is for a wire is refused where there is none', async () => {
  for (const words of [['--log', 'a'], ['--record'], ['--chaos', '[]']])
    expect(await parley(place, ['inspect', ...words])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no command of an agent'),
    })
})

test('a forgotten value is no file, whichever command it is', async () => {
  const told = await parley(place, ['record', '--output', '--', ...AGENT])
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining('--output needs a value') })
  expect(existsSync(TRACE)).toBe(false)
})

test('an export goes to one place: two are refused', async () => {
  const words = ['recordings', 'export', 'last', '--html', 'x.html', '--output', 'y.ndjson']
  expect(await parley(place, words)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/--html.*--output/),
  })
})
