import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Labels } from '../hub/labels.js'
import { makePlace, type Place } from '../hub/place.fixture.js'
import { Client, type Fields } from './client.fixture.js'

async function forkOf(client: Client, sessionId: string, cwd: string): Promise<string> {
  const answer = await client.ask('session/fork', { sessionId, cwd, mcpServers: [] })
  return String(answer.sessionId)
}

/** The sessions that a client was told something of, in the stream of this one. */
const idsIn = (client: Client, sessionId: string): ReadonlySet<unknown> =>
  new Set(client.stream(sessionId).heard.map(({ message }) => (message.params as Fields)?.sessionId))

for (const isPlain of [false, true])
  test(`a fork is told as one's own from its beginning, also that of a fork, to ${isPlain ? 'plain clients' : 'clients that know us'}`, async () => {
    const { hub, folder } = await makePlace({ keeps: true })
    const client = await Client.open({ hub, isPlain })
    const source = await client.newSession(folder)
    await client.turn(source, 'say before')
    const first = await forkOf(client, source, folder)
    const second = await forkOf(client, first, folder)
    const [here, there] = [await Client.open({ hub, isPlain }), await Client.open({ hub, isPlain })]
    await here.load(source, folder)
    for (const fork of [first, second]) {
      await there.load(fork, folder)
      expect(idsIn(there, fork)).toEqual(new Set([fork]))
      expect(there.history(fork)).toEqual(here.history(source))
    }
  })

test('a fork is told the same after the gateway began anew, under its own id alone', async () => {
  const place = await makePlace({ keeps: true })
  const client = await Client.open({ hub: place.hub })
  const source = await client.newSession(place.folder)
  await client.turn(source, 'say before')
  const fork = await forkOf(client, source, place.folder)
  await client.listen(fork)
  await client.turn(fork, 'say after')
  const before = await Client.open({ hub: place.hub })
  await before.load(fork, place.folder)
  const { hub, folder } = await place.again()
  const after = await Client.open({ hub })
  await after.load(fork, folder)
  expect(after.said(fork)).toBe('before after ')
  expect(after.history(fork)).toEqual(before.history(fork))
  expect(idsIn(after, fork)).toEqual(new Set([fork]))
})

for (const prompt of ['title Theirs', 'say one\ntwo ', `say ${'long '.repeat(60)}`])
  test(`a fork has its own name in every list, for whoever forked it, and after a new beginning: ${prompt.slice(0, 12).trim()}`, async () => {
    const { folder } = await makePlace()
    const at = (): Promise<Place> =>
      makePlace({ keeps: true, folder, labels: new Labels(join(folder, 'labels.json')) })
    const first = await at()
    const client = await Client.open({ hub: first.hub })
    const source = await client.newSession(folder)
    await client.turn(source, prompt)
    const fork = await forkOf(client, source, folder)
    await client.listen(fork)
    await expect.poll(() => titleIn(client, fork)).toMatch(/ \(fork\)$/)
    await expectNamed(client, { source, fork })
    await first.hub.close(0)
    await first.journal.close()
    const { hub } = await at()
    const late = await Client.open({ hub })
    await expectNamed(late, { source, fork })
    await late.load(fork, folder)
    expect(titleIn(late, fork)).toMatch(/ \(fork\)$/)
    await expectNamed(late, { source, fork })
    await late.turn(fork, prompt)
    expect(titleIn(late, fork)).toMatch(/ \(fork\)$/)
    await late.turn(fork, 'title Another')
    await expect.poll(() => titleIn(late, fork)).toBe('Another')
  })

/** In the gateway's list and, where the agent has names, in the agent's. */
async function expectNamed(
  client: Client,
  { source, fork }: Readonly<Record<string, string>>,
): Promise<void> {
  for (const method of ['_parley/session/list', 'session/list']) {
    const sessions = (await client.ask(method)).sessions as readonly Fields[]
    const titleOf = (id: string | undefined): unknown =>
      sessions.find(({ sessionId }) => sessionId === id)?.title
    if (titleOf(source) === undefined) continue
    expect(titleOf(source)).not.toMatch(/\(fork\)/)
    expect(titleOf(fork)).toMatch(/ \(fork\)$/)
  }
}

const titleIn = (client: Client, sessionId: string): unknown =>
  client
    .stream(sessionId)
    .heard.map(({ message }) => (message.params as Fields | undefined)?.update as Fields | undefined)
    .findLast(update => update?.sessionUpdate === 'session_info_update')?.title
