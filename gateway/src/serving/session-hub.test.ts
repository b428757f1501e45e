import { expect, onTestFinished, test, vi } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { within } from '../hub/within.js'
import { Client, type Fields } from '../seat/client.fixture.js'

test('a plain client of version 1 holds a conversation', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub, isPlain: true })
  expect(client.greeting).toMatchObject({ protocolVersion: 1, agentInfo: { name: 'fixture' } })
  const sessionId = await client.newSession(folder)
  expect(await client.turn(sessionId, 'say hello world')).toEqual({ stopReason: 'end_turn' })
  expect(client.said(sessionId)).toBe('hello world ')
  const methods = new Set(client.stream(sessionId).heard.map(({ message }) => message.method))
  expect([...methods].sort()).toEqual(['session/update', undefined])
})

test('a plain client of version 2 is answered at once and told of states by updates', async () => {
  const { hub, folder } = await makePlace()
  const client = await Client.open({ hub, isPlain: true, version: 2 })
  expect(client.greeting).toMatchObject({ protocolVersion: 2, info: { name: 'fixture' } })
  const sessionId = await client.newSession(folder)
  expect(await client.turn(sessionId, 'say hello')).toMatchObject({ messageId: expect.any(String) })
  const isIdle = ({ params }: Record<string, unknown>): boolean =>
    JSON.stringify(params)?.includes('"state":"idle"') ?? false
  await client.until(sessionId, isIdle)
  expect(client.said(sessionId)).toContain('hello')
})

test('a second client loads the session and both see the same thread', async () => {
  const { hub, folder } = await makePlace()
  const first = await Client.open({ hub })
  const sessionId = await first.newSession(folder)
  await first.turn(sessionId, 'say one')
  const second = await Client.open({ hub })
  await second.load(sessionId, folder)
  await second.turn(sessionId, 'say two')
  await first.until(sessionId, ({ params }) => (params as Fields)?.state === 'ended')
  expect(first.history(sessionId)).toEqual(second.history(sessionId))
})

test('work that fails leaves no clock behind', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await expect(within(10_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(vi.getTimerCount()).toBe(0)
})
