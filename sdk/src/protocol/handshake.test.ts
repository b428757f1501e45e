import { expect, test } from 'vitest'
import { agent } from '../agent/agent.js'
import { connect } from '../client/connect.js'
import { memoryPair } from '../transport/index.js'
import { connected, connecting, serve, text } from './parties.fixture.js'
import type { Version } from './version.js'

const info = { name: 'hand', version: '1' }
const shape2 = { info, capabilities: {} }

interface TableRow {
  readonly spoken: readonly Version[]
  readonly asks: unknown
  readonly more?: object
  readonly answers: number
  readonly data?: object
}

const table: readonly TableRow[] = [
  { spoken: [1, 2], asks: 1, answers: 1 },
  { spoken: [1, 2], asks: 2, more: shape2, answers: 2 },
  { spoken: [1, 2], asks: 2, more: { capabilities: {} }, answers: -32602 },
  { spoken: [1, 2], asks: 3, more: shape2, answers: 2 },
  { spoken: [1, 2], asks: 3, answers: 2 },
  { spoken: [1, 2], asks: 65_535, more: { info: 7, capabilities: 'odd' }, answers: 2 },
  { spoken: [1, 2], asks: 0, answers: -32022, data: { requested: 0, supported: [1, 2] } },
  { spoken: [1], asks: 0, answers: 1 },
  { spoken: [1], asks: 1, answers: 1 },
  { spoken: [1], asks: 2, more: shape2, answers: 1 },
  { spoken: [1], asks: 65_535, answers: 1 },
  { spoken: [2], asks: 0, answers: -32022, data: { requested: 0, supported: [2] } },
  { spoken: [2], asks: 1, answers: -32022, data: { requested: 1, supported: [2] } },
  { spoken: [2], asks: 2, more: shape2, answers: 2 },
  { spoken: [2], asks: 3, more: shape2, answers: 2 },
  { spoken: [1, 2], asks: '1', answers: -32602 },
  { spoken: [1, 2], asks: 1.5, answers: -32602 },
  { spoken: [1, 2], asks: 65_536, answers: -32602 },
  { spoken: [1, 2], asks: -1, answers: -32602 },
  { spoken: [1], asks: '1', answers: -32602 },
  { spoken: [1], asks: undefined, answers: -32602 },
  { spoken: [2], asks: null, answers: -32602 },
]

for (const { spoken, asks, more = {}, answers, data } of table)
  test(`an agent of ${spoken.join(' and ')} asked for ${JSON.stringify(asks)} with ${JSON.stringify(more)} answers ${answers}`, async () => {
    const { far, served } = serve({ versions: spoken })
    const answer = await far.ask('initialize', { protocolVersion: asks, ...more })
    if (answers > 0) expect(answer.result).toMatchObject({ protocolVersion: answers })
    else expect(answer.error).toMatchObject({ code: answers, ...(data && { data }) })
    // A failed initialize does not close the connection.
    if (answers < 0)
      expect((await far.initialize(spoken[0])).result).toMatchObject({ protocolVersion: spoken[0] })
    await served.close()
  })

test('one endpoint serves a client of version 1 and one of version 2 at the same time', async () => {
  const made = agent({
    name: 'both',
    version: '1',
    async prompt(turn) {
      await turn.say(`hello ${turn.text}`)
    },
  })
  for (const version of [1, 2] as const) {
    const [near, far] = memoryPair()
    made.serve(near)
    const client = await connect(far, {}, { version })
    expect(client.version).toBe(version)
    const session = await client.newSession({ cwd: '/' })
    expect(await session.prompt('you').outcome).toMatchObject({ stopReason: 'end_turn' })
    await client.close()
  }
})

test('params of version 2 are translated for an agent of version 1: no files, no terminals, the name kept', async () => {
  let seen: object = {}
  const { far, served } = serve({
    versions: [1],
    async prompt(turn) {
      seen = { files: turn.files, terminal: turn.terminal }
    },
  })
  const sessionId = await far.begin(2)
  await far.ask('session/prompt', { sessionId, prompt: text('go') })
  expect(seen).toEqual({ files: undefined, terminal: undefined })
  await served.close()
})

test('a request before initialize is refused, a notification before it is ignored, and the connection goes on', async () => {
  const { far, served } = serve()
  far.notify('session/cancel', { sessionId: 'x' })
  far.answer(7, 'nobody asked')
  expect((await far.ask('session/new', { cwd: '/', mcpServers: [] })).error).toMatchObject({ code: -32600 })
  far.say([{ jsonrpc: '2.0', id: 1, method: 'session/new' }])
  expect((await far.answerTo(null)).error).toMatchObject({ code: -32600 })
  expect((await far.initialize(1)).result).toMatchObject({ protocolVersion: 1 })
  await served.close()
})

test('version 1 takes no second initialize', async () => {
  const { far, served } = serve()
  await far.initialize(1)
  expect((await far.initialize(1)).error).toMatchObject({ code: -32600 })
  expect((await far.ask('session/new', { cwd: '/', mcpServers: [] })).result).toBeDefined()
  await served.close()
})

test('version 2 takes a repeat until the first other request, and the latest one counts', async () => {
  const { far, served } = serve()
  await far.initialize(2)
  expect((await far.initialize(2)).result).toMatchObject({ protocolVersion: 2 })
  expect((await far.initialize(3, shape2)).result).toMatchObject({ protocolVersion: 2 })
  await far.ask('session/new', { cwd: '/', mcpServers: [] })
  expect((await far.initialize(2)).error).toMatchObject({ code: -32600 })
  await served.close()
})

test('a repeat that asks for less than was given is refused, and what was given stays', async () => {
  const { far, served } = serve()
  await far.initialize(2)
  expect((await far.initialize(1)).error).toMatchObject({
    code: -32022,
    data: { requested: 1, supported: [2] },
  })
  expect((await far.ask('session/new', { cwd: '/', mcpServers: [] })).result).toBeDefined()
  await served.close()
})

test('a second initialize while the first is being answered is refused', async () => {
  const { far, served } = serve()
  const [one, other] = await Promise.all([far.initialize(2), far.initialize(2)])
  expect([one.error?.code, other.error?.code].sort()).toEqual([-32600, undefined])
  await served.close()
})

test('nothing can be sent before the agreement', async () => {
  const { far, client } = connecting()
  await far.nextOf('initialize')
  await far.close()
  await expect(client).rejects.toMatchObject({ name: 'ConnectionError' })
})

test('a client offers version 1 unless it is told otherwise', async () => {
  const { far } = connecting()
  expect((await far.nextOf('initialize')).params).toMatchObject({
    protocolVersion: 1,
    clientCapabilities: {},
  })
  const second = connecting({}, { version: 2 })
  expect((await second.far.nextOf('initialize')).params).toMatchObject({ protocolVersion: 2, info: {} })
  await Promise.all([far.close(), second.far.close()])
})

test('a client goes on with a lower version it also speaks', async () => {
  const { client, far } = await connected({}, { version: 2 }, { protocolVersion: 1, agentCapabilities: {} })
  expect(client.version).toBe(1)
  await client.close()
  expect(far.heard.filter(({ method }) => method === 'initialize')).toHaveLength(1)
})

test('a client that offers all shapes at once advertises its files to an agent of version 1', async () => {
  const read = () => ({ content: '' })
  const { far } = connecting({ files: { read } }, { version: 2, offersAll: true })
  expect((await far.nextOf('initialize')).params).toMatchObject({
    protocolVersion: 2,
    capabilities: {},
    clientCapabilities: { fs: { readTextFile: true } },
  })
  await far.close()
})

test('an unknown, higher or missing version in the answer ends the connection with a clear error', async () => {
  for (const protocolVersion of [0, 2, 3, '1', undefined, null, 1.5]) {
    const { far, client } = connecting()
    const { id } = await far.nextOf('initialize')
    far.answer(id, { protocolVersion, agentCapabilities: {} })
    await expect(client).rejects.toMatchObject({ name: 'AcpError', reason: 'version_mismatch' })
    await far.ended
  }
})

test('a refusal that names a version this client speaks is followed by that one; any other is final', async () => {
  const first = connecting({}, { version: 2 })
  {
    const { far, client } = first
    const { id } = await far.nextOf('initialize')
    far.say({
      jsonrpc: '2.0',
      id,
      error: { code: -32022, message: 'no', data: { requested: 2, supported: [1] } },
    })
    const again = await far.nextOf('initialize')
    expect(again.params).toMatchObject({ protocolVersion: 1, clientCapabilities: {} })
    far.answer(again.id, { protocolVersion: 1, agentCapabilities: {} })
    expect((await client).version).toBe(1)
    await (await client).close()
  }
  const second = connecting({}, { version: 2 })
  const { id } = await second.far.nextOf('initialize')
  second.far.say({ jsonrpc: '2.0', id, error: { code: -32022, message: 'no', data: { supported: [7] } } })
  await expect(second.client).rejects.toMatchObject({ code: -32022 })
  await second.far.ended
})

test('an answer to initialize that cannot be used ends the connection with its flaws', async () => {
  const { far, client } = connecting()
  const { id } = await far.nextOf('initialize')
  far.answer(id, { protocolVersion: 1, agentInfo: { name: 7 }, authMethods: 'none' })
  const outcome = await client.then(
    it => it.close().then(() => 'salvaged'),
    error => (error as { reason: string }).reason,
  )
  expect(['salvaged', 'invalid_result']).toContain(outcome)
})

test('an agent that never answers initialize is given up at the deadline', async () => {
  const { far, client } = connecting({}, { deadline: 20 })
  await expect(client).rejects.toMatchObject({ name: 'ConnectionError', reason: 'timeout' })
  await far.ended
})
