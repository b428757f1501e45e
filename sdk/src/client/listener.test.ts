import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import { connected, newSession } from '../protocol/parties.fixture.js'

const chunk = (words: string) => ({
  sessionUpdate: 'agent_message_chunk',
  messageId: 'm',
  content: { type: 'text', text: words },
})
const wordsOf = (update: unknown) => (update as { content: { text: string } }).content.text

test('a listener that throws costs neither the turn nor the other listeners anything', async () => {
  const both = await connected({}, { version: 2 })
  const session = await newSession(both)
  const seen: unknown[] = []
  session.onUpdate(() => {
    throw new Error('a fault of the listener')
  })
  session.onUpdate(async () => {
    throw new Error('another')
  })
  session.onUpdate(update => seen.push(update))
  const turn = session.prompt('go')
  const { id } = await both.far.nextOf('session/prompt')
  both.far.answer(id, { messageId: 'u' })
  const tell = (update: object) => both.far.notify('session/update', { sessionId: session.id, update })
  tell({ sessionUpdate: 'state_update', state: 'running' })
  tell({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' })
  expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
  expect(seen).toHaveLength(2)
  expect(both.log.filter(({ event }) => event === 'listener_failed')).toHaveLength(4)
  await both.client.close()
})

test('an async listener gets one update at a time', async () => {
  const both = await connected()
  const session = await newSession(both)
  const started: string[] = []
  const gates = [gate(), gate()]
  session.onUpdate(async update => {
    started.push(wordsOf(update))
    await gates[started.length - 1]?.opened
  })
  for (const words of ['one', 'two'])
    both.far.notify('session/update', { sessionId: session.id, update: chunk(words) })
  await calm()
  expect(started).toEqual(['one'])
  gates[0]?.open()
  await calm()
  expect(started).toEqual(['one', 'two'])
  gates[1]?.open()
  await both.client.close()
})

test('updates that were not read while the outcome was awaited can still be read afterwards', async () => {
  const both = await connected()
  const session = await newSession(both)
  const turn = session.prompt('go')
  const { id } = await both.far.nextOf('session/prompt')
  const piece = 'x'.repeat(1_000)
  for (let index = 0; index < 500; index++)
    both.far.notify('session/update', { sessionId: session.id, update: chunk(`${index} ${piece}`) })
  both.far.answer(id, { stopReason: 'end_turn' })
  await turn.outcome
  const seen: number[] = []
  for await (const update of turn.updates) seen.push(Number.parseInt(wordsOf(update), 10))
  expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index))
  await both.client.close()
})

test('a second reader of the updates is told so instead of taking them from the first', async () => {
  const both = await connected()
  const turn = (await newSession(both)).prompt('go')
  const first = turn.updates[Symbol.asyncIterator]()
  expect(() => turn.updates[Symbol.asyncIterator]()).toThrow(/one reader/)
  const pending = [first.next(), first.next()]
  const { id } = await both.far.nextOf('session/prompt')
  both.far.notify('session/update', { sessionId: 's1', update: chunk('a') })
  both.far.answer(id, { stopReason: 'end_turn' })
  expect(await Promise.all(pending)).toMatchObject([{ done: false }, { done: true }])
  await both.client.close()
})

test('a session that another method opened can be had by its id', async () => {
  const both = await connected()
  both.far.notify('session/update', { sessionId: 'old', update: chunk('replayed') })
  await calm()
  const session = both.client.session('old', { cwd: '/work' })
  const seen: string[] = []
  session.onUpdate(update => seen.push(wordsOf(update)))
  expect(seen).toEqual(['replayed'])
  expect(both.client.session('old', { cwd: '/work' })).toBe(session)
  await both.client.close()
})
