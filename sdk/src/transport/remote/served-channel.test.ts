import { expect, test } from 'vitest'
import type { Channel, Message } from '../../jsonrpc/index.js'
import { DELIVERY_META, RESET_METHOD } from '../../protocol/remote.js'
import { BEGINNING } from './event-id.js'
import { HandOutlet, HandPort } from './hand-port.fixture.js'
import { type ServedOptions, servedChannel } from './served-channel.js'

const KIB = 'x'.repeat(1024)

function served(options?: ServedOptions, port = new HandPort()): { port: HandPort; channel: Channel } {
  return { port, channel: servedChannel(port, options) }
}

/** The channel's reader learns of what the client says only by reading it. */
async function heard(port: HandPort, channel: Channel, ...messages: Message[]): Promise<void> {
  for (const message of messages) port.say(message)
  await channel.incoming[Symbol.asyncIterator]().next()
}

function tell(channel: Channel, message: Message): Promise<void> | undefined {
  return channel.send(message, JSON.stringify(message))
}

const update = (sessionId: string | undefined, value: unknown): Message => ({
  jsonrpc: '2.0',
  method: 'update',
  params: sessionId === undefined ? { value } : { sessionId, value },
})
const request = (id: number, method: string, params?: unknown): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const answer = (id: number, result: unknown = {}): Message => ({ jsonrpc: '2.0', id, result })

function listening(port: HandPort, session?: string, after?: string): HandOutlet {
  return through(port, new HandOutlet(), { session, after })
}

function through(
  port: HandPort,
  outlet: HandOutlet,
  where: { readonly session: string | undefined; readonly after?: string | undefined },
): HandOutlet {
  const given = port.listen({ after: undefined, ...where, outlet })
  if (typeof given === 'string') throw new Error(given)
  return given
}

const values = (outlet: HandOutlet): unknown[] =>
  outlet.messages.map(each => {
    const { method, params } = each as { method: string; params?: { value?: unknown } }
    return method === RESET_METHOD ? 'reset' : params?.value
  })

test('what is said before anybody listens is told to the first who does, each stream its own', () => {
  const { port, channel } = served()
  tell(channel, update('one', 1))
  tell(channel, update(undefined, 2))
  tell(channel, update('one', 3))
  expect(values(listening(port, 'one'))).toEqual([1, 3])
  expect(values(listening(port))).toEqual([2])
  expect(port.announced).toEqual(['one'])
})

test('an answer is told on the stream of its request', async () => {
  const { port, channel } = served()
  await heard(
    port,
    channel,
    request(1, 'session/prompt', { sessionId: 'one' }),
    request(2, 'session/load', { sessionId: 'one' }),
  )
  const [own, one] = [listening(port), listening(port, 'one')]
  tell(channel, answer(1))
  tell(channel, answer(2))
  expect(one.messages).toEqual([answer(1)])
  expect(own.messages).toEqual([answer(2)])
})

test('whoever comes back is told what it missed, and nothing else', async () => {
  const { port, channel } = served()
  const first = listening(port, undefined)
  for (const value of [1, 2, 3, 4]) tell(channel, update(undefined, value))
  first.close()
  await first.closed
  tell(channel, update(undefined, 5))
  expect(values(listening(port, undefined, first.ids[1]))).toEqual([3, 4, 5])
  expect(values(listening(port, undefined, BEGINNING))).toEqual([1, 2, 3, 4, 5])
  expect(new Set(first.ids.map(id => id?.split('.')[0])).size).toBe(1)
  expect(first.ids.map(id => id?.split('.')[1])).toEqual(['1', '2', '3', '4'])
})

test('whoever does not say what it heard goes on where the last one ended', async () => {
  const { port, channel } = served()
  const first = listening(port)
  tell(channel, update(undefined, 1))
  first.close()
  await first.closed
  tell(channel, update(undefined, 2))
  expect(values(listening(port))).toEqual([2])
})

test('a stream is listened to by one; who comes back takes the place of its last visit', () => {
  const { port, channel } = served()
  const first = listening(port)
  tell(channel, update(undefined, 1))
  expect(port.listen({ session: undefined, after: undefined })).toBe('taken')
  const second = listening(port, undefined, first.last)
  expect(first.isClosed).toBe(true)
  tell(channel, update(undefined, 2))
  expect(values(second)).toEqual([2])
  expect(values(first)).toEqual([1])
})

test('who takes the place of a visitor that had no room is not kept waiting for it', () => {
  const { port, channel } = served()
  through(port, new HandOutlet(1), { session: undefined })
  tell(channel, update(undefined, 1))
  const second = listening(port, undefined, BEGINNING)
  tell(channel, update(undefined, 2))
  expect(values(second)).toEqual([1, 2])
})

test('only sessions that the client could have heard of can be listened to', async () => {
  const { port, channel } = served()
  expect(port.listen({ session: 'one', after: undefined })).toBe('unknown')
  tell(channel, answer(1, { sessionId: 'one' }))
  expect(port.listen({ session: 'one', after: undefined })).not.toBe('unknown')
  await heard(port, channel, request(2, 'session/load', { sessionId: 'two' }))
  expect(port.listen({ session: 'two', after: undefined })).not.toBe('unknown')
  expect(port.listen({ session: 'three', after: undefined, isKnown: true })).not.toBe('unknown')
})

test('a gap in a session is a reset under another epoch, and then all that is still known', () => {
  const { port, channel } = served({ retention: { events: 2 } })
  tell(channel, update('one', 0))
  const first = listening(port, 'one')
  for (const value of [1, 2, 3, 4]) tell(channel, update('one', value))
  const second = listening(port, 'one', first.ids[0])
  expect(values(second)).toEqual(['reset', 3, 4])
  expect(second.messages[0]).toMatchObject({ method: RESET_METHOD, params: { sessionId: 'one' } })
  expect(second.ids[0]?.split('.')[0]).not.toBe(first.ids[0]?.split('.')[0])
  expect(second.ids.map(id => id?.split('.')[1])).toEqual(['1', '2', '3'])
  // A reset that was itself lost is told again; who had it goes on behind it.
  expect(values(listening(port, 'one', first.ids[0]))).toEqual(['reset', 3, 4])
  tell(channel, update('one', 5))
  expect(values(listening(port, 'one', second.ids[2]))).toEqual([5])
})

test.each(['', 'garbage', '../..', 'AAAAAAAAAAAAAAAA.3', '1.99999999999999999'])(
  'a session that is asked for after %j is reset',
  after => {
    const { port, channel } = served()
    tell(channel, update('one', 1))
    listening(port, 'one')
    tell(channel, update('one', 2))
    const second = listening(port, 'one', after)
    tell(channel, update('one', 3))
    expect(values(second)).toEqual(['reset', 3])
  },
)

test('an event that was never told is not taken for one that was', () => {
  const { port, channel } = served()
  tell(channel, update('one', 1))
  const first = listening(port, 'one')
  expect(values(listening(port, 'one', first.last.replace('.1', '.2')))).toEqual(['reset'])
})

test("a gap in the connection's own stream ends the connection: its answers cannot be told again", () => {
  const { port, channel } = served({ retention: { events: 1 } })
  const first = listening(port)
  for (const value of [1, 2, 3]) tell(channel, update(undefined, value))
  expect(port.listen({ session: undefined, after: first.ids[0] })).toBe('unknown')
  expect(port.closedBecause).toContain('no longer known')
  expect(() => tell(channel, update(undefined, 4))).toThrow('no longer known')
})

test('what was sent is kept within bounds, of one stream and of all together', () => {
  const { port, channel } = served({ retention: { bytes: 64 * 1024 } })
  const first = listening(port)
  for (let index = 0; index < 200; index++) tell(channel, update(undefined, KIB))
  expect(listening(port, undefined, first.ids.at(-50)).texts).toHaveLength(49)
  for (let session = 0; session < 300; session++) {
    tell(channel, update(`s${session}`, KIB))
    listening(port, `s${session}`)
    for (let index = 0; index < 99; index++) tell(channel, update(`s${session}`, KIB))
  }
  const outlet = new HandOutlet()
  port.listen({ session: 's0', after: BEGINNING, outlet })
  expect(values(outlet)[0]).toBe('reset')
  expect(outlet.texts.length).toBeLessThan(60)
})

test('its author is asked to wait while too much is untold, and only so long', async () => {
  const { port, channel } = served()
  let room: Promise<void> | undefined
  let sent = 0
  for (; room === undefined; sent++) room = tell(channel, update('one', KIB))
  expect(tell(channel, update('one', KIB))).toBe(room)
  expect(tell(channel, update('two', KIB))).toBeUndefined()
  const outlet = through(port, new HandOutlet(10), { session: 'one' })
  expect(outlet.texts).toHaveLength(10)
  outlet.widen(Number.POSITIVE_INFINITY)
  await room
  expect(outlet.texts).toHaveLength(sent + 1)
})

test('a client that takes nothing of too much is given up, one that takes a little is not', async () => {
  const { port, channel } = served({ limits: { stallMilliseconds: 800 } })
  const outlet = through(port, new HandOutlet(1), { session: undefined })
  while (tell(channel, update(undefined, KIB.repeat(64))) === undefined);
  for (let capacity = 2; capacity < 6; capacity++) {
    await new Promise(resolve => setTimeout(resolve, 100))
    outlet.widen(capacity)
    expect(port.closedBecause).toBeUndefined()
  }
  await port.closed.promise
  expect(port.closedBecause).toContain('took nothing')
})

test('the answer to an opening that asks for numbers promises them', async () => {
  const { port, channel } = served()
  await heard(port, channel, request(0, 'initialize', { _meta: { [DELIVERY_META]: true } }))
  const outlet = listening(port)
  tell(channel, answer(0, { protocolVersion: 1, _meta: { other: 1 } }))
  tell(channel, answer(0, {}))
  expect(outlet.messages).toEqual([
    answer(0, { protocolVersion: 1, _meta: { other: 1, [DELIVERY_META]: { connectionId: 'c0ffee' } } }),
    answer(0, {}),
  ])
})

test('an opening that does not ask gets its answer as it is, and one whose port cannot be resumed gets no numbers', async () => {
  const plain = served()
  await heard(plain.port, plain.channel, request(0, 'initialize', {}))
  tell(plain.channel, answer(0))
  expect(listening(plain.port).messages).toEqual([answer(0)])
  const socket = served({}, new HandPort({ isResumable: false }))
  await heard(socket.port, socket.channel, request(0, 'initialize', { _meta: { [DELIVERY_META]: true } }))
  tell(socket.channel, answer(0))
  const outlet = listening(socket.port)
  expect(outlet.messages).toEqual([answer(0)])
  expect(outlet.ids).toEqual([undefined])
})

test('closing waits until whoever listens has taken everything', async () => {
  const { port, channel } = served()
  const outlet = through(port, new HandOutlet(1), { session: undefined })
  for (const value of [1, 2, 3]) tell(channel, update(undefined, value))
  const closing = channel.close()
  await Promise.resolve()
  expect(port.closedBecause).toBeUndefined()
  outlet.widen(100)
  await closing
  expect(values(outlet)).toEqual([1, 2, 3])
  expect(port.closedBecause).toBe('')
})

test('when the client has left nothing more can be sent', async () => {
  const { port, channel } = served()
  port.leave()
  for await (const _ of channel.incoming);
  expect(() => tell(channel, update(undefined, 1))).toThrow('has left')
})

test('on one socket the answer that lets a client into a session waits for what the session has told before it', async () => {
  const { port, channel } = served()
  await heard(port, channel, request(1, 'session/load', { sessionId: 'one' }))
  const [own, one] = [listening(port), through(port, new HandOutlet(2), { session: 'one' })]
  for (const value of [1, 2, 3]) tell(channel, update('one', value))
  tell(channel, answer(1))
  tell(channel, update('one', 4))
  expect(values(one)).toEqual([1, 2])
  expect(own.texts).toEqual([])
  one.widen(100)
  await expect.poll(() => own.messages).toEqual([answer(1)])
  expect(values(one)).toEqual([1, 2, 3, 4])
  // Who comes back for all of it is told it in the same order.
  const again = through(port, new HandOutlet(1), { session: 'one', after: BEGINNING })
  const ownAgain = listening(port, undefined, BEGINNING)
  expect(ownAgain.texts).toEqual([])
  again.widen(100)
  await expect.poll(() => ownAgain.messages).toEqual([answer(1)])
})
