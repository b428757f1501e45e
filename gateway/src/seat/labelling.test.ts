import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Labels } from '../hub/labels.js'
import { makePlace, type Place } from '../hub/place.fixture.js'
import { Client, callerOf, type Fields } from './client.fixture.js'

const LABEL = '_parley/session/label'

const place = (): Promise<Place> => makePlace({ keeps: true })

const listed = async (client: Client, method = '_parley/session/list'): Promise<readonly Fields[]> =>
  (await client.ask(method)).sessions as readonly Fields[]

const titleIn = (client: Client, sessionId: string): unknown =>
  client
    .stream(sessionId)
    .heard.map(({ message }) => (message.params as Fields | undefined)?.update as Fields | undefined)
    .findLast(update => update?.sessionUpdate === 'session_info_update')?.title

test('a session is named and put away here, whatever its agent can: every screen is told, and lists it so', async () => {
  const { hub, folder } = await place()
  const [one, other] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await one.newSession(folder)
  await one.turn(sessionId, 'say hello')
  await other.load(sessionId, folder)
  expect(await one.ask(LABEL, { sessionId, title: '  The \u202ebest one\n' })).toEqual({
    title: 'The ·best one',
    isArchived: false,
  })
  const told = { method: LABEL, params: { sessionId, title: 'The ·best one', isArchived: false } }
  expect(await other.untilOwn(({ method }) => method === LABEL)).toMatchObject(told)
  await expect.poll(() => titleIn(other, sessionId)).toBe('The ·best one')
  await one.ask(LABEL, { sessionId, isArchived: true })
  const [shown] = await listed(other)
  expect(shown).toMatchObject({ sessionId, title: 'The ·best one', isArchived: true })
  await one.ask(LABEL, { sessionId, isArchived: false, title: null })
  const [plain] = await listed(other)
  expect(plain).toMatchObject({ title: 'say hello', isArchived: false })
  await expect.poll(() => titleIn(other, sessionId)).toBe('say hello')
})

test('what people call a session counts before what its agent says, also later, and lasts', async () => {
  const folder = (await place()).folder
  const path = join(folder, 'state', 'labels.json')
  const first = await makePlace({ keeps: true, folder, labels: new Labels(path) })
  const client = await Client.open({ hub: first.hub })
  const sessionId = await client.newSession(folder)
  await client.ask(LABEL, { sessionId, title: 'Mine' })
  await client.turn(sessionId, 'title Theirs')
  await expect.poll(() => client.stream(sessionId).heard.length).toBeGreaterThan(3)
  expect(titleIn(client, sessionId)).toBe('Mine')
  expect(await listed(client)).toMatchObject([{ title: 'Mine' }])
  await first.hub.close(0)
  await first.journal.close()
  const second = await makePlace({ keeps: true, folder, labels: new Labels(path) })
  const again = await Client.open({ hub: second.hub })
  expect(await listed(again)).toMatchObject([{ title: 'Mine', isArchived: false }])
  await again.load(sessionId, folder)
  expect(titleIn(again, sessionId)).toBe('Mine')
  await again.ask('session/delete', { sessionId })
  expect(new Labels(path).of('')).toEqual({})
  expect(JSON.stringify(new Labels(path))).not.toContain('Mine')
})

test('an agent that gives a session another name is heard, where nobody else has', async () => {
  const { hub, folder } = await place()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'title Theirs')
  await expect.poll(() => titleIn(client, sessionId)).toBe('Theirs')
  expect(await listed(client)).toMatchObject([{ title: 'Theirs' }])
})

test('a fork is called another name than what it was forked from, until it has one of its own', async () => {
  const { hub, folder } = await place()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  await client.turn(sessionId, 'say hello')
  const { sessionId: fork } = (await client.ask('session/fork', {
    sessionId,
    cwd: folder,
    mcpServers: [],
  })) as {
    readonly sessionId: string
  }
  const titles = async () =>
    Object.fromEntries((await listed(client)).map(each => [each.sessionId, each.title]))
  expect(await titles()).toEqual({ [sessionId]: 'say hello', [fork]: 'say hello (fork)' })
  const other = await Client.open({ hub })
  await other.load(fork, folder)
  await expect.poll(() => titleIn(other, fork)).toBe('say hello (fork)')
})

test('who may only look names nothing, nor does a guest; and nobody what is not there', async () => {
  const { hub, folder } = await place()
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  const looker = await Client.open({ hub, caller: callerOf({ scopes: ['session.read'] }) })
  await expect(looker.ask(LABEL, { sessionId, title: 'x' })).rejects.toMatchObject({
    data: { reason: 'permission_denied' },
  })
  const guest = await Client.open({ hub, caller: callerOf({ session: sessionId }) })
  await expect(guest.ask(LABEL, { sessionId, title: 'x' })).rejects.toMatchObject({
    data: { reason: 'permission_denied' },
  })
  await expect(client.ask(LABEL, { sessionId: 'never-was', title: 'x' })).rejects.toThrow()
  for (const params of [{ title: 7 }, { isArchived: 'yes' }, { title: 'x'.repeat(5_000) }])
    await expect(client.ask(LABEL, { sessionId, ...params })).rejects.toMatchObject({
      data: { reason: 'invalid_params' },
    })
})
