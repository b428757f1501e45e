import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { type Connected, newSession } from '../protocol/parties.fixture.js'
import { ableAgent, chunk, end, finish, tell, versions, wordsOf } from './agents.fixture.js'

const textOf = (params: unknown) => (params as { prompt: { text: string }[] }).prompt[0]?.text

const heardPrompts = ({ far }: Connected) =>
  far.heard.filter(({ method }) => method === 'session/prompt').map(({ params }) => textOf(params))

const messages = (turns: readonly { readonly message: readonly unknown[] }[]) =>
  turns.map(({ message }) => (message[0] as { text: string }).text)

for (const version of versions) {
  test(`version ${version}: queued prompts are sent one after the other, in order, and keep their updates apart`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turns = ['one', 'two', 'three'].map(words => session.prompt(words, { queue: true }))
    expect(turns.map(({ state }) => state)).toEqual(['running', 'queued', 'queued'])
    expect(messages(session.queue.turns)).toEqual(['two', 'three'])
    for (const words of ['one', 'two', 'three']) {
      const { id, params } = await both.far.nextOf('session/prompt')
      expect(textOf(params)).toBe(words)
      tell(both, chunk(`about ${words}`))
      end(both, version, { id, stopReason: 'end_turn' })
    }
    for (const [index, turn] of turns.entries()) {
      const said: unknown[] = []
      for await (const update of turn.updates) said.push(wordsOf(update))
      expect(said.filter(word => word !== undefined)).toEqual([`about ${['one', 'two', 'three'][index]}`])
      expect(await turn.outcome).toMatchObject({ stopReason: 'end_turn' })
    }
    expect(session.queue.turns).toEqual([])
    await both.client.close()
  })

  test(`version ${version}: a queued prompt is taken back before it is sent, and not after`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const [one, two, three] = ['one', 'two', 'three'].map(words => session.prompt(words, { queue: true }))
    expect(two?.takeBack()).toBe(true)
    expect(two?.takeBack()).toBe(false)
    expect(one?.takeBack()).toBe(false)
    expect(await two?.outcome).toEqual({ stopReason: 'cancelled' })
    for await (const _ of two?.updates ?? []) throw new Error('there was nothing to read')
    await finish(both, version)
    await finish(both, version)
    await Promise.all([one?.outcome, three?.outcome])
    expect(heardPrompts(both)).toEqual(['one', 'three'])
    await both.client.close()
  })

  test(`version ${version}: a cancel holds what waits until it is let go, and lets a later prompt through`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const [one, two, three] = ['one', 'two', 'three'].map(words => session.prompt(words, { queue: true }))
    const { id } = await both.far.nextOf('session/prompt')
    const stopped = session.cancel()
    const later = session.prompt('later', { queue: true })
    await both.far.nextOf('session/cancel')
    end(both, version, { id, stopReason: 'cancelled' })
    await stopped
    expect(await one?.outcome).toMatchObject({ stopReason: 'cancelled' })
    await finish(both, version)
    await later.outcome
    await calm()
    expect(heardPrompts(both)).toEqual(['one', 'later'])
    expect([session.queue.isHeld, two?.state, three?.state]).toEqual([true, 'queued', 'queued'])
    session.queue.release()
    await finish(both, version)
    await finish(both, version)
    await Promise.all([two?.outcome, three?.outcome])
    expect(heardPrompts(both)).toEqual(['one', 'later', 'two', 'three'])
    expect(session.queue.isHeld).toBe(false)
    await both.client.close()
  })

  test(`version ${version}: a cancel takes back what waits, or lets it go on, when it is asked to`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    for (const queue of ['clear', 'continue'] as const) {
      const [one, two] = ['one', 'two'].map(words => session.prompt(`${words} ${queue}`, { queue: true }))
      const { id } = await both.far.nextOf('session/prompt')
      const stopped = session.cancel({ queue })
      end(both, version, { id, stopReason: 'cancelled' })
      await stopped
      if (queue === 'continue') await finish(both, version)
      expect([await one?.outcome, await two?.outcome]).toMatchObject([
        { stopReason: 'cancelled' },
        { stopReason: queue === 'clear' ? 'cancelled' : 'end_turn' },
      ])
    }
    expect(heardPrompts(both)).toEqual(['one clear', 'one continue', 'two continue'])
    await both.client.close()
  })

  test(`version ${version}: a signal ends its own prompt, and no other`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const [running, waiting, late] = [new AbortController(), new AbortController(), AbortSignal.abort()]
    const one = session.prompt('one', { queue: true, signal: running.signal })
    const two = session.prompt('two', { queue: true, signal: waiting.signal })
    const three = session.prompt('three', { queue: true })
    const four = session.prompt('four', { queue: true, signal: late })
    expect(await four.outcome).toEqual({ stopReason: 'cancelled' })
    const { id } = await both.far.nextOf('session/prompt')
    waiting.abort()
    expect(await two.outcome).toEqual({ stopReason: 'cancelled' })
    running.abort()
    await both.far.nextOf('session/cancel')
    end(both, version, { id, stopReason: 'cancelled' })
    expect(await one.outcome).toMatchObject({ stopReason: 'cancelled' })
    await finish(both, version)
    expect(await three.outcome).toMatchObject({ stopReason: 'end_turn' })
    expect(heardPrompts(both)).toEqual(['one', 'three'])
    await both.client.close()
  })

  test(`version ${version}: a prompt that is refused does not keep the next one waiting`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const [one, two] = ['one', 'two'].map(words => session.prompt(words, { queue: true }))
    const { id } = await both.far.nextOf('session/prompt')
    both.far.say({ jsonrpc: '2.0', id, error: { code: -32050, message: 'no' } })
    await expect(one?.outcome).rejects.toMatchObject({ code: -32050 })
    await finish(both, version)
    expect(await two?.outcome).toMatchObject({ stopReason: 'end_turn' })
    await both.client.close()
  })

  test(`version ${version}: a cancel can be awaited by the very reader of the updates`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turn = session.prompt('go')
    const { id } = await both.far.nextOf('session/prompt')
    if (version === 2) {
      both.far.answer(id, { messageId: 'm' })
      tell(both, { sessionUpdate: 'state_update', state: 'running' })
    }
    for (let index = 0; index < 100; index++) tell(both, chunk('x'.repeat(5_000)))
    let seen = 0
    for await (const _ of turn.updates) {
      seen++
      if (seen > 1) continue
      const stopped = turn.cancel()
      await both.far.nextOf('session/cancel')
      if (version === 1) both.far.answer(id, { stopReason: 'cancelled' })
      else tell(both, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'cancelled' })
      await stopped
      expect(turn.isOver).toBe(true)
    }
    expect(seen).toBe(version === 1 ? 100 : 102)
    await both.client.close()
  })

  test(`version ${version}: a cancelled prompt that the agent refuses as cancelled has not failed`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turn = session.prompt('go')
    const { id } = await both.far.nextOf('session/prompt')
    const stopped = turn.cancel()
    both.far.say({ jsonrpc: '2.0', id, error: { code: -32800, message: 'Request cancelled' } })
    await stopped
    expect(await turn.outcome).toEqual({ stopReason: 'cancelled' })
    for await (const _ of turn.updates) throw new Error('there was nothing to read')
    await both.client.close()
  })

  test(`version ${version}: what stands in _meta goes along`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const turn = session.prompt('go', { _meta: { traceparent: 'x' } })
    expect(await finish(both, version)).toMatchObject({ _meta: { traceparent: 'x' } })
    await turn.outcome
    await both.client.close()
  })
}

test('version 1: a second prompt waits for the first unless it is to be sent at once', async () => {
  const both = await ableAgent(1)
  const session = await newSession(both)
  const turns = [session.prompt('one'), session.prompt('two'), session.prompt('now', { queue: false })]
  await calm()
  expect(heardPrompts(both)).toEqual(['one', 'now'])
  expect(messages(session.turns)).toEqual(['one', 'now'])
  expect(messages(session.queue.turns)).toEqual(['two'])
  for (let index = 0; index < 3; index++) await finish(both, 1)
  await Promise.all(turns.map(({ outcome }) => outcome))
  await both.client.close()
})

test('version 2: a second prompt is sent at once, because agents queue by themselves', async () => {
  const both = await ableAgent(2)
  const session = await newSession(both)
  session.prompt('one')
  session.prompt('two')
  await calm()
  expect(heardPrompts(both)).toEqual(['one', 'two'])
  expect(session.queue.turns).toEqual([])
  await both.client.close()
})
