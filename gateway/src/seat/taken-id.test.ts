import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { crude } from '../upstream/crude.fixture.js'
import { Client } from './client.fixture.js'

test('an agent that gives an id again is asked once more, and who gets none is told which id it was, by whom', async () => {
  const { hub, folder } = await makePlace({ agents: crude({ IDS: 'one one two one two three' }) })
  const client = await Client.open({ hub })
  expect(await client.newSession(folder)).toBe('one')
  expect(await client.newSession(folder)).toBe('two')
  await expect(client.newSession(folder)).rejects.toMatchObject({
    message: 'crude gave this conversation the id two, which it gave an earlier one',
    data: { reason: 'invalid_session_state', by: 'gateway' },
  })
  expect(await client.newSession(folder)).toBe('three')
})
