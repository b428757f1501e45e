import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { Client } from './client.fixture.js'

test('a session that was closed gives its place back, and can be taken up again where it was heard', async () => {
  const { hub, folder } = await makePlace({ keeps: true, mostSessions: 1 })
  const client = await Client.open({ hub })
  const first = await client.newSession(folder)
  await client.turn(first, 'say one')
  await expect(client.newSession(folder)).rejects.toMatchObject({ code: -32008 })
  for (let count = 0; count < 3; count++) {
    await client.ask('session/close', { sessionId: first })
    const next = await client.newSession(folder)
    await expect(client.newSession(folder)).rejects.toMatchObject({ code: -32008 })
    await client.ask('session/close', { sessionId: next })
    await client.load(first, folder)
    await client.turn(first, `say more ${count}`)
  }
  expect(client.said(first)).toContain('more 2')
})

test('while somebody else takes part a closed session keeps its place, and gives it back when they leave', async () => {
  const { hub, folder } = await makePlace({ keeps: true, mostSessions: 1 })
  const [client, other] = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = await client.newSession(folder)
  await other.load(sessionId, folder)
  await client.ask('session/close', { sessionId })
  await other.until(sessionId, ({ method }) => method === '_parley/session/agent')
  await expect(client.newSession(folder)).rejects.toMatchObject({ code: -32008 })
  await other.leave()
  await expect
    .poll(() => client.newSession(folder).catch(() => undefined), { timeout: 10_000 })
    .toEqual(expect.any(String))
})

test('a session that is loaded right behind its closing stays open', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const client = await Client.open({ hub })
  const sessionId = await client.newSession(folder)
  for (let count = 0; count < 5; count++) {
    await client.ask('session/close', { sessionId })
    await client.load(sessionId, folder)
  }
  await client.turn(sessionId, 'say on')
  expect(client.said(sessionId)).toContain('on ')
})

test.each([1, 2] as const)(
  'a session of version %i that is loaded before its closing is answered is open behind both',
  async version => {
    const { hub, folder } = await makePlace({ keeps: true })
    const client = await Client.open({ hub, version })
    const sessionId = await client.newSession(folder)
    const place = { sessionId, cwd: folder, mcpServers: [] }
    for (let count = 0; count < 5; count++) {
      const closed = client.ask('session/close', { sessionId })
      const opened = client.ask(version === 1 ? 'session/load' : 'session/resume', place)
      await Promise.all([closed, opened])
      await client.turn(sessionId, `say on ${count}`)
      await client.until(sessionId, () => client.said(sessionId).includes(`on ${count}`))
    }
  },
)
