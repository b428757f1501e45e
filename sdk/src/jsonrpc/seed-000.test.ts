/**
 * Document 000 (transports and batches), sentence by sentence: each row has the line it stands on and what it asks for in
 * short. Arrays are tried over a connection and through a relay, from either of its sides, under both policies; what is
 * about stdin and stdout over the pipes of a real process, alone and behind a relay.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import { agent } from '../agent/index.js'
import { connect } from '../client/index.js'
import { serveHttp } from '../node/http-server/serve-http.js'
import { nodeStream } from '../node/node-stream.js'
import { openChannel } from '../node/open-channel.js'
import { fixture } from '../node/pairs.fixture.js'
import { spawnAgent } from '../node/spawn-agent.js'
import { relay } from '../proxy/index.js'
import { channelContract } from '../testing/index.js'
import { httpEndpoint, lines, memoryPair, servedChannel, tap } from '../transport/index.js'
import type { BatchPolicy } from './batch.js'
import type { Channel, Delivery } from './channel.js'
import { Connection } from './connection.js'
import { calm, FarEnd, type Heard, handler, wired } from './far-end.fixture.js'

/** A far end that says anything to somebody who answers, and what that one was told. */
interface Wire {
  readonly far: FarEnd
  readonly told: string[]
  readonly log: string[]
  close(): Promise<void>
}

const answering = (told: string[], log: string[]) => ({
  request: async (method: string): Promise<string> => {
    log.push(`start ${method}`)
    await calm(method === 'slow' ? 20 : 0)
    log.push(`end ${method}`)
    if (method === 'fail') throw new Error('hunter2')
    return method
  },
  notification: (method: string) => {
    told.push(method)
    if (method === 'fail') throw new Error('hunter2')
    return undefined
  },
})

const overConnection = (policy: BatchPolicy): Wire => {
  const [told, log]: [string[], string[]] = [[], []]
  const { connection, far } = wired(answering(told, log), { batch: policy })
  return { far, told, log, close: () => connection.close() }
}

const overRelay =
  (side: 'client' | 'agent') =>
  (policy: BatchPolicy): Wire => {
    const [told, log]: [string[], string[]] = [[], []]
    const [far, toFar] = memoryPair()
    const [toNear, near] = memoryPair()
    const connection = new Connection(near, { handler: handler(answering(told, log)) })
    const ends = side === 'client' ? ([toFar, toNear] as const) : ([toNear, toFar] as const)
    const joined = relay(...ends, { batch: { [side]: policy } })
    const close = async (): Promise<void> => {
      await Promise.all([connection.close(), joined.closed])
    }
    return { far: new FarEnd(far), told, log, close }
  }

const wires = {
  'a connection': overConnection,
  "a relay's client": overRelay('client'),
  "a relay's agent": overRelay('agent'),
} as const

const ask = (id: unknown, method = 'echo') => ({ jsonrpc: '2.0', id, method })
const note = (method = 'note') => ({ jsonrpc: '2.0', method })
const next = async ({ far }: Wire): Promise<readonly Heard[]> => (await far.next()) as unknown as Heard[]
const byId = (answers: readonly Heard[]) => new Map(answers.map(answer => [answer.id, answer]))
const oneError = (code: number) => ({ jsonrpc: '2.0', id: null, error: { code } })

/** One sentence about arrays: what is said, and what must come of it where arrays are worked through. */
interface BatchSentence {
  readonly line: number
  readonly asks: string
  readonly said: unknown
  readonly processed: (wire: Wire) => Promise<void>
  /** The one answer where arrays are refused: -32600 unless it is no array at all. */
  readonly refusedWith?: number
}

const batchSentences: readonly BatchSentence[] = [
  {
    line: 20,
    asks: 'several requests and notifications may come in one array',
    said: [ask(1, 'a'), note('n'), ask(2, 'b'), note('m')],
    processed: async wire => {
      const answers = byId(await next(wire))
      expect([answers.get(1)?.result, answers.get(2)?.result]).toEqual(['a', 'b'])
      expect(wire.told).toEqual(['n', 'm'])
    },
  },
  {
    line: 20,
    asks: 'an array of requests alone is one',
    said: [ask(1), ask('two')],
    processed: async wire => expect([...byId(await next(wire)).keys()].sort()).toEqual([1, 'two']),
  },
  {
    line: 20,
    asks: 'an entry without an id is a notification, so an array may hold those alone',
    said: [note('a'), note('b')],
    processed: async wire => {
      await calm()
      expect(wire.told).toEqual(['a', 'b'])
      expect(wire.far.heard).toEqual([])
    },
  },
  {
    line: 21,
    asks: 'an array that is not JSON is answered with a single -32700 without an id',
    said: '[{"jsonrpc":"2.0","id":1,"method":"echo"},{"jsonrpc":',
    processed: async wire => expect(await wire.far.next()).toMatchObject(oneError(-32700)),
    refusedWith: -32700,
  },
  {
    line: 22,
    asks: 'an array holds at least one value, and one value is enough',
    said: [ask(1)],
    processed: async wire => expect(await next(wire)).toMatchObject([{ id: 1, result: 'echo' }]),
  },
  {
    line: 22,
    asks: 'an empty one is answered with a single -32600 without an id, and not with an array',
    said: [],
    processed: async wire => {
      const answer = await wire.far.next()
      expect(Array.isArray(answer)).toBe(false)
      expect(answer).toMatchObject(oneError(-32600))
    },
  },
  {
    line: 23,
    asks: 'entries may be worked on at the same time',
    said: [ask(1, 'slow'), ask(2, 'quick')],
    processed: async wire => {
      await next(wire)
      expect(wire.log).toEqual(['start slow', 'start quick', 'end quick', 'end slow'])
    },
  },
  {
    line: 24,
    asks: 'the answers come in one array when the last request is done',
    said: [ask(1, 'quick'), ask(2, 'slow'), ask(3, 'quick')],
    processed: async wire => {
      expect(await next(wire)).toHaveLength(3)
      expect(wire.log.filter(entry => entry.startsWith('end'))).toHaveLength(3)
    },
  },
  {
    line: 25,
    asks: 'each request has one answer, also one that fails, and a notification has none',
    said: [ask(1), note(), ask(2, 'fail'), note('fail')],
    processed: async wire => {
      const answers = await next(wire)
      expect(answers).toHaveLength(2)
      expect(byId(answers).get(2)).toMatchObject({ error: { code: -32603 } })
    },
  },
  {
    line: 26,
    asks: 'a notification is never answered, whatever becomes of it',
    said: [note('fail'), note('no/such/method'), note('$/cancel_request')],
    processed: async wire => {
      await calm()
      expect(wire.far.heard).toEqual([])
    },
  },
  {
    line: 27,
    asks: 'answers stand in any order, each under the id of its request',
    said: [ask('slow one', 'slow'), ask(7, 'quick')],
    processed: async wire => {
      const answers = byId(await next(wire))
      expect(answers.get('slow one')?.result).toBe('slow')
      expect(answers.get(7)?.result).toBe('quick')
    },
  },
  {
    line: 28,
    asks: 'where there is nothing to answer nothing is sent, above all no empty array',
    said: [note(), note(), note()],
    processed: async wire => {
      await calm()
      expect(wire.told).toHaveLength(3)
      expect(wire.far.heard).toEqual([])
    },
  },
  {
    line: 29,
    asks: 'each invalid entry has a -32600 of its own without an id, and the others are worked on',
    said: [1, ask(1), 'x', null, [], [ask(2)], {}, { jsonrpc: '2.0', id: 3 }, { id: 4, method: 'x' }, note()],
    processed: async wire => {
      const answers = await next(wire)
      const invalid = answers.filter(({ error }) => error?.code === -32600)
      expect(invalid).toHaveLength(8)
      expect(invalid.every(({ id }) => id === null)).toBe(true)
      expect(answers.filter(({ id }) => id !== null)).toMatchObject([{ id: 1, result: 'echo' }])
      expect(wire.told).toEqual(['note'])
    },
  },
]

describe.each(Object.entries(wires))('to %s', (_name, make) => {
  // What stands before an agent only counts what is no JSON: it must not answer into a program that may be no agent.
  const answersNoise = make !== wires["a relay's agent"]

  test.each(batchSentences.filter(({ refusedWith }) => answersNoise || refusedWith === undefined))(
    'line $line, worked through: $asks',
    async ({ said, processed }) => {
      const wire = make('process')
      if (typeof said === 'string') wire.far.sayText(said)
      else wire.far.say(said)
      await processed(wire)
      const heard = wire.far.heard.length
      await wire.close()
      await wire.far.ended
      expect(wire.far.heard).toHaveLength(heard)
    },
  )

  test.each(batchSentences.filter(({ refusedWith }) => answersNoise || refusedWith === undefined))(
    'line $line, refused: $asks',
    async ({ said, refusedWith }) => {
      const wire = make('reject')
      if (typeof said === 'string') wire.far.sayText(said)
      else wire.far.say(said)
      wire.far.request('after', 'echo')
      expect(await wire.far.next()).toMatchObject(oneError(refusedWith ?? -32600))
      expect(await wire.far.next()).toMatchObject({ id: 'after', result: 'echo' })
      await wire.close()
      await wire.far.ended
      expect(wire.far.heard).toHaveLength(2)
      expect([wire.told, wire.log]).toEqual([[], ['start echo', 'end echo']])
    },
  )
})

test.each([1, 2] as const)(
  'line 20: the rules of arrays are those of version 2 (spoken: %i)',
  async version => {
    const [far, near] = memoryPair()
    agent({ name: 'a', version: '1', versions: [1, 2], prompt: async () => {} }).serve(near)
    const client = new FarEnd(far)
    const info = { name: 'c', version: '1' }
    client.request(1, 'initialize', {
      protocolVersion: version,
      info,
      clientInfo: info,
      clientCapabilities: {},
    })
    expect(await client.next()).toMatchObject({ id: 1, result: { protocolVersion: version } })
    client.say([ask(2, '_one'), note('_two'), ask(3, '_three')])
    const answer = await client.next()
    if (version === 1) expect(answer).toMatchObject(oneError(-32600))
    else expect([...byId(answer as unknown as Heard[]).keys()]).toEqual([2, 3])
    await client.close()
  },
)

describe('sending arrays', () => {
  test('line 20: either side may send one', async () => {
    const [one, other] = memoryPair()
    const options = { handler: handler({ request: method => method }), batch: 'process' } as const
    const sides = [new Connection(one, options), new Connection(other, options)]
    for (const side of sides)
      expect(await Promise.all(side.batch([{ method: 'a' }, { method: 'b' }]))).toEqual(['a', 'b'])
    await sides[0]?.close()
  })

  test('line 27: who sent one matches the answers by their ids', async () => {
    const { connection, far } = wired()
    const answers = connection.batch([
      { method: 'a' },
      { method: 'n', isNotification: true },
      { method: 'b' },
    ])
    const [a, , b] = (await far.next()) as unknown as Heard[]
    far.say([
      { jsonrpc: '2.0', id: b?.id, result: 'for b' },
      { jsonrpc: '2.0', id: a?.id, result: 'for a' },
    ])
    expect(await Promise.all(answers)).toEqual(['for a', 'for b'])
    await connection.close()
  })

  test.each([1, 2] as const)(
    'line 30: in version %i a whole conversation of ours sends none, what begins something least of all',
    async version => {
      const [one, other] = memoryPair()
      const sent: unknown[] = []
      const watch = (channel: Channel): Channel => tap(channel, (_direction, message) => sent.push(message))
      const ours = agent({
        name: 'a',
        version: '1',
        versions: [1, 2],
        prompt: async turn => void turn.say('hello'),
      })
      ours.serve(other)
      const client = await connect(watch(one), {}, { version })
      const session = await client.newSession({ cwd: '/' })
      await session.prompt('hi').outcome
      await client.close()
      expect(sent.length).toBeGreaterThan(5)
      expect(sent.some(Array.isArray)).toBe(false)
    },
  )
})

/** A process spoken to byte by byte. */
class Bytes {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  readonly exited: Promise<unknown>
  stdout = Buffer.alloc(0)
  stderr = Buffer.alloc(0)
  #wake = (): void => {}

  constructor(policy: BatchPolicy) {
    this.child = spawn(process.execPath, [peer, policy], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.exited = once(this.child, 'close')
    this.child.stdout.on('data', chunk => {
      this.stdout = Buffer.concat([this.stdout, chunk])
      this.#wake()
    })
    this.child.stderr.on('data', chunk => {
      this.stderr = Buffer.concat([this.stderr, chunk])
    })
  }

  get lines(): readonly string[] {
    return new TextDecoder('utf-8', { fatal: true }).decode(this.stdout).split('\n').slice(0, -1)
  }

  async until(count: number): Promise<readonly Heard[]> {
    while (this.lines.length < count)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    return this.lines.map(line => JSON.parse(line) as Heard)
  }

  async end(): Promise<void> {
    this.child.stdin.end()
    await this.exited
  }
}

const peer = fileURLToPath(new URL('./fixtures/stdio-peer.mjs', import.meta.url))
const peerProcess = (policy: BatchPolicy = 'process') => spawnAgent(process.execPath, [peer, policy])

/** A process of ours behind a relay, spoken to over two streams: the same bytes, through whoever stands between. */
const ways: Record<string, () => { channel: Channel; close: () => Promise<unknown> }> = {
  'straight to it': () => {
    const channel = peerProcess()
    return { channel, close: () => channel.close() }
  },
  'through a relay': () => {
    const [client, toClient] = memoryPair()
    const joined = relay(toClient, peerProcess())
    return { channel: client, close: () => joined.close() }
  },
}

const words = 'gr\u00fc\u00df \u20ac \u{1f600}\nnext line\r\n\u2028\u0000'

describe.each(Object.entries(ways))('over the pipes of a process, %s', (_name, make) => {
  test('lines 2, 3, 10, 11: it is started as a child, and its stdin and stdout carry JSON-RPC in UTF-8', async () => {
    const { channel, close } = make()
    const heard: unknown[] = []
    const connection = new Connection(channel, {
      handler: handler({ notification: (_method, params) => void heard.push(params) as undefined }),
    })
    connection.notify('hello', { words })
    expect(await connection.request('echo', { words })).toEqual({ method: 'echo', params: { words } })
    expect(heard).toEqual([{ method: 'hello', params: { words }, parent: process.pid }])
    await close()
  })

  test('line 12: requests, notifications, answers and arrays pass', async () => {
    const { channel, close } = make()
    const connection = new Connection(channel, { handler: handler({}) })
    const isRelayed = make === ways['through a relay']
    const calls = connection.batch([
      { method: 'slow' },
      { method: 'x', isNotification: true },
      { method: 'b' },
    ])
    if (isRelayed) await expect(Promise.all(calls)).rejects.toMatchObject({ code: -32600 })
    else expect(await Promise.all(calls)).toMatchObject([{ method: 'slow' }, { method: 'b' }])
    expect(await connection.request('echo')).toMatchObject({ method: 'echo' })
    await close()
  })

  test('line 14: what it writes to stderr disturbs nothing', async () => {
    const { channel, close } = make()
    const connection = new Connection(channel, { handler: handler({}) })
    expect(await connection.request('echo')).toMatchObject({ method: 'echo' })
    await close()
  })
})

describe('over the pipes of a process, byte by byte', () => {
  test('lines 2, 13: what it says is UTF-8, one message to a line, and no line break inside of one', async () => {
    const bytes = new Bytes('process')
    bytes.child.stdin.write(`${JSON.stringify({ ...ask(1), params: { words } })}\n`)
    const [answer] = await bytes.until(1)
    expect(answer).toMatchObject({ id: 1, result: { params: { words } } })
    await bytes.end()
    expect(bytes.lines).toHaveLength(1)
    expect(bytes.lines[0]).not.toMatch(/[\r\n]/)
    expect(bytes.stdout.includes(Buffer.from('gr\u00fc\u00df \u20ac \u{1f600}'))).toBe(true)
  })

  test('lines 2, 13: a message cut anywhere, also inside of a character, arrives whole', async () => {
    const bytes = new Bytes('process')
    for (const byte of Buffer.from(`${JSON.stringify({ ...ask(1), params: { words } })}\n`)) {
      bytes.child.stdin.write(Buffer.from([byte]))
      if (byte > 0x7f) await calm(2)
    }
    expect(await bytes.until(1)).toMatchObject([{ id: 1, result: { params: { words } } }])
    await bytes.end()
  })

  test('line 2: a line that is not UTF-8 is refused, and the next is heard', async () => {
    const bytes = new Bytes('process')
    bytes.child.stdin.write(
      Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff, 0xfe])]),
    )
    bytes.child.stdin.write(`"}\n${JSON.stringify(ask(2))}\n`)
    expect(await bytes.until(2)).toMatchObject([oneError(-32700), { id: 2 }])
    await bytes.end()
  })

  test('line 13: a message with a line break inside is not one', async () => {
    const bytes = new Bytes('process')
    bytes.child.stdin.write(`${JSON.stringify(ask(1), undefined, 2)}\n${JSON.stringify(ask(2))}\n`)
    const heard = await bytes.until(6)
    await bytes.end()
    expect(heard.find(({ id }) => id === 1)).toBeUndefined()
    expect(heard.at(-1)).toMatchObject({ id: 2, result: { method: 'echo' } })
  })

  test.each(['process', 'reject'] as const)(
    'lines 12, 21, 22, 28: arrays on a pipe where the policy is %s',
    async policy => {
      const bytes = new Bytes(policy)
      const said = [
        '[',
        '[]',
        JSON.stringify([note()]),
        JSON.stringify([ask(1), note(), 7]),
        JSON.stringify(ask(2)),
      ]
      bytes.child.stdin.write(`${said.join('\n')}\n`)
      if (policy === 'reject') {
        const refused = [oneError(-32700), oneError(-32600), oneError(-32600), oneError(-32600)]
        expect(await bytes.until(5)).toMatchObject([...refused, { id: 2 }])
      } else {
        const heard = (await bytes.until(6)) as readonly (Heard | Heard[])[]
        expect(heard.slice(0, 2)).toMatchObject([oneError(-32700), oneError(-32600)])
        expect(heard.filter(Array.isArray)).toMatchObject([
          [{ id: null, error: { code: -32600 } }, { id: 1 }],
        ])
      }
      await bytes.end()
      expect(bytes.lines.includes('[]')).toBe(false)
    },
  )

  test('line 14: it may say what it likes on stderr in UTF-8, which its client may keep, pass on or leave', async () => {
    let passed = ''
    const agentProcess = spawnAgent(process.execPath, [peer], {
      onStderr: text => {
        passed += text
      },
    })
    const connection = new Connection(agentProcess, { handler: handler({}) })
    await connection.request('echo')
    // Another pipe than that of the answer: it may be read later.
    await vi.waitFor(() => expect(passed).toContain('ein Wort auf stderr: \u00fc\u20ac\u{1f600}'), 10_000)
    expect(agentProcess.stderr).toContain('ein Wort auf stderr: \u00fc\u20ac\u{1f600}')
    await connection.close()
  })

  test('line 15: nothing but messages leaves by stdout, whoever else writes there', async () => {
    const bytes = new Bytes('process')
    bytes.child.stdin.write(`${JSON.stringify(ask(1))}\n`)
    expect(await bytes.until(1)).toMatchObject([{ jsonrpc: '2.0', id: 1 }])
    await bytes.end()
    expect(bytes.stdout.toString()).not.toContain('meant for stdout')
    expect(bytes.stderr.toString()).toContain('meant for stdout')
  })

  test.each(['straight to it', 'through a relay'])(
    'line 16: nothing but messages goes to its stdin, %s',
    async way => {
      // Says back what it hears, where nobody takes it for an answer.
      const listening = spawn('cat', ['-'], { stdio: ['pipe', 'pipe', 'pipe'] })
      const heard: Buffer[] = []
      listening.stdout.on('data', chunk => heard.push(chunk))
      const [client, toClient] = memoryPair()
      const channel = lines(nodeStream(listening.stderr, listening.stdin))
      const joined =
        way === 'through a relay'
          ? relay(toClient, channel, { limits: { graceMilliseconds: 50 } })
          : undefined
      const connection = new Connection(joined === undefined ? channel : client, { handler: handler({}) })
      const abort = new AbortController()
      connection.request('a', { words }, { signal: abort.signal }).catch(() => {})
      connection.notify('b', [1])
      await calm()
      abort.abort()
      connection.notify('unsendable', { value: 1n })?.catch(() => {})
      await calm()
      await connection.close()
      await once(listening, 'close')
      const said = Buffer.concat(heard).toString().split('\n').slice(0, -1)
      const messages = said.map(line => JSON.parse(line) as Heard)
      expect(messages.map(({ jsonrpc, method }) => [jsonrpc, method])).toEqual([
        ['2.0', 'a'],
        ['2.0', 'b'],
        ['2.0', '$/cancel_request'],
      ])
    },
  )
})

describe('carriers', () => {
  const conversation = async (channel: Channel): Promise<void> => {
    const client = await connect(channel)
    const session = await client.newSession({ cwd: '/' })
    expect((await session.prompt('hi').outcome).stopReason).toBe('end_turn')
    await client.close()
  }
  const ours = () => agent({ name: 'a', version: '1', prompt: async turn => void turn.say('hello') })

  test('lines 3, 5: an agent and a client of ours speak over stdin and stdout', async () => {
    await conversation(spawnAgent(process.execPath, [fixture('agent.mjs')]))
  })

  test('lines 4, 34: and over HTTP, of which there is a draft', async () => {
    const serving = {
      serve: (port: Parameters<typeof servedChannel>[0]) => void ours().serve(servedChannel(port)),
    }
    const server = await serveHttp(httpEndpoint(serving, { path: '/acp' }))
    await conversation(await openChannel({ transport: 'http', url: `${server.url}/acp` }))
    await server.close()
  })

  /** A carrier that nobody here has thought of: messages of threads. */
  const threads = (port: MessagePort): Channel => {
    const waiting: string[] = []
    let isOver = false
    let wake = (): void => {}
    port.on('message', (text: string) => {
      waiting.push(text)
      wake()
    })
    port.on('close', () => {
      isOver = true
      wake()
    })
    async function* receive(): AsyncGenerator<Delivery> {
      for (;;) {
        const texts = waiting.splice(0)
        if (texts.length > 0)
          yield { messages: texts.map(text => JSON.parse(text)), sizes: texts.map(text => text.length) }
        else if (isOver) return
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    }
    return {
      incoming: receive(),
      send: (_message, text) => void port.postMessage(text),
      close: async () => void port.close(),
    }
  }

  test('lines 5, 38: and over a carrier that somebody else has made, in the same words and the same order', async () => {
    const spoken = async (pair: readonly [Channel, Channel]): Promise<unknown[]> => {
      const sent: unknown[] = []
      ours().serve(pair[1])
      await conversation(tap(pair[0], (direction, message) => sent.push([direction, message])))
      return JSON.parse(JSON.stringify(sent).replace(/"sessionId":"[^"]*"/g, '"sessionId":"s"'))
    }
    const { port1, port2 } = new MessageChannel()
    const there = await spoken([threads(port1), threads(port2)])
    expect(there).toEqual(await spoken(memoryPair()))
    expect(there[0]).toMatchObject(['sent', { jsonrpc: '2.0', method: 'initialize' }])
  })

  test('line 38: what such a carrier owes is written down as a list that it can be tried with', () => {
    const titles = channelContract(async () => {
      const [a, b] = memoryPair()
      return { a, b }
    }).map(({ title }) => title)
    expect(titles.length).toBeGreaterThan(5)
    expect(titles).toContain('messages arrive in the order they were sent')
  })
})

test('every line that asks for something is shown above', () => {
  const source = readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const titled = [...source.matchAll(/'lines? ([\d, ]+)[:,]/g)].flatMap(([, list]) => (list ?? '').split(','))
  const shown = new Set([...titled.map(Number), ...batchSentences.map(({ line }) => line)])
  const asking = [2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 34, 38]
  expect([...shown].filter(line => line > 0).sort((a, b) => a - b)).toEqual(asking)
})
