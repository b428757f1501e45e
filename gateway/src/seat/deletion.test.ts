import { memoryJournal } from '@parley/acp/store'
import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import { Client, callerOf } from './client.fixture.js'

test.each([
  ['cannot', {}, 'has no session/delete'],
  ['does not', { HOARDS: 'yes' }, 'did not answer'],
])(
  'a session that its agent %s forget is forgotten here, and whoever asked is told so',
  async (_, env, word) => {
    const { hub, folder, journal } = await makePlace({ agents: crude(env), patience: { agents: 200 } })
    const client = await Client.open({ hub })
    const sessionId = await client.newSession(folder)
    const { _meta } = await client.ask('session/delete', { sessionId })
    expect(_meta).toEqual({ 'parley.dev/notice': expect.stringContaining(word) })
    expect((await journal.list()).sessions).toEqual([])
  },
)

test('what is not there is deleted already: of a session of somebody else nobody learns more', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const [ann, bob] = [
    await Client.open({ hub }),
    await Client.open({ hub, caller: callerOf({ principal: 'bob' }) }),
  ]
  const sessionId = await ann.newSession(folder)
  for (const id of [sessionId, 'never-was'])
    expect(await bob.ask('session/delete', { sessionId: id })).toEqual({})
  expect(await ann.turn(sessionId, 'say still there')).toEqual({ stopReason: 'end_turn' })
})

test('what only the agent knows is deleted by the agent, for the only principal there is', async () => {
  const first = await makePlace({ keeps: true })
  const before = await Client.open({ hub: first.hub })
  const sessionId = await before.newSession(first.folder)
  await before.turn(sessionId, 'say one')
  await first.hub.close(0)
  const options = { keeps: true, folder: first.folder, isSolitary: () => true }
  const { hub } = await makePlace({ ...options, wrap: () => memoryJournal() })
  const client = await Client.open({ hub })
  expect((await client.ask('session/list')).sessions).toMatchObject([{ sessionId }])
  expect(await client.ask('session/delete', { sessionId })).toEqual({})
  expect((await client.ask('session/list')).sessions).toEqual([])
  expect(await client.ask('session/delete', { sessionId: 'never-was' })).toEqual({})
})

test('two who delete a session at once are both told that it is gone', async () => {
  const { hub, folder } = await makePlace({ keeps: true })
  const clients = [await Client.open({ hub }), await Client.open({ hub })]
  const sessionId = (await clients[0]?.newSession(folder)) ?? ''
  await clients[0]?.turn(sessionId, 'say one')
  for (const deleted of await Promise.all(clients.map(each => each.ask('session/delete', { sessionId }))))
    expect(deleted).toEqual({})
})
