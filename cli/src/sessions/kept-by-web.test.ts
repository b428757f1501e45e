import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, extensionRequest } from '@parley/acp/client'
import { LABEL_METHOD } from '@parley/acp/protocol'
import { expect, test } from 'vitest'
import { makePlace, type Place, parley } from '../run/command.fixture.js'
import { AGENT } from '../serve/serving.fixture.js'
import { comeWith, start, visit, type Web } from '../web/web.fixture.js'

const LABEL = extensionRequest<object, unknown>(LABEL_METHOD, {
  readParams: value => Object(value),
  readResult: value => value,
})

async function openWeb(place: Place): Promise<{ readonly web: Web; readonly client: Client }> {
  const web = start(place, ['--agent', `node ${AGENT} ${place.mark}`, '--port', '0'])
  const ready = await web.next()
  return { web, client: await comeWith(await visit(ready), ready.url) }
}

/** What the command says, as JSON. */
async function ask(place: Place, ...words: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const { stdout } = await parley(place, ['sessions', ...words, '--format', 'json'])
  return JSON.parse(stdout)
}

const folderOf = ({ home }: Place): string => join(home, '.local/state/parley/web')

test('conversations of a workbench that runs are listed, shown, searched and exported, with the names that people gave them', async () => {
  const place = makePlace()
  const { web, client } = await openWeb(place)
  const session = await client.newSession({ cwd: place.cwd })
  await session.prompt('say a red herring').outcome
  await session.prompt('say another fish').outcome
  await client.newSession({ cwd: place.cwd })
  await client.call(LABEL, { sessionId: session.id, title: 'About fish', isArchived: true })
  // What was said last stands in its file within a second.
  await expect
    .poll(() => ask(place).then(all => all.find(({ title }) => title === 'About fish')), { timeout: 20_000 })
    .toMatchObject({
      ...{ agent: 'agent', sessionId: session.id, cwd: place.cwd, turns: 2 },
      ...{ keeper: 'web', folder: folderOf(place), isArchived: true },
    })
  const { stdout: listed } = await parley(place, ['sessions'])
  expect(listed).toMatch(/\tAbout fish\t2\tweb, archived\n/)
  await expect
    .poll(async () => (await parley(place, ['sessions', 'show', session.id])).stdout, { timeout: 20_000 })
    .toContain('another fish')
  const { stdout: shown } = await parley(place, ['sessions', 'show', session.id])
  expect(shown).toContain('About fish')
  expect(shown).toContain(`kept by parley web in ${folderOf(place)}, in the archive`)
  expect(shown.match(/a red herring/g)).toHaveLength(2)
  // One in which nothing was said is nobody's last.
  expect((await parley(place, ['sessions', 'show', 'last'])).stdout).toBe(shown)
  expect(await ask(place, 'search', 'red HERRING')).toMatchObject([
    {
      sessionId: session.id,
      hits: [
        { turn: 1, where: 'user' },
        { turn: 1, where: 'agent' },
      ],
    },
  ])
  // It goes on to be the one that writes.
  expect((await session.prompt('say on').outcome).stopReason).toBe('end_turn')
  expect(await web.end('SIGINT')).toBe(0)
  expect(web.said()).not.toContain('lock')
})

test('what is exported of a workbench can be imported, and is the same conversation', async () => {
  const place = makePlace()
  const { web, client } = await openWeb(place)
  const session = await client.newSession({ cwd: place.cwd })
  await session.prompt('say hello').outcome
  expect(await web.end('SIGINT')).toBe(0)
  const file = join(place.cwd, 'talk.json')
  const exported = await parley(place, [
    'sessions',
    'export',
    'last',
    '--format',
    'session',
    '--output',
    file,
  ])
  expect(exported.code).toBe(0)
  const { session: record, entries } = JSON.parse(readFileSync(file, 'utf8'))
  expect(record).toMatchObject({ cwd: place.cwd, facts: { agent: 'agent', sessionId: session.id, turns: 1 } })
  expect(entries.map(({ seq }: { seq: number }) => seq)).toEqual(
    entries.map((_: unknown, at: number) => at + 1),
  )
  const before = (await parley(place, ['sessions', 'show', 'last', '--format', 'markdown'])).stdout
  expect((await parley(place, ['sessions', 'import', file])).code).toBe(0)
  // From then on it is the one of the records.
  const [imported, ...others] = await ask(place)
  expect([imported, others]).toMatchObject([{ sessionId: session.id, turns: 1 }, []])
  expect(imported).not.toHaveProperty('keeper')
  expect((await parley(place, ['sessions', 'show', 'last', '--format', 'markdown'])).stdout).toBe(before)
})

test('a run that would take up what a workbench keeps says where it is kept, and what to do', async () => {
  const place = makePlace()
  const { web, client } = await openWeb(place)
  const session = await client.newSession({ cwd: place.cwd })
  await session.prompt('say hello').outcome
  await web.end('SIGINT')
  const [kept] = await ask(place)
  for (const id of [session.id, String(kept?.id), String(kept?.id).slice(0, 8)]) {
    const { code, stderr } = await parley(place, ['run', 'say more', '--resume', id])
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/parley web keeps this conversation, in .*\/parley\/web: .*\n.*Run `parley web`/),
    ])
  }
})

test('what a workbench keeps is not removed or forked beside it', async () => {
  const place = makePlace()
  const { web, client } = await openWeb(place)
  const { id } = await client.newSession({ cwd: place.cwd })
  await web.end('SIGINT')
  const files = (): readonly string[] =>
    readdirSync(join(folderOf(place), 'sessions')).filter(name => /^\w.*\.ndjson$/.test(name))
  const before = files()
  for (const words of [
    ['rm', id, '--yes'],
    ['fork', id],
  ]) {
    const { code, stderr } = await parley(place, ['sessions', ...words])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/parley web keeps this.*only read.*\n.*parley web/),
    ])
  }
  expect(files()).toEqual(before)
  expect(before).toHaveLength(1)
})
