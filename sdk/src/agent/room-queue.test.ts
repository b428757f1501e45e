import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Channel } from '../jsonrpc/channel.js'
import { type Gate, gate } from '../jsonrpc/far-end.fixture.js'
import { ByHand, text } from '../protocol/parties.fixture.js'
import { memoryPair } from '../transport/index.js'
import { agent } from './agent.js'
import { RoomQueue } from './room-queue.js'
import { newSession } from './visits.fixture.js'

/** Authors who say so many words each, and wait when they are asked to. */
function speak(authors: number, words: number, wire: NarrowWire): Promise<unknown> {
  const queue = new RoomQueue()
  const author = async (name: string): Promise<void> => {
    for (let word = 0; word < words; word++) {
      const room = wire.take(`${name}${word}`)
      if (room !== undefined) await queue.wait(name, room)
    }
  }
  return Promise.all(Array.from({ length: authors }, (_, at) => author(String.fromCharCode(97 + at))))
}

/** Takes so much before it asks everybody to wait. */
class NarrowWire {
  readonly taken: string[] = []
  readonly #width: number
  #gate: Gate | undefined
  #left: number

  constructor(width: number) {
    this.#width = width
    this.#left = width
  }

  take(word: string): Promise<void> | undefined {
    this.taken.push(word)
    if (--this.#left > 0) return undefined
    this.#gate ??= gate()
    return this.#gate.opened
  }

  /** What was taken since, and room again. */
  drain(): readonly string[] {
    const taken = this.taken.splice(0)
    this.#left = this.#width
    this.#gate?.open()
    this.#gate = undefined
    return taken
  }
}

test('those who wait go on in the order they came, as many as there is room for', async () => {
  const wire = new NarrowWire(4)
  const all = speak(6, 4, wire)
  const drains: string[] = []
  for (let at = 0; at < 8; at++) {
    await setImmediate()
    drains.push(wire.drain().join(' '))
  }
  await all
  // All begin before anybody can know; then one or two have their say at a time, and the next begins where they left off.
  expect(drains).toEqual([
    'a0 a1 a2 a3 b0 c0 d0 e0 f0',
    'b1 b2 b3 c1',
    'd1 d2 d3 e1',
    'f1 f2 f3 c2',
    'e2 e3 c3',
    '',
    '',
    '',
  ])
})

test('whoever sends much while it waits waits once', async () => {
  const queue = new RoomQueue()
  const { opened, open } = gate()
  const first = queue.wait('a', opened)
  expect(queue.wait('a', opened)).toBe(first)
  expect(queue.wait('b', opened)).not.toBe(first)
  open()
  await first
})

/** Whether it has settled by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false
  promise.then(
    () => {
      over = true
    },
    () => {
      over = true
    },
  )
  await setImmediate()
  return over
}

test('a wire that breaks fails everybody who waits, also those who had nobody look, and who comes later', async () => {
  const queue = new RoomQueue()
  const broken = Promise.reject(new Error('broken'))
  const waits = ['a', 'b'].map(author => queue.wait(author, broken))
  void queue.wait('c', broken)
  for (const wait of waits) await expect(wait).rejects.toThrow('broken')
  await expect(queue.wait('a', broken)).rejects.toThrow('broken')
  await queue.wait('a', Promise.resolve())
})

test('a room that breaks is the affair of those who wait for it', async () => {
  const queue = new RoomQueue()
  const [sound, broken] = [gate(), Promise.reject(new Error('broken'))]
  const [a, b] = [queue.wait('a', sound.opened), queue.wait('b', broken)]
  await expect(b).rejects.toThrow('broken')
  expect(await isOver(a)).toBe(false)
  sound.open()
  await a
})

test('who has a room of its own waits for that alone, whoever else waits', async () => {
  for (const order of ['ab', 'ba']) {
    const queue = new RoomQueue()
    const rooms = { a: gate(), b: gate() }
    const waits = new Map([...order].map(name => [name, queue.wait(name, rooms[name as 'a' | 'b'].opened)]))
    rooms.a.open()
    expect(await isOver(waits.get('a') as Promise<void>)).toBe(true)
    expect(await isOver(waits.get('b') as Promise<void>)).toBe(false)
  }
})

test('who sends without waiting holds nobody up who waits', async () => {
  const queue = new RoomQueue()
  const rooms = [gate(), gate(), gate(), gate()]
  const roomAt = (at: number): Promise<void> => (rooms[at] as Gate).opened
  // Each has its own piece of the wire to be taken, and the hasty one is there before and after.
  const hasty = [queue.wait('hasty', roomAt(0))]
  const patient = queue.wait('patient', roomAt(0))
  for (const at of [1, 2, 3]) hasty.push(queue.wait('hasty', roomAt(at)))
  rooms[0]?.open()
  expect(await isOver(patient)).toBe(true)
  for (const room of rooms) room.open()
  await Promise.all(hasty)
})

test('who is told to wait again is behind those who were behind it, also where others wait for that already', async () => {
  const queue = new RoomQueue()
  const rooms = [gate(), gate()]
  const order: string[] = []
  const wait = (name: string, at: number): Promise<unknown> =>
    queue.wait(name, (rooms[at] as Gate).opened).then(() => order.push(name))
  const first = wait('first', 0).then(() => wait('first', 1))
  const others = [wait('second', 0), wait('third', 0), wait('hasty', 1), wait('second', 1)]
  rooms[0]?.open()
  await setImmediate()
  expect(order).toEqual(['first'])
  rooms[1]?.open()
  await Promise.all([first, ...others])
  expect(order).toEqual(['first', 'second', 'second', 'third', 'hasty', 'first'])
})

test('of many who say nothing more at once, some go on in each task', async () => {
  const queue = new RoomQueue()
  const names = Array.from({ length: 200 }, (_, at) => String(at))
  let gone = 0
  const { opened, open } = gate()
  const waits = names.map(name => queue.wait(name, opened).then(() => gone++))
  open()
  await setImmediate()
  expect(gone).toBeGreaterThan(0)
  expect(gone).toBeLessThan(names.length)
  await Promise.all(waits)
})

test('a room that opens while somebody is being let in lets in the rest', async () => {
  const queue = new RoomQueue()
  const names = Array.from({ length: 50 }, (_, at) => String(at))
  const waits = names.map(name => queue.wait(name, Promise.resolve()))
  await queue.wait('more', Promise.resolve())
  await Promise.all(waits)
})

const SESSIONS = 60
const WIDTH = 12
const WORDS = 5

interface Told {
  readonly sessionId?: string
  readonly update?: { readonly sessionUpdate: string; readonly content?: { readonly text?: string } }
}

/** A channel whose peer takes so many messages, and then so many more each time that it is drained. */
function narrow(channel: Channel, wire: NarrowWire): Channel {
  return {
    incoming: channel.incoming,
    close: () => channel.close(),
    send(message, written) {
      channel.send(message, written)
      return wire.take(written)
    },
  }
}

for (const version of [1, 2] as const)
  test(`version ${version}: many sessions that all have much to say never send much more than there is room for`, async () => {
    const [near, farChannel] = memoryPair()
    const wire = new NarrowWire(WIDTH)
    const made = agent({
      name: 'tested',
      version: '1.0.0',
      async prompt(turn) {
        for (let word = 0; word < WORDS; word++) await turn.say(`${turn.text} ${word}`)
        return 'end_turn'
      },
    })
    const served = made.serve(narrow(near, wire), {})
    const far = new ByHand(farChannel)
    let isOver = false
    const loads: number[] = []
    const draining = (async () => {
      while (!isOver) {
        await setImmediate()
        loads.push(wire.drain().filter(written => written.includes('agent_message_chunk')).length)
      }
    })()
    await far.initialize(version)
    const ids: string[] = []
    for (let at = 0; at < SESSIONS; at++) ids.push(await newSession({ far }))
    loads.length = 0
    for (const [at, sessionId] of ids.entries())
      far.request(`p${at}`, 'session/prompt', { sessionId, prompt: text(String(at)) })
    const said = (sessionId: string): unknown[] =>
      far.heard
        .map(({ params }) => params as Told | undefined)
        .filter(params => params?.sessionId === sessionId)
        .filter(params => params?.update?.sessionUpdate === 'agent_message_chunk')
        .map(params => params?.update?.content?.text)
    const isDone = (): boolean => ids.every(id => said(id).length === WORDS)
    while (!isDone()) await far.more()
    isOver = true
    await draining
    for (const [at, id] of ids.entries())
      expect(said(id)).toEqual(Array.from({ length: WORDS }, (_, word) => `${at} ${word}`))
    // The first words of all are said before anybody knows; if all went on at once, there would be as many each time.
    expect(Math.max(...loads.slice(loads.findIndex(load => load > 0) + 1))).toBeLessThan(2 * WIDTH)
    await served.close()
  })

test('on a channel with a stream for each session, one that nobody listens to holds no other up', async () => {
  const [near, farChannel] = memoryPair()
  const full = gate()
  const drained: Gate[] = []
  let stalled = ''
  const channel: Channel = {
    incoming: near.incoming,
    close: () => near.close(),
    send(message, written) {
      near.send(message, written)
      if (!written.includes('agent_message_chunk')) return undefined
      if (written.includes(stalled)) return full.opened
      const own = gate()
      drained.push(own)
      return own.opened
    },
  }
  const made = agent({
    name: 'tested',
    version: '1.0.0',
    async prompt(turn) {
      for (let word = 0; word < WORDS; word++) await turn.say(String(word))
      return 'end_turn'
    },
  })
  const served = made.serve(channel, {})
  const far = new ByHand(farChannel)
  await far.initialize(1)
  stalled = await newSession({ far })
  const other = await newSession({ far })
  far.request('stalled', 'session/prompt', { sessionId: stalled, prompt: text('go') })
  const answered = far.ask('session/prompt', { sessionId: other, prompt: text('go') })
  const draining = setInterval(() => {
    for (const each of drained.splice(0)) each.open()
  }, 1)
  expect(await answered).toMatchObject({ result: { stopReason: 'end_turn' } })
  clearInterval(draining)
  full.open()
  await served.close()
})
