import { expect, test } from 'vitest'
import { newSession, visit } from './visits.fixture.js'

test('every session has an id of its own', async () => {
  const caller = await visit({}, 1)
  const ids = new Set<string>()
  for (let count = 0; count < 100; count++) ids.add(await newSession(caller))
  expect(ids.size).toBe(100)
  await caller.served.close()
})
