/** How much a relay holds while somebody does not read, and how it ends. */
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { nodeStream } from '../../node/node-stream.js'
import { relay } from '../../proxy/index.js'
import { Listener, say, settledWithin } from '../../testing/channel-probe.js'
import { lines, memoryPair } from '../../transport/index.js'
import type { Channel } from '../channel.js'
import { chunkedPair } from '../chunked-pair.fixture.js'
import { calm, FarEnd } from '../far-end.fixture.js'
import { defaultLimits } from '../limits.js'
import { handover } from './handover.js'
import { relayed } from './relayed.fixture.js'

const PIECE = 'x'.repeat(10_000)
const MOST_HELD = 2 * 1024 * 1024

/** Says as much as it may until it is asked to wait and nothing changes any more. */
const flood = async (channel: Channel, most: number): Promise<number> => {
  for (let sent = 0; sent < most; ) {
    const room = say(channel, `${sent++}${PIECE}`)
    if (room !== undefined && !(await settledWithin(room, 100))) return sent
  }
  return most
}

/** Says it all, waiting whenever it is asked to. */
const sayAll = async (channel: Channel, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await say(channel, `${index}${PIECE}`)
}

const counted = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}${PIECE}`)

const joints: Record<string, () => { client: Channel; agent: Channel }> = {
  'in memory': () => {
    const [client, toClient] = memoryPair()
    const [toAgent, agent] = memoryPair()
    relay(toClient, toAgent)
    return { client, agent }
  },
  'on lines': () => {
    const [one, other] = [chunkedPair([65_536]), chunkedPair([65_536])]
    relay(lines(one.streams[1]), lines(other.streams[0]))
    return { client: lines(one.streams[0]), agent: lines(other.streams[1]) }
  },
  'handed to the client': () => {
    const { outer, inner } = handover(defaultLimits)
    const [toAgent, agent] = memoryPair()
    relay(inner, toAgent)
    return { client: outer, agent }
  },
  'handed to the agent': () => {
    const { outer, inner } = handover(defaultLimits)
    const [client, toClient] = memoryPair()
    relay(toClient, inner)
    return { client, agent: outer }
  },
}

test.each(Object.entries(joints))(
  '%s, a client that does not read slows the agent, little is held, and nothing is lost',
  async (_name, make) => {
    const { client, agent } = make()
    const sent = await flood(agent, 10_000)
    expect(sent * PIECE.length).toBeLessThan(MOST_HELD)
    const heard = new Listener(client)
    await heard.until(sent)
    expect(heard.said).toEqual(counted(sent))
    await Promise.all([client.close(), agent.close()])
  },
)

test.each(Object.entries(joints))(
  '%s, an agent that does not read slows the client, little is held, and nothing is lost',
  async (_name, make) => {
    const { client, agent } = make()
    const sent = await flood(client, 10_000)
    expect(sent * PIECE.length).toBeLessThan(MOST_HELD)
    const heard = new Listener(agent)
    await heard.until(sent)
    expect(heard.said).toEqual(counted(sent))
    await Promise.all([client.close(), agent.close()])
  },
)

test.each(Object.entries(joints))(
  '%s, both sides flood at once and neither waits for ever',
  async (_, make) => {
    const { client, agent } = make()
    const [atClient, atAgent] = [new Listener(client), new Listener(agent)]
    const count = 1_000
    await Promise.all([sayAll(client, count), sayAll(agent, count)])
    await Promise.all([atClient.until(count), atAgent.until(count)])
    expect(atClient.said).toEqual(counted(count))
    expect(atAgent.said).toEqual(counted(count))
    await Promise.all([client.close(), agent.close()])
  },
)

test.each(Object.entries(joints))(
  '%s, a side that writes before it reads is heard while the other waits for it',
  async (_name, make) => {
    const { client, agent } = make()
    const unread = await flood(agent, 10_000)
    const atAgent = new Listener(agent)
    const count = 500
    await sayAll(client, count)
    await atAgent.until(count)
    const atClient = new Listener(client)
    await atClient.until(unread)
    expect(atClient.said).toEqual(counted(unread))
    await Promise.all([client.close(), agent.close()])
  },
)

test('a side that takes nothing of what its own messages bring about is read no further, and then let go', async () => {
  const limits = { unsentAnswerBytes: 10_000, stallMilliseconds: 200 }
  const [client, toClient] = memoryPair()
  const [toAgent] = memoryPair()
  let refused = 0
  const { closed } = relay(toClient, toAgent, { limits, report: () => refused++ })
  for (let count = 0; count < 100_000; count++) void client.send([] as never, '[]')
  expect((await closed).error).toMatchObject({ reason: 'stalled' })
  expect(refused).toBeGreaterThan(100)
  expect(refused).toBeLessThan(10_000)
})

test('an end that is closed twice, and by two, is closed once', async () => {
  const { client, agent, relay } = relayed()
  client.request(1, 'slow')
  await agent.next()
  await Promise.all([relay.close('enough'), relay.close('again'), client.close()])
  await relay.close()
  expect(await relay.closed).toEqual({ reason: 'enough' })
  await Promise.all([client.ended, agent.ended])
})

test('closing refuses what is owed to both sides', async () => {
  const { client, agent, relay } = relayed()
  client.request('a', 'slow')
  agent.request('b', 'slow')
  await Promise.all([client.next(), agent.next()])
  await relay.close()
  await Promise.all([client.ended, agent.ended])
  expect(client.heard.at(-1)).toMatchObject({ id: 'a', error: { code: -32800 } })
  expect(agent.heard.at(-1)).toMatchObject({ id: 'b', error: { code: -32800 } })
})

test('an agent that ends refuses every open call of the client, then the relay ends', async () => {
  const { client, agent, relay } = relayed({ batch: { client: 'process' } })
  client.request(1, 'slow')
  client.say([
    { jsonrpc: '2.0', id: 2, method: 'slow' },
    { jsonrpc: '2.0', id: 3, method: 'slow' },
  ])
  for (let count = 0; count < 3; count++) await agent.next()
  agent.notify('last words')
  await agent.close()
  expect(await relay.closed).toEqual({ reason: 'the agent has ended the connection' })
  await client.ended
  const gone = { code: -32603, data: { reason: 'closed' } }
  expect(client.heard).toMatchObject([
    { method: 'last words' },
    { id: 1, error: gone },
    [
      { id: 2, error: gone },
      { id: 3, error: gone },
    ],
  ])
})

/** A client on two streams, so that one can end before the other. */
const halfClosing = (limits: { graceMilliseconds: number }) => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const [toAgent, agentChannel] = memoryPair()
  const joined = relay(lines(nodeStream(input, output)), toAgent, { limits })
  const heard: string[] = []
  output.on('data', chunk => heard.push(String(chunk)))
  return {
    input,
    relay: joined,
    agent: new FarEnd(agentChannel),
    answers: () =>
      heard
        .join('')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
  }
}

test('a client that ends its input still gets what was told and answered to it, then all closes', async () => {
  const { input, relay, agent, answers } = halfClosing({ graceMilliseconds: 60_000 })
  input.end('{"jsonrpc":"2.0","id":1,"method":"a"}\n{"jsonrpc":"2.0","id":2,"method":"b"}\n')
  const [a, b] = [await agent.next(), await agent.next()]
  await calm()
  agent.request(7, 'may I')
  expect(await agent.next()).toMatchObject({ id: 7, error: { data: { reason: 'closed' } } })
  agent.answer(b.id, 'for b')
  agent.notify('update')
  agent.answer(a.id, 'for a')
  expect(await relay.closed).toEqual({ reason: 'the client has ended the connection' })
  await agent.ended
  expect(answers()).toMatchObject([
    { id: 2, result: 'for b' },
    { method: 'update' },
    { id: 1, result: 'for a' },
  ])
})

test('an answer that does not come within the grace is a refusal', async () => {
  const { input, relay, agent, answers } = halfClosing({ graceMilliseconds: 30 })
  input.end('{"jsonrpc":"2.0","id":1,"method":"a"}\n')
  await agent.next()
  await relay.closed
  expect(answers()).toMatchObject([{ id: 1, error: { code: -32800 } }])
})

test('when the wire of an agent breaks, its calls are given up at the client and the ending holds the error', async () => {
  const wire = chunkedPair([100])
  const [client, toClient] = memoryPair()
  const end = new FarEnd(client)
  const { closed } = relay(toClient, lines(wire.streams[0]))
  const agent = new FarEnd(lines(wire.streams[1]))
  agent.ended.catch(() => {})
  end.request(1, 'slow')
  agent.request(1, 'may I')
  const [{ id }] = [await end.next(), await agent.next()]
  wire.kill()
  const { reason, error } = await closed
  expect(reason).toBe("the agent's side broke")
  expect(error).toMatchObject({ message: 'the cable was cut' })
  await end.ended
  expect(end.heard.slice(1)).toMatchObject([
    { id: 1, error: { code: -32603, data: { reason: 'closed' } } },
    { method: '$/cancel_request', params: { requestId: id } },
  ])
})

test('a wire that takes nothing more, but says nothing of its end, is given up', async () => {
  const [client, toClient] = memoryPair()
  const [toAgent] = memoryPair()
  const end = new FarEnd(client)
  const { closed } = relay(toClient, {
    incoming: toAgent.incoming,
    send: () => Promise.reject(new Error('broken pipe')),
    close: () => toAgent.close(),
  })
  end.request(1, 'ask')
  expect(await end.next()).toMatchObject({ id: 1, error: { data: { reason: 'closed' } } })
  expect((await closed).error).toMatchObject({ message: 'broken pipe' })
})

test('an end that fails to close is reported and holds up nobody', async () => {
  const [client, toClient] = memoryPair()
  const [toAgent] = memoryPair()
  const reports: unknown[] = []
  const joined = relay(
    toClient,
    {
      ...toAgent,
      incoming: toAgent.incoming,
      send: () => undefined,
      close: () => Promise.reject(new Error('no')),
    },
    { report: (side, report) => reports.push([side, report.kind]) },
  )
  await joined.close()
  expect(reports).toEqual([['agent', 'close_failed']])
  await new FarEnd(client).ended
})
