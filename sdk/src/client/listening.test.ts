import { expect, test } from 'vitest'
import { calm, type Gate, gate } from '../jsonrpc/far-end.fixture.js'
import { newSession } from '../protocol/parties.fixture.js'
import { ableAgent, chunk, end, tell, versions, wordsOf } from './agents.fixture.js'

const kept = { sessionId: 's1', cwd: '/work' }
const piece = 'x'.repeat(1_000)
const loads = { 1: 'session/load', 2: 'session/resume' } as const

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const numberOf = (update: unknown) => Number.parseInt(wordsOf(update) ?? '', 10)
const isChunk = (update: { readonly sessionUpdate: string }) => update.sessionUpdate === 'agent_message_chunk'

/** A session whose past, three updates, nobody has heard yet. */
async function loaded(version: 1 | 2) {
  const both = await ableAgent(version)
  const loading = both.client.loadSession(kept)
  const { id } = await both.far.nextOf(loads[version])
  for (const words of ['one', 'two', 'three']) tell(both, chunk(words))
  both.far.answer(id, {})
  return { both, session: await loading }
}

/** A listener that takes its time over each update, until the gate of its number is opened. */
function slowListener(gates: readonly Gate[]) {
  const started: unknown[] = []
  const listen = async (update: unknown) => {
    started.push(wordsOf(update))
    await gates[started.length - 1]?.opened
  }
  return { started, listen }
}

for (const version of versions) {
  test(`version ${version}: who listens need not read: no turn and no queued prompt waits for a reader`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const heard: number[] = []
    session.onUpdate(update => isChunk(update) && heard.push(numberOf(update)))
    const [first, second] = [session.prompt('one'), session.prompt('two', { queue: true })]
    const { id } = await both.far.nextOf('session/prompt')
    for (const index of numbers(300)) tell(both, chunk(`${index} ${piece}`))
    end(both, version, { id, stopReason: 'end_turn' })
    await both.far.nextOf('session/prompt')
    expect(heard).toEqual(numbers(300))
    expect([first.state, second.state]).toEqual(['over', 'running'])
    const read: number[] = []
    for await (const update of first.updates) if (isChunk(update)) read.push(numberOf(update))
    expect(read).toEqual(numbers(300))
    await both.client.close()
  })

  test(`version ${version}: who begins to listen sets free what waits for a reader`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    session.prompt('one')
    const { id } = await both.far.nextOf('session/prompt')
    for (const index of numbers(300)) tell(both, chunk(`${index} ${piece}`))
    end(both, version, { id, stopReason: 'end_turn' })
    await calm()
    expect(session.turns).toHaveLength(1)
    const heard: number[] = []
    session.onUpdate(update => isChunk(update) && heard.push(numberOf(update)))
    await calm()
    expect(session.turns).toEqual([])
    expect(heard.at(-1)).toBe(299)
    await both.client.close()
  })

  test(`version ${version}: what listeners hear and nobody reads is dropped at last, and the reader still slows the agent`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    let heard = 0
    session.onUpdate(() => heard++)
    const unread = session.prompt('one')
    const { id } = await both.far.nextOf('session/prompt')
    for (const _ of numbers(90)) tell(both, chunk(piece.repeat(100)))
    end(both, version, { id, stopReason: 'end_turn' })
    while (!unread.isOver) await calm()
    expect(heard).toBeGreaterThanOrEqual(90)
    expect(() => unread.updates[Symbol.asyncIterator]()).toThrow(/dropped/)
    const read = session.prompt('two').updates[Symbol.asyncIterator]()
    await both.far.nextOf('session/prompt')
    heard = 0
    for (const _ of numbers(300)) tell(both, chunk(piece))
    await calm()
    expect(heard).toBeLessThan(100)
    for (const _ of numbers(300)) await read.next()
    expect(heard).toBe(300)
    await both.client.close()
  })

  test(`version ${version}: an async listener that comes late hears the past one at a time, and then what comes`, async () => {
    const { both, session } = await loaded(version)
    const gates = [gate(), gate(), gate(), gate()]
    const { started, listen } = slowListener(gates)
    session.onUpdate(listen)
    const words = ['one', 'two', 'three', 'live', 'last']
    for (const live of words.slice(3)) tell(both, chunk(live))
    for (const [index, { open }] of gates.entries()) {
      await calm()
      expect(started).toEqual(words.slice(0, index + 1))
      open()
    }
    await calm()
    expect(started).toEqual(words)
    await both.client.close()
  })

  test(`version ${version}: a listener that goes in the middle of the past hears no more and holds nothing up`, async () => {
    const { both, session } = await loaded(version)
    const gates = [gate(), gate()]
    const { started, listen } = slowListener(gates)
    const stop = session.onUpdate(listen)
    const others: unknown[] = []
    session.onUpdate(update => others.push(wordsOf(update)))
    for (const live of ['live', 'last']) tell(both, chunk(live))
    gates[0]?.open()
    await calm()
    stop()
    gates[1]?.open()
    await calm()
    expect(started).toEqual(['one', 'two'])
    expect(others).toEqual(['live', 'last'])
    await both.client.close()
  })
}

for (const version of versions) {
  test(`version ${version}: who awaits an outcome has gone on before a listener hears what came together with it`, async () => {
    for (const isQueued of [false, true]) {
      const both = await ableAgent(version)
      const session = await newSession(both)
      const heard: unknown[] = []
      session.onUpdate(update => isChunk(update) && heard.push(wordsOf(update)))
      const finished = (async () => heard.push((await session.prompt('one').outcome).stopReason))()
      const { id } = await both.far.nextOf('session/prompt')
      if (isQueued) session.prompt('two', { queue: true })
      tell(both, chunk('of this turn'))
      end(both, version, { id, stopReason: 'end_turn' })
      for (const words of ['of the next', 'and more']) tell(both, chunk(words))
      await finished
      await calm()
      expect(heard).toEqual(['of this turn', 'end_turn', 'of the next', 'and more'])
      await both.client.close()
    }
  })

  test(`version ${version}: what came together with the end of a turn is no part of one that is begun then`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    session.onUpdate(() => {})
    const begun = (async () => {
      await session.prompt('one').outcome
      return session.prompt('two')
    })()
    const { id } = await both.far.nextOf('session/prompt')
    end(both, version, { id, stopReason: 'end_turn' })
    for (const words of ['late', 'later']) tell(both, chunk(words))
    const second = await begun
    const next = await both.far.nextOf('session/prompt')
    tell(both, chunk('second'))
    end(both, version, { id: next.id, stopReason: 'end_turn' })
    const read: unknown[] = []
    for await (const update of second.updates) if (isChunk(update)) read.push(wordsOf(update))
    expect(read).toEqual(['second'])
    await both.client.close()
  })

  test(`version ${version}: a listener that takes its time over what came together with an end hears one at a time, to the end of the session`, async () => {
    const both = await ableAgent(version)
    const session = await newSession(both)
    const gates = [gate(), gate(), gate(), gate()]
    const { started, listen } = slowListener(gates)
    session.onUpdate(update => (isChunk(update) ? listen(update) : undefined))
    session.prompt('one')
    const { id } = await both.far.nextOf('session/prompt')
    end(both, version, { id, stopReason: 'end_turn' })
    for (const words of ['a', 'b']) tell(both, chunk(words))
    await calm()
    for (const words of ['c', 'd']) tell(both, chunk(words))
    const told: unknown[][] = []
    for (const each of gates) {
      await calm()
      told.push([...started])
      each.open()
    }
    expect(told).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']])
    await both.client.close()
  })
}

test('a setting that is answered behind a change that came with the end of a turn is what was asked for', async () => {
  const both = await ableAgent(1)
  const opened = both.client.newSession({ cwd: '/work' })
  const modes = {
    currentModeId: 'ask',
    availableModes: ['ask', 'code'].map(mode => ({ id: mode, name: mode })),
  }
  both.far.answer((await both.far.nextOf('session/new')).id, { sessionId: 's1', modes })
  const session = await opened
  session.onUpdate(() => {})
  session.prompt('one')
  const { id } = await both.far.nextOf('session/prompt')
  const set = session.setMode('code')
  const setting = await both.far.nextOf('session/set_mode')
  end(both, 1, { id, stopReason: 'end_turn' })
  tell(both, { sessionUpdate: 'current_mode_update', currentModeId: 'ask' })
  both.far.answer(setting.id, {})
  await set
  expect(session.mode).toBe('code')
  await both.client.close()
})
