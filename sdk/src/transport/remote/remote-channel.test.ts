import { expect, test } from 'vitest'
import type { Message } from '../../jsonrpc/index.js'
import { DELIVERY_META, KEY_META, RESET_METHOD, RETOLD_METHOD } from '../../protocol/remote.js'
import { Listener } from '../../testing/channel-probe.js'
import { HandServer } from './hand-link.fixture.js'
import { LinkLost } from './link.js'
import { opening, remotePair, tell } from './pair.fixture.js'
import { type RemoteChannel, type RemoteOptions, remoteChannel } from './remote-channel.js'
import type { RemoteState } from './remote-state.js'

const greeting = {
  jsonrpc: '2.0',
  id: 'opening',
  result: { protocolVersion: 1, agentInfo: { name: 'echo' } },
}
const request = (id: number, method: string, params: unknown = {}): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const notification = (method: string, params: unknown = {}): Message => ({ jsonrpc: '2.0', method, params })
const answer = (id: number): Message => ({ jsonrpc: '2.0', id, result: {} })

/** A clock that moves only by waiting. */
function clock() {
  const waits: number[] = []
  let time = 1_000_000
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds)
    time += milliseconds
  }
  return {
    waits,
    retry: { now: () => time, random: () => 1, wait },
    pass: (milliseconds: number) => (time += milliseconds),
  }
}

function begin(server: HandServer, options: RemoteOptions = {}): { channel: RemoteChannel; heard: Listener } {
  const channel = remoteChannel(server.openLink, { retry: clock().retry, ...options })
  const heard = new Listener(channel)
  tell(channel, opening)
  return { channel, heard }
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 5_000
  while (!holds() && Date.now() < end) await new Promise(resolve => setImmediate(resolve))
  expect(holds()).toBe(true)
}

/** How a channel ended, for whoever read it. */
async function ending(channel: RemoteChannel): Promise<Error | undefined> {
  try {
    for await (const _ of channel.incoming);
  } catch (error) {
    return error as Error
  }
  return undefined
}

test('the first message opens the connection, and asks for numbers', async () => {
  const server = new HandServer()
  const link = server.expect({ connectionId: 'c' })
  const { heard } = begin(server)
  link.arrive(greeting)
  await heard.until(1)
  const sent = JSON.parse(server.tries[0]?.opening.text ?? '') as { params: unknown }
  expect(sent.params).toEqual({ _meta: { [DELIVERY_META]: true } })
  expect(server.tries[0]?.opening.message).toEqual(sent)
  expect(link.sent).toEqual([])
  expect(heard.heard).toEqual([greeting])
})

test('an event that was heard already is dropped, under whichever stream it comes again', async () => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  const second = server.expect({ connectionId: 'c' })
  const { channel, heard } = begin(server)
  first.arrive(greeting, 'own.1')
  await heard.until(1)
  tell(channel, request(1, 'session/prompt', { sessionId: 's' }))
  first.arrive(answer(1), 'epoch.1')
  first.arrive(notification('a', { sessionId: 's', value: 2 }), 'epoch.2')
  await heard.until(3)
  first.lose('dropped')
  second.arrive(greeting, 'own.1')
  second.arrive(answer(1), 'epoch.1')
  second.arrive(notification('a', { sessionId: 's', value: 2 }), 'epoch.2')
  second.arrive(notification('b', { sessionId: 's', value: 3 }), 'epoch.3')
  await heard.until(4)
  expect(heard.said.slice(2)).toEqual([2, 3])
  second.lose('dropped')
  await until(() => server.tries.length > 2)
  expect(server.tries[1]?.resumption).toEqual({
    connectionId: 'c',
    positions: new Map([
      [undefined, 'own.1'],
      ['s', 'epoch.2'],
    ]),
  })
  expect(server.tries[2]?.resumption?.positions.get('s')).toBe('epoch.3')
  expect(server.tries[2]?.resumption?.positions.get(undefined)).toBe('own.1')
  await channel.close()
})

test('what a link has brought is let go when it was heard, though the link still holds it', async () => {
  const server = new HandServer()
  const link = server.expect({ connectionId: 'c' })
  const { heard } = begin(server)
  link.arrive(greeting, 'own.1')
  await heard.until(1)
  link.arrive(notification('a', { sessionId: 's', value: 1 }), 'epoch.1')
  await heard.until(2)
  expect(link.told).toEqual([[], []])
})

test('a reset reaches the user, and what follows it under its own epoch', async () => {
  const server = new HandServer()
  const link = server.expect({ connectionId: 'c' })
  const { channel, heard } = begin(server)
  link.arrive(greeting, 'own.1')
  link.arrive(notification('a', { sessionId: 's', value: 1 }), 'one.7')
  link.arrive(notification(RESET_METHOD, { sessionId: 's', value: 'reset', event: 'two.2' }), 'two.1')
  link.arrive(notification('a', { sessionId: 's', value: 2 }), 'two.2')
  await heard.until(5)
  expect(heard.said.slice(1, -1)).toEqual([1, 'reset', 2])
  expect(heard.heard.at(-1)).toEqual(notification(RETOLD_METHOD, { sessionId: 's' }))
  link.lose('dropped')
  await until(() => server.tries.length > 1)
  expect(server.tries[1]?.resumption?.positions.get('s')).toBe('two.2')
  await channel.close()
})

test.each([
  ['before the next that was not told', 'one.3', ['reset', 1, 2, RETOLD_METHOD, 4]],
  ['behind the last one', 'one.2', ['reset', 1, 2, RETOLD_METHOD, 4]],
  ['at once where nothing is told again', 'one.0', ['reset', RETOLD_METHOD, 1, 2, 4]],
  ['at once where nobody says what is', undefined, ['reset', RETOLD_METHOD, 4]],
])(
  'what was heard under the same numbers is heard again; that it was is told %s',
  async (_title, event, told) => {
    const server = new HandServer()
    const link = server.expect({ connectionId: 'c' })
    const { channel, heard } = begin(server)
    link.arrive(greeting, 'own.1')
    const tellOne = (number: number): void =>
      link.arrive(notification('a', { sessionId: 's', value: number }), `one.${number}`)
    for (const number of [1, 2, 3]) tellOne(number)
    await heard.until(4)
    link.arrive(notification(RESET_METHOD, { sessionId: 's', value: 'reset', event }))
    for (const number of [1, 2, 4]) tellOne(number)
    await heard.until(4 + told.length)
    const said = (heard.heard.slice(4) as { method?: string; params?: { value?: unknown } }[]).map(
      ({ method, params }) => params?.value ?? method,
    )
    expect(said).toEqual(told)
    link.lose('dropped')
    await until(() => server.tries.length > 1)
    expect(server.tries[1]?.resumption?.positions.get('s')).toBe('one.4')
    await channel.close()
  },
)

test('what was not confirmed is sent again behind what the server has', async () => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  const second = server.expect({ connectionId: 'c', received: 4 })
  const { channel, heard } = begin(server)
  first.arrive(greeting)
  await heard.until(1)
  for (let id = 1; id <= 5; id++) tell(channel, request(id, `m${id}`))
  first.onConfirmed(3)
  first.lose('dropped')
  await until(() => second.sent.length > 0)
  tell(channel, notification('last'))
  expect(first.methods).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
  expect(second.methods).toEqual(['m4', 'm5', 'last'])
})

test('a forgotten connection is opened anew: its answer is swallowed, and what waits is asked again', async () => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  server.refuse(new LinkLost('forgotten', 'no such connection'))
  const second = server.expect({ connectionId: 'd' })
  const { channel, heard } = begin(server)
  first.arrive(greeting, 'own.1')
  first.arrive(notification('a', { sessionId: 's', value: 1 }), 'log.8')
  await heard.until(2)
  tell(channel, request(1, 'session/prompt', { sessionId: 's' }))
  tell(channel, request(2, 'session/list'))
  tell(channel, request(3, '_x/pay'))
  tell(channel, notification('session/cancel', { sessionId: 's' }))
  first.arrive(answer(2), 'own.2')
  first.onConfirmed(4)
  await heard.until(3)
  first.lose('dropped')
  await until(() => server.tries.length === 3)
  expect(server.tries[2]?.resumption).toEqual({
    connectionId: undefined,
    positions: new Map([['s', 'log.8']]),
  })
  expect(server.tries[2]?.opening).toBe(server.tries[0]?.opening)
  // Nothing is said to whoever answers before it is known that it is the same.
  expect(second.sent).toEqual([])
  second.arrive(greeting, 'new.1')
  await heard.until(4)
  expect(second.methods).toEqual(['session/prompt', 'session/cancel'])
  expect(second.sent[0]).toEqual(first.sent[0])
  expect(heard.heard[3]).toMatchObject({ id: 3, error: { data: { reason: 'lost' } } })
  second.arrive(answer(1), 'log.9')
  await heard.until(5)
  // The new connection counts from its own beginning.
  const third = server.expect({ connectionId: 'd', received: 2 })
  second.lose('dropped')
  await until(() => third.sent.length > 0)
  expect(third.methods).toEqual(['session/cancel'])
})

test.each(['session/new', 'session/fork'])('%s is not asked of two connections', async method => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  const second = server.expect({ connectionId: 'd' })
  const { channel, heard } = begin(server)
  first.arrive(greeting)
  await heard.until(1)
  tell(channel, request(1, method, { cwd: '/' }))
  first.lose('forgotten')
  await until(() => server.tries.length === 2)
  tell(channel, request(2, method, { cwd: '/' }))
  second.arrive(greeting)
  await heard.until(2)
  expect(heard.heard[1]).toMatchObject({ id: 1, error: { data: { reason: 'lost' } } })
  await until(() => second.sent.length > 0)
  expect(second.sent).toMatchObject([{ id: 2 }])
})

test('an extension that was not sent yet is no loss', async () => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  server.refuse(new LinkLost('forgotten', 'no such connection'))
  const second = server.expect({ connectionId: 'd' })
  const { channel, heard } = begin(server)
  first.arrive(greeting)
  await heard.until(1)
  first.lose('dropped')
  tell(channel, request(3, '_x/pay'))
  second.arrive(greeting)
  await until(() => second.sent.length === 1)
  expect(heard.heard).toHaveLength(1)
})

test.each([
  ['another version', { protocolVersion: 2, agentInfo: { name: 'echo' } }],
  ['another agent', { protocolVersion: 1, agentInfo: { name: 'other' } }],
  ['an agent that says its name elsewhere', { protocolVersion: 1, info: { name: 'other' } }],
])('%s in the place of a forgotten one is the end', async (_title, result) => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  const second = server.expect({ connectionId: 'd' })
  const { channel, heard } = begin(server)
  first.arrive(greeting)
  await heard.until(1)
  tell(channel, request(1, 'session/prompt'))
  first.lose('forgotten')
  second.arrive({ ...greeting, result })
  await heard.ended
  expect(channel.state).toMatchObject({ status: 'closed', reason: expect.stringContaining('another agent') })
  expect(second.sent).toEqual([])
  expect(second.isClosed).toBe(true)
})

test('a prompt gets a name that stays the same, and only where the server can make use of it', async () => {
  const server = new HandServer()
  const link = server.expect({ connectionId: 'c' })
  const { channel, heard } = begin(server)
  link.arrive(greeting)
  await heard.until(1)
  tell(channel, request(1, 'session/prompt', { sessionId: 's', _meta: { mine: 1 } }))
  tell(channel, request(2, 'session/prompt', { sessionId: 's', _meta: { [KEY_META]: 'own' } }))
  tell(channel, request(3, 'session/new', {}))
  expect(link.sent).toEqual([
    request(1, 'session/prompt', {
      sessionId: 's',
      _meta: { mine: 1, [KEY_META]: expect.stringMatching(/^[0-9a-f-]{36}\.1$/) },
    }),
    request(2, 'session/prompt', { sessionId: 's', _meta: { [KEY_META]: 'own' } }),
    request(3, 'session/new', {}),
  ])
  const plain = new HandServer()
  const other = plain.expect({ isRecoverable: false })
  const second = begin(plain)
  other.arrive(greeting)
  await second.heard.until(1)
  tell(second.channel, request(1, 'session/prompt', { sessionId: 's' }))
  expect(other.sent).toEqual([request(1, 'session/prompt', { sessionId: 's' })])
})

test('a server that does not number is lost with its link', async () => {
  const server = new HandServer()
  const link = server.expect({ isRecoverable: false })
  const channel = remoteChannel(server.openLink)
  tell(channel, opening)
  link.arrive(greeting)
  await channel.incoming[Symbol.asyncIterator]().next()
  link.lose('dropped')
  const error = await ending(channel)
  expect(error).toMatchObject({ name: 'ConnectionError', reason: 'transport' })
  expect(error?.message).toContain('was lost and cannot be taken up again: it was dropped')
  expect(() => tell(channel, notification('late'))).toThrow('cannot be taken up')
  expect(server.tries).toHaveLength(1)
  expect(await ending(channel)).toBeUndefined()
})

test('a server that is found to number later on is not lost with its link', async () => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c', isRecoverable: false })
  const second = server.expect({ connectionId: 'c', received: 2 })
  const { channel, heard } = begin(server)
  first.arrive(greeting)
  await heard.until(1)
  tell(channel, notification('first'))
  first.isRecoverable = true
  tell(channel, notification('second'))
  first.lose('dropped')
  await until(() => second.sent.length > 0)
  expect(second.methods).toEqual(['second'])
})

test('a server that ends the connection on purpose is not asked again', async () => {
  const { network, client, server } = await remotePair()
  const [port] = network.ports.values()
  await port?.close('go home')
  expect((await ending(client))?.message).toBe('go home')
  expect(network.tries).toBe(1)
  await server.close()
})

test('a server that cannot be reached at first is not waited for', async () => {
  const server = new HandServer()
  const channel = remoteChannel(server.openLink)
  tell(channel, opening)
  expect((await ending(channel))?.message).toBe('the server cannot be reached: nobody is there')
  expect(server.tries).toHaveLength(1)
})

test('tries grow rarer, honour what the server asks for, and end with a reason', async () => {
  const server = new HandServer()
  const time = clock()
  const states: RemoteState[] = []
  const link = server.expect({ connectionId: 'c' })
  const { channel, heard } = begin(server, { retry: time.retry, onState: state => states.push(state) })
  link.arrive(greeting)
  await heard.until(1)
  link.lose('dropped')
  server.refuse(new LinkLost('dropped', 'busy', { retryAfter: 30_000 }))
  await heard.ended
  expect(time.waits.slice(0, 9)).toEqual([100, 30_000, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000])
  expect(time.waits.reduce((sum, wait) => sum + wait)).toBe(600_000)
  expect(channel.state).toEqual({
    status: 'closed',
    reason: 'the connection was lost and could not be taken up again for 10 minutes: nobody is there',
  })
  expect(states.slice(0, 4)).toEqual([
    { status: 'connecting' },
    { status: 'open' },
    { status: 'waiting', until: 1_000_100, attempt: 1, reason: 'it was dropped' },
    { status: 'connecting' },
  ])
})

test('chance takes up to half of a wait, and what lasted begins to count anew', async () => {
  const server = new HandServer()
  const time = clock()
  const links = [1, 2, 3, 4].map(() => server.expect({ connectionId: 'c' }))
  const { heard } = begin(server, { retry: { ...time.retry, random: () => 0, giveUpAfter: 1_000 } })
  links[0]?.arrive(greeting)
  await heard.until(1)
  links[0]?.lose('dropped')
  links[1]?.lose('dropped')
  await until(() => server.tries.length === 3)
  // It brought nothing, for longer than anybody waits.
  time.pass(20_000)
  links[2]?.lose('dropped')
  await until(() => server.tries.length === 4)
  expect(time.waits).toEqual([50, 100, 50])
})

test('closing ends the waiting, and whoever reads', async () => {
  const { network, client } = await remotePair({ retry: { firstDelay: 60_000, longestDelay: 60_000 } })
  const heard = new Listener(client)
  network.cut()
  await until(() => client.state.status === 'waiting')
  await client.close()
  await heard.ended
  expect(client.state.status).toBe('closed')
})

test('a channel that was closed before it was opened ends', async () => {
  const channel = remoteChannel(new HandServer().openLink)
  const heard = new Listener(channel)
  await channel.close()
  await heard.ended
  expect(() => tell(channel, opening)).toThrow('closed')
})

test('reopening begins anew', async () => {
  const server = new HandServer()
  const first = server.expect({ connectionId: 'c' })
  const { channel, heard } = begin(server)
  first.arrive(greeting)
  await heard.until(1)
  const again = await channel.reopen()
  expect(first.isClosed).toBe(true)
  server.expect({ connectionId: 'd' }).arrive(greeting)
  const second = new Listener(again)
  tell(again, opening)
  await second.until(1)
  expect(server.tries[1]?.resumption).toBeUndefined()
})

test('nothing is kept for a server that confirms nothing', async () => {
  const server = new HandServer()
  const link = server.expect({ isRecoverable: false })
  const { channel, heard } = begin(server)
  link.arrive(greeting)
  await heard.until(1)
  const large = notification('large', { value: 'x'.repeat(1024 * 1024) })
  for (let count = 0; count < 40; count++) expect(tell(channel, large)).toBeUndefined()
  expect(link.sent).toHaveLength(40)
})

test('its author waits while too much is not confirmed', async () => {
  const server = new HandServer()
  const link = server.expect({ connectionId: 'c' })
  const { channel, heard } = begin(server)
  link.arrive(greeting)
  await heard.until(1)
  const large = notification('large', { value: 'x'.repeat(1024 * 1024) })
  let room: Promise<void> | undefined
  let count = 0
  for (; room === undefined; count++) room = tell(channel, large)
  expect(count).toBe(16)
  expect(tell(channel, large)).toBe(room)
  link.onConfirmed(10)
  await room
  expect(tell(channel, large)).toBeUndefined()
})
