import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'

const place = makePlace()
const folder = join(place.home, '.local/state/parley/recordings')
const MESSAGE = '{"to":"agent","message":{"jsonrpc":"2.0","method":"_example/hello"}}\n'

beforeAll(() => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of ['talk', 'talk-two'])
    writeFileSync(
      join(folder, `${name}.ndjson`),
      `{"recording":1,"title":"about ${name}","agent":["my-agent","--fast"]}\n${MESSAGE}`,
    )
})

test('a whole name means that recording, also where another one begins with it', async () => {
  const shown = await parley(place, ['recordings', 'show', 'talk'])
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('_example/hello') })
  expect(await parley(place, ['recordings', 'show', 'tal'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('may be any of 2 recordings'),
  })
})

test('the timeline of a recording is found as the list names it, or as the last one', async () => {
  for (const word of ['talk-two', 'last'])
    expect(await parley(place, ['inspect', word])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('_example/hello'),
    })
  const wrong = await parley(place, ['inspect', 'nonsense'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('no recording "nonsense"') })
})

test('one is said as one, and a command speaks by its own name', async () => {
  const shown = await parley(place, ['recordings', 'show', 'talk'])
  expect(shown.stderr).toContain('1 row, 0 turns, 1 finding.')
  const words = ['record', '--output', '/nosuch/folder/x.ndjson', '--', process.execPath, '-e', '']
  const { stderr } = await parley(place, words)
  expect(stderr).toContain('parley record: nothing is recorded')
})

test('what can be inspected is listed with its title and its agent', async () => {
  const { stdout } = await parley(place, ['inspect'])
  expect(stdout).toMatch(/talk-two .*about talk-two {2}my-agent --fast/)
})

test('a file that is not there is not removed in silence, nor anything beside it', async () => {
  const words = ['recordings', 'remove', '--yes', join(folder, 'nosuch.ndjson'), 'talk']
  expect(await parley(place, words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nosuch.ndjson'),
  })
  expect(readdirSync(folder)).toContain('talk.ndjson')
})
