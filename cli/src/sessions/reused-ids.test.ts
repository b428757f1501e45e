import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makePlace, type Place, parley } from '../run/command.fixture.js'
import { comeWith, start, visit } from '../web/web.fixture.js'

const NUMBERED = fileURLToPath(new URL('fixtures/numbered.mjs', import.meta.url))

async function setUp(): Promise<Place> {
  const place = makePlace()
  const added = ['agents', 'add', '--no-probe', 'numbered', '--', process.execPath, NUMBERED]
  expect((await parley(place, added)).code).toBe(0)
  return place
}

const say = (place: Place, ...words: readonly string[]) => parley(place, ['run', ...words])

const begin = async (place: Place, text: string): Promise<void> => {
  expect(await say(place, '--agent', 'numbered', text)).toMatchObject({ code: 0, stderr: '' })
}

async function list(place: Place, ...words: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse((await parley(place, ['sessions', ...words, '--format', 'json'])).stdout)
}

test('conversations to which an agent gives one id are as many records, each in its directory', async () => {
  const place = await setUp()
  await begin(place, 'red')
  await begin(place, 'green')
  const there = { ...place, cwd: join(place.home, 'there') }
  mkdirSync(there.cwd)
  await begin(there, 'blue')
  expect(await list(place)).toMatchObject([
    { sessionId: 'session-1', title: 'green', turns: 1 },
    { sessionId: 'session-1', title: 'red', turns: 1 },
  ])
  expect(await list(there)).toMatchObject([
    { sessionId: 'session-1', title: 'blue', cwd: there.cwd, turns: 1 },
  ])
})

test('who takes up one of them goes on in its record, and an id that could be several is said to be', async () => {
  const place = await setUp()
  await begin(place, 'red')
  await begin(place, 'green')
  const [green, red] = await list(place)
  expect((await say(place, '--resume', String(red?.id), 'more red')).code).toBe(0)
  expect((await say(place, '--resume', String(green?.id).slice(0, 8), 'more green')).code).toBe(0)
  expect((await say(place, '--resume', '--', 'most green')).code).toBe(0)
  expect(await list(place)).toMatchObject([
    { id: green?.id, turns: 3 },
    { id: red?.id, turns: 2 },
  ])
  const { code, stderr } = await parley(place, ['sessions', 'show', 'session-1'])
  expect(code).toBe(2)
  const [first, second] = [green, red].map(each => stderr.indexOf(String(each?.id).slice(0, 8)))
  expect(first).toBeGreaterThan(0)
  expect(second).toBeGreaterThan(first ?? 0)
  expect(stderr).toContain('Its agent gave that id more than once: write one of these instead.')
})

test('both are taken in on another machine, and neither twice', async () => {
  const [here, there] = [await setUp(), makePlace()]
  await begin(here, 'red')
  await begin(here, 'green')
  for (const { id } of await list(here)) {
    const file = join(here.cwd, `${id}.json`)
    const words = ['sessions', 'export', String(id), '--format', 'session', '--output', file]
    expect((await parley(here, words)).code).toBe(0)
    expect((await parley(there, ['sessions', 'import', file])).code).toBe(0)
    expect((await parley(there, ['sessions', 'import', file])).stderr).toContain('is here already')
  }
  expect((await list(there)).map(({ title }) => title).sort()).toEqual(['green', 'red'])
})

test('a conversation of a workbench is listed and found beside a record with its id', async () => {
  const place = await setUp()
  await begin(place, 'red')
  const web = start(place, ['--agent', 'numbered', '--port', '0'])
  const ready = await web.next()
  const client = await comeWith(await visit(ready), ready.url)
  const session = await client.newSession({ cwd: place.cwd })
  expect(session.id).toBe('session-1')
  await session.prompt('violet').outcome
  expect(await web.end('SIGINT')).toBe(0)
  expect(await list(place)).toMatchObject([
    { agent: 'numbered', sessionId: 'session-1', keeper: 'web' },
    { agent: 'numbered', sessionId: 'session-1', title: 'red' },
  ])
  expect(await list(place, 'search', 'violet')).toMatchObject([{ keeper: 'web' }])
})
