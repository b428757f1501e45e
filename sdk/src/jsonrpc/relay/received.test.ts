import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { nodeStream } from '../../node/node-stream.js'
import { relay } from '../../proxy/index.js'
import { contentLength, lines, tap } from '../../transport/index.js'
import type { Channel, Delivery } from '../channel.js'
import type { Limits } from '../limits.js'
import type { Report } from '../report.js'
import { relayThrough } from './relay.js'

const HEAD = '{"jsonrpc":"2.0","method":"m","params":'

/** A relay between two pipes of lines: what an agent writes, and what is written to its client. */
function joined(limits?: Partial<Limits>, framing: typeof lines = lines) {
  const [fromAgent, toClient] = [new PassThrough(), new PassThrough()]
  const reports: Report[] = []
  const agent = framing(nodeStream(fromAgent, new PassThrough()))
  const client = lines(nodeStream(new PassThrough(), toClient))
  relay(client, agent, { limits, report: (_side, report) => reports.push(report) })
  return { fromAgent, reports, toClient }
}

/** Until something has happened. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(resolve => setTimeout(resolve, 2))
}

/** What leaves towards the client when an agent writes this. */
async function passed(text: string, limits?: Partial<Limits>) {
  const { fromAgent, reports, toClient } = joined(limits)
  fromAgent.write(`${text}\n`)
  await until(() => toClient.readableLength + reports.length > 0)
  return { text: String(toClient.read() ?? ''), reports }
}

test.each([
  ['numbers as they were written', `${HEAD}{"a":1.50,"b":12345678901234567890,"c":1e400}}`],
  ['white space and order', `${HEAD}{ "b": 1,\t"a": [ ] }}`],
  ['words of all kinds', `${HEAD}{"a":"käse 🧀 \\n \\" \\\\ \\/"}}`],
  ['an array', `${HEAD}[1,2]}`],
])('a notification that passes leaves in the very text in which it came: %s', async (_what, text) => {
  expect(await passed(text)).toEqual({ text: `${text}\n`, reports: [] })
})

test.each([
  ['members that are none of a notification', `${HEAD}{"a":1},"x":2}`, `${HEAD}{"a":1}}\n`],
  ['members in another order', '{"method":"m","params":{"a":1.0},"jsonrpc":"2.0"}', `${HEAD}{"a":1}}\n`],
  ['a name that hides', `${HEAD}{"__proto__":1,"a":1.0}}`, `${HEAD}{"a":1}}\n`],
  ['a name that hides behind escapes', `${HEAD}{"\\u005f_proto__":1,"a":1.0}}`, `${HEAD}{"a":1}}\n`],
  ['escapes of what needs none', `${HEAD}{"a":"\\ud83e\\uddc0"}}`, `${HEAD}{"a":"🧀"}}\n`],
  ['params that are there twice', `${HEAD}{"a":1.0},"params":{"a":2.0}}`, `${HEAD}{"a":2}}\n`],
  ['a name that is there twice', `${HEAD}{"x":[{"a":1.0,"a":2.0}]}}`, `${HEAD}{"x":[{"a":2}]}}\n`],
  ['one that hides behind white space', `${HEAD}{"x":{"a" :1.0,"a" :2.0}}}`, `${HEAD}{"x":{"a":2}}}\n`],
  ['a version that is there twice', `${HEAD}{"a":1.0},"jsonrpc":"2.0"}`, `${HEAD}{"a":1}}\n`],
  ['words with a colon', `${HEAD}{"a":"b: c","n":1.0}}`, `${HEAD}{"a":"b: c","n":1}}\n`],
  ['a line break of old', `${HEAD}{"a":\r1.0}}\r`, `${HEAD}{"a":1}}\n`],
  ['params that are null', `${HEAD}null}`, '{"jsonrpc":"2.0","method":"m"}\n'],
  ['another method named before', `${HEAD}{"a":1.0},"method":"n"}`, `${HEAD.replace('m"', 'n"')}{"a":1}}\n`],
])('what says more or less than its value is written anew: %s', async (_what, text, expected) => {
  expect((await passed(text)).text).toBe(expected)
})

test('white space that would break a line in two is not passed on', async () => {
  const { fromAgent, toClient } = joined(undefined, contentLength)
  const text = `${HEAD}{"a":\n{"b":1}}}`
  fromAgent.write(`Content-Length: ${text.length}\r\n\r\n${text}`)
  await until(() => toClient.readableLength > 0)
  expect(String(toClient.read())).toBe(`${HEAD}{"a":{"b":1}}}\n`)
})

test('half of a character, and what is larger than this relay may send, are reported and go no further', async () => {
  const half = await passed(`${HEAD}{"a":"\\ud83e"}}`)
  const large = await passed(`${HEAD}{"a":"${'x'.repeat(100)}"}}`, { messageBytes: 100 })
  expect([half.text, large.text]).toEqual(['', ''])
  expect([half.reports, large.reports]).toMatchObject([
    [{ kind: 'not_sent', error: { reason: 'unsendable' } }],
    [{ kind: 'not_sent', error: { reason: 'too_large' } }],
  ])
})

/** What leaves when somebody stands between an agent's wire and the relay. */
async function passedBy(wrap: (channel: Channel) => Channel, text: string): Promise<string> {
  const [fromAgent, toClient] = [new PassThrough(), new PassThrough()]
  const agent = wrap(lines(nodeStream(fromAgent, new PassThrough())))
  relay(lines(nodeStream(new PassThrough(), toClient)), agent)
  fromAgent.write(text)
  await until(() => toClient.readableLength > 0)
  return String(toClient.read())
}

const through = (change: (delivery: Delivery) => Delivery) => (channel: Channel) => ({
  send: (message: Parameters<Channel['send']>[0], text: string) => channel.send(message, text),
  close: () => channel.close(),
  incoming: (async function* () {
    for await (const delivery of channel.incoming) yield change(delivery)
  })(),
})

const hidden = { jsonrpc: '2.0', method: 'm', params: { a: 'hidden' } }
const redactions: readonly (readonly [string, (channel: Channel) => Channel])[] = [
  ['in a copy', through(delivery => ({ ...delivery, messages: delivery.messages.map(() => hidden) }))],
  ['in its place', through(delivery => (delivery.messages as unknown[]).splice(0, 1, hidden) && delivery)],
  [
    'by who watches',
    channel =>
      tap(channel, (_, message) => void Object.assign((message as typeof hidden).params, hidden.params)),
  ],
]

test.each(redactions)('what somebody on the way has hidden stays hidden: %s', async (_how, wrap) => {
  expect(await passedBy(wrap, `${HEAD}{"a":"secret"}}\n`)).toBe(`${HEAD}{"a":"hidden"}}\n`)
})

test('what somebody on the way has left out is not sent in the place of another', async () => {
  const second = through(({ messages, sizes }) => ({ messages: messages.slice(1), sizes: sizes.slice(1) }))
  const text = await passedBy(second, `${HEAD}{"a":"left out"}}\n${HEAD}{"a":1.0}}\n`)
  expect(text).toBe(`${HEAD}{"a":1}}\n`)
})

test('what was changed on the way is written as it is now', async () => {
  const [fromAgent, toClient] = [new PassThrough(), new PassThrough()]
  relayThrough<undefined, 'client' | 'agent', never>(
    {
      client: { channel: lines(nodeStream(new PassThrough(), toClient)) },
      agent: { channel: lines(nodeStream(fromAgent, new PassThrough())) },
    },
    {
      start: undefined,
      step: (state, event) =>
        event.kind === 'notification'
          ? {
              state,
              effects: [
                { kind: 'tell', to: 'client', method: 'first', params: event.params },
                { kind: 'tell', to: 'client', method: event.method, params: { changed: event.params } },
                { kind: 'tell', to: 'client', method: event.method, params: event.params },
                { kind: 'tell', to: 'client', method: 'w', params: { x: 1 }, write: () => '{"x":1.0}' },
                { kind: 'tell', to: 'client', method: 'w', params: { x: 1 }, write: () => undefined },
              ],
            }
          : { state, effects: [] },
    },
  )
  fromAgent.write(`${HEAD}{"a":1.0}}\n`)
  await until(() => toClient.readableLength > 0)
  const told = (method: string, params: string) => HEAD.replace('"m"', `"${method}"`) + params
  expect(String(toClient.read()).trim().split('\n')).toEqual([
    told('first', '{"a":1}}'),
    told('m', '{"changed":{"a":1}}}'),
    told('m', '{"a":1.0}}'),
    told('w', '{"x":1.0}}'),
    told('w', '{"x":1}}'),
  ])
})

test('a small message that waits to be written does not hold the large input that it came with', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const kept: string[] = []
  const fromAgent = new PassThrough()
  const stream = {
    input: (async function* () {
      await new Promise(() => {})
    })() as AsyncIterable<Uint8Array>,
    // A carrier that is busy: all that it is given waits.
    write: (text: string) => void kept.push(text) as undefined,
    whenIdle: (callback: () => void) => process.nextTick(callback),
    end: async () => {},
  }
  relay(lines(stream), lines(nodeStream(fromAgent, new PassThrough())), { report: () => {} })
  const noise = `${'#'.repeat(60_000)}\n`
  const before = held()
  for (let index = 0; index < 300; index++) {
    fromAgent.write(`${noise}${HEAD}{"index":${index}}}\n`)
    await new Promise(setImmediate)
  }
  await until(() => kept.length === 300)
  expect(held() - before).toBeLessThan(6 * 1024 * 1024)
})
