import { expect, test } from 'vitest'
import { calm, gate } from '../jsonrpc/far-end.fixture.js'
import type { Channel } from '../jsonrpc/index.js'
import { memoryPair } from '../transport/index.js'
import { Agreement } from './agreement.js'
import type { Agreed, ContractName } from './contract.js'
import { handlerTable } from './handlers.js'
import { Doorkeeper } from './handshake.js'
import type { LogEntry } from './log.js'
import { ByHand, serve } from './parties.fixture.js'
import { Peer } from './peer.js'
import { loadContract } from './version.js'

type AnyPeer = Peer<ContractName, 'agent'>

const result = { protocolVersion: 2, info: { name: 'tested', version: '1' }, capabilities: {} }
const closing = { code: -32800, message: 'The connection is closing', data: { reason: 'request_cancelled' } }
const notLoaded = 'what answers after initialize could not be loaded'

interface Attended {
  readonly far: ByHand
  readonly peer: AnyPeer
  readonly log: LogEntry[]
  /** The names of the clients that were welcomed, in their order. */
  readonly welcomed: unknown[]
}

interface Attendance {
  readonly loadingMilliseconds?: number | undefined
  /** Runs while an initialize is being answered. */
  readonly onWelcome?: (peer: AnyPeer) => Promise<void>
  readonly onSend?: () => void
}

/** An agent of version 2 that has nothing but its door, and loads in its own way what is behind it. */
function attend(load: (peer: AnyPeer) => Promise<void>, options: Attendance = {}): Attended {
  const [inner, farChannel] = memoryPair()
  const near: Channel = {
    incoming: inner.incoming,
    send(message, text) {
      options.onSend?.()
      return inner.send(message, text)
    },
    close: () => inner.close(),
  }
  const log: LogEntry[] = []
  const welcomed: unknown[] = []
  const enter = async (agreed: Agreed): Promise<void> => {
    await load(peer)
    const agreement = await Agreement.settle(await loadContract(2, false), 'agent', agreed)
    peer.agree(agreement, handlerTable({}))
  }
  const desk = {
    versions: [2],
    isUnstable: false,
    async welcome(_opening: unknown, { info }: { readonly info?: unknown }) {
      welcomed.push((info as { readonly name: string }).name)
      await options.onWelcome?.(peer)
      return { result, enter }
    },
  } as const
  const doorkeeper = new Doorkeeper(desk, options.loadingMilliseconds)
  const peer: AnyPeer = new Peer(near, 'agent', {
    log: entry => log.push(entry),
    greet: (params, call) => doorkeeper.greet(peer, params, call),
  })
  return { far: new ByHand(farChannel), peer, log, welcomed }
}

function greet(far: ByHand, id: number, name = 'hand'): void {
  far.request(id, 'initialize', { protocolVersion: 2, info: { name, version: '1' }, capabilities: {} })
}

test('what is loaded behind the answer is asked for when the answer is written, where writing waits for an idle moment', async () => {
  const happened: string[] = []
  const { far } = attend(
    async () => {
      happened.push('loading')
    },
    // As streams of bytes do, so that what is sent in one go is one write.
    { onSend: () => process.nextTick(() => happened.push('written')) },
  )
  greet(far, 0)
  await expect.poll(() => happened).toEqual(['written', 'loading'])
})

const failures = [
  ['cannot be loaded', () => Promise.reject(new Error('no such file')), undefined, 'no such file'],
  ['takes too long to load', () => new Promise<void>(() => {}), 20, undefined],
] as const

for (const [what, load, loadingMilliseconds, cause] of failures)
  test(`what waits for something that ${what} is told so, and the log says why`, async () => {
    const { far, peer, log } = attend(load, { loadingMilliseconds })
    greet(far, 0)
    far.request(1, 'session/list', {})
    far.notify('session/cancel', { sessionId: 'nobody' })
    expect((await peer.closed).reason).toBe(notLoaded)
    await far.ended
    expect(far.heard).toMatchObject([
      { id: 0, result },
      {
        id: 1,
        error: {
          code: -32603,
          message: `Internal error: ${notLoaded}`,
          data: { reason: 'internal_error' },
        },
      },
    ])
    const entry = log.find(({ event }) => event === 'not_loaded')
    expect(entry).toMatchObject({ level: 'error', message: notLoaded })
    expect((entry?.error as Error | undefined)?.message).toBe(cause)
  })

test('what waits while this side loads, and closes, is told that the connection is closing', async () => {
  const { far, peer } = attend(() => new Promise(() => {}))
  greet(far, 0)
  far.request(1, 'session/list', {})
  far.request(2, 'session/list', {})
  await far.answerTo(0)
  await peer.close()
  await far.ended
  expect(far.heard.slice(1)).toMatchObject([
    { id: 1, error: closing },
    { id: 2, error: closing },
  ])
})

test('what waits behind an initialize when this side closes is answered behind it', async () => {
  const { far } = attend(async () => {}, {
    async onWelcome(peer) {
      // All that was said at once has come by then.
      await calm()
      void peer.close()
      await calm()
    },
  })
  greet(far, 0)
  far.request(1, 'session/list', {})
  await far.ended
  expect(far.heard).toMatchObject([
    { id: 0, result },
    { id: 1, error: closing },
  ])
})

test('a repeated initialize is not taken before the first one is in place, and then takes its place', async () => {
  const loading = gate()
  const agreed: unknown[] = []
  const { far, peer, welcomed } = attend(async ({ agreement }) => {
    agreed.push(agreement)
    await loading.opened
  })
  greet(far, 0, 'first')
  await far.answerTo(0)
  greet(far, 1, 'second')
  await calm()
  expect(welcomed).toEqual(['first'])
  loading.open()
  await far.answerTo(1)
  expect(welcomed).toEqual(['first', 'second'])
  await expect.poll(() => agreed.length, { timeout: 10_000 }).toBe(2)
  expect(agreed[0]).toBeUndefined()
  expect(agreed[1]).toBeInstanceOf(Agreement)
  await expect.poll(() => peer.agreement, { timeout: 10_000 }).not.toBe(agreed[1])
  await peer.close()
})

test('what comes behind a repeated initialize is answered behind it', async () => {
  const loading = gate()
  const { far, peer } = attend(() => loading.opened)
  greet(far, 0, 'first')
  await far.answerTo(0)
  greet(far, 1, 'second')
  far.request(2, 'session/list', {})
  await calm()
  loading.open()
  await far.answerTo(2)
  expect(far.heard.map(({ id }) => id)).toEqual([0, 1, 2])
  await peer.close()
})

test('what comes behind a repeated initialize is answered behind it, also when the first is long in place', async () => {
  const { far, peer } = attend(async () => {})
  greet(far, 0, 'first')
  await expect.poll(() => peer.agreement).toBeDefined()
  greet(far, 1, 'second')
  far.request(2, 'session/list', {})
  await far.answerTo(2)
  expect(far.heard.map(({ id }) => id)).toEqual([0, 1, 2])
  await peer.close()
})

for (const version of [1, 2] as const)
  test(`version ${version}: an initialize whose answer cannot be written has settled nothing`, async () => {
    let written = 0
    const odd = { toJSON: () => (written++ === 0 ? 1n : 'fine') }
    const { far, served } = serve({ meta: { odd } })
    const [refused, early] = await Promise.all([
      far.initialize(version),
      far.ask('session/new', { cwd: '/', mcpServers: [] }),
    ])
    expect(refused.error?.code).toBe(-32603)
    expect(early.error?.message).toBe('Invalid request: the first request is initialize')
    expect((await far.ask('session/new', { cwd: '/', mcpServers: [] })).error?.code).toBe(-32600)
    expect((await far.initialize(version)).result).toMatchObject({ protocolVersion: version })
    expect((await far.ask('session/new', { cwd: '/', mcpServers: [] })).result).toBeDefined()
    await served.close()
  })
