import { expect, test } from 'vitest'
import { ByHand } from '../../protocol/parties.fixture.js'
import { memoryPair } from '../../transport/index.js'
import { bridgeBetween } from './bridge.js'
import { byHand, newWithOld, oldWithNew, onlyNew, settled } from './parties.fixture.js'

const info = { name: 'hand', version: '1' }
const newWelcome = { protocolVersion: 2, info, capabilities: { session: {} } }
const oldWelcome = { protocolVersion: 1, agentCapabilities: {}, authMethods: [] }

test.each([
  [1, oldWelcome],
  [2, newWelcome],
] as const)('where both speak version %i, nothing is changed', async (version, welcome) => {
  const { client, agent } = byHand()
  const odd = { anything: { at: 'all' } }
  const greeting = client.initialize(version, odd)
  const asked = await agent.nextOf('initialize')
  expect(asked.params).toMatchObject({ protocolVersion: version, ...odd })
  agent.answer(asked.id, { ...welcome, ...odd })
  expect((await greeting).result).toEqual({ ...welcome, ...odd })
  const answer = client.ask('made/up', [1, 2])
  const { id, params } = await agent.nextOf('made/up')
  expect(params).toEqual([1, 2])
  agent.answer(id, 'fine')
  expect((await answer).result).toBe('fine')
})

test('an agent that names only version 2 is greeted again in its words', async () => {
  const { asked, answer } = await oldWithNew({ auth: { terminal: true }, elicitation: { form: {} } })
  expect(asked).toEqual({
    protocolVersion: 2,
    info,
    capabilities: { auth: { terminal: {} }, elicitation: { form: {} } },
  })
  expect(answer).toMatchObject({ protocolVersion: 1, agentInfo: info })
})

test('an agent that answers with version 1 is greeted again in its words', async () => {
  const { asked, answer } = await newWithOld({ auth: { terminal: {} }, elicitation: { url: {} } })
  expect(asked).toEqual({
    protocolVersion: 1,
    clientInfo: info,
    clientCapabilities: {
      fs: { readTextFile: false, writeTextFile: false },
      terminal: false,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      plan: {},
      auth: { terminal: true },
      elicitation: { url: {} },
    },
  })
  expect(answer).toMatchObject({ protocolVersion: 2, info })
})

test('the second greeting is said on a new connection where there is one', async () => {
  const { client, agents } = byHand({ reopen: true })
  const greeting = client.initialize(2)
  const first = await agents[0]?.nextOf('initialize')
  agents[0]?.answer(first?.id, oldWelcome)
  await agents[0]?.ended
  while (agents.length < 2) await new Promise(setImmediate)
  const second = await agents[1]?.nextOf('initialize')
  expect(second?.params).toMatchObject({ protocolVersion: 1 })
  agents[1]?.answer(second?.id, oldWelcome)
  expect((await greeting).result).toMatchObject({ protocolVersion: 2 })
  const opened = client.ask('session/new', { cwd: '/' })
  const { id } = (await agents[1]?.nextOf('session/new')) ?? {}
  agents[1]?.answer(id, { sessionId: 's' })
  expect((await opened).result).toMatchObject({ sessionId: 's' })
})

test.each([undefined, {}])('no peer can have the agent begun anew, whatever it says', async params => {
  const word = '$/parley/reopen'
  const { client, agent, agents } = byHand({ reopen: true })
  client.notify(word, params)
  expect((await agent.nextOf(word)).params).toEqual(params)
  const greeting = client.initialize(1)
  agent.answer((await agent.nextOf('initialize')).id, oldWelcome)
  await greeting
  const asked = client.ask(word, params)
  const { id } = await agent.nextOf(word)
  agent.answer(id, 'heard')
  expect((await asked).result).toBe('heard')
  agent.notify(word, params)
  await client.nextOf(word)
  expect(agents).toHaveLength(1)
})

test('between two versions a word of the wire is unknown as any other', async () => {
  const { client, agents } = byHand({ reopen: true })
  const greeting = client.initialize(2)
  agents[0]?.answer((await agents[0].nextOf('initialize')).id, oldWelcome)
  while (agents.length < 2) await new Promise(setImmediate)
  const agent = agents[1] as (typeof agents)[0]
  agent.answer((await agent.nextOf('initialize')).id, oldWelcome)
  await greeting
  client.notify('$/parley/reopen')
  expect((await client.ask('$/parley/reopen')).error?.code).toBe(-32601)
  await settled({ client, agent })
  expect(agents).toHaveLength(2)
})

test('an agent that wants no second greeting is understood by its first answer', async () => {
  const { client, agent } = byHand()
  const greeting = client.initialize(2)
  const first = await agent.nextOf('initialize')
  agent.answer(first.id, { ...oldWelcome, agentInfo: info })
  const second = await agent.nextOf('initialize')
  agent.say({ jsonrpc: '2.0', id: second.id, error: { code: -32600, message: 'already' } })
  expect((await greeting).result).toMatchObject({ protocolVersion: 2, info })
})

test('a refusal that names no other version is passed on, and another greeting may follow', async () => {
  const { client, agent } = byHand()
  const greeting = client.initialize(1)
  const first = await agent.nextOf('initialize')
  const error = { code: -32603, message: 'no', data: { supported: [3] } }
  agent.say({ jsonrpc: '2.0', id: first.id, error })
  expect((await greeting).error).toEqual(error)
  const again = client.initialize(1)
  agent.answer((await agent.nextOf('initialize')).id, oldWelcome)
  expect((await again).result).toEqual(oldWelcome)
})

test.each([3, 99, 'two', undefined])('the answer %s is the client’s to judge', async protocolVersion => {
  const { client, agent } = byHand()
  const greeting = client.initialize(1)
  agent.answer((await agent.nextOf('initialize')).id, { protocolVersion })
  const { result } = await greeting
  expect((result as { protocolVersion?: unknown }).protocolVersion).toEqual(protocolVersion)
})

test('what is asked while the versions are being found out waits, in order', async () => {
  const { client, agent } = byHand()
  const greeting = client.initialize(1)
  const opened = client.ask('authenticate', { methodId: 'm' })
  client.notify('_own/news', { number: 1 })
  const first = await agent.nextOf('initialize')
  agent.say({ jsonrpc: '2.0', id: first.id, error: onlyNew })
  agent.answer((await agent.nextOf('initialize')).id, newWelcome)
  const login = await agent.next()
  expect(login).toMatchObject({ method: 'auth/login', params: { methodId: 'm' } })
  expect(await agent.next()).toMatchObject({ method: '_own/news', params: { number: 1 } })
  agent.answer(login.id, {})
  expect((await greeting).result).toMatchObject({ protocolVersion: 1 })
  expect((await opened).result).toEqual({})
})

test('what waits meanwhile has room for a mebibyte, and more is refused', async () => {
  const { client, agent } = byHand()
  const greeting = client.initialize(1)
  const first = await agent.nextOf('initialize')
  const large = 'x'.repeat(400 * 1024)
  const answers = [1, 2, 3].map(number => client.ask('_own/large', { number, large }))
  expect((await answers[2])?.error?.code).toBe(-32008)
  agent.answer(first.id, oldWelcome)
  await greeting
  for (const number of [1, 2]) {
    const { id, params } = await agent.nextOf('_own/large')
    expect(params).toMatchObject({ number })
    agent.answer(id, number)
    expect((await answers[number - 1])?.result).toBe(number)
  }
})

test('a client that says more than can wait for the greeting loses nothing in silence: that is the end', async () => {
  const [client, toClient] = memoryPair()
  const [toAgent, agent] = memoryPair()
  const bridged = bridgeBetween(toClient, toAgent)
  const [asking, asked] = [new ByHand(client), new ByHand(agent)]
  const greeting = asking.initialize(2)
  await asked.nextOf('initialize')
  const large = 'x'.repeat(400 * 1024)
  for (const number of [1, 2, 3]) asking.notify('_own/large', { number, large })
  expect((await greeting).error?.code).toBe(-32800)
  expect((await bridged.closed).reason).toBe(
    'the client said too much before the agent had answered the greeting',
  )
})

test('what waits for the greeting can be given up, and the agent never hears of it', async () => {
  const both = byHand()
  const { client, agent } = both
  const greeting = client.initialize(1)
  const first = await agent.nextOf('initialize')
  client.request('given', '_own/given', {})
  client.notify('$/cancel_request', { requestId: 'given' })
  expect((await client.answerTo('given')).error?.code).toBe(-32800)
  agent.answer(first.id, oldWelcome)
  await greeting
  await settled(both)
  expect(agent.heard.filter(({ method }) => method?.includes('given'))).toEqual([])
})

test('what is asked before any greeting reaches the agent as it is', async () => {
  const { client, agent } = byHand()
  const asked = client.ask('session/new', { cwd: '/' })
  const { id } = await agent.nextOf('session/new')
  agent.say({ jsonrpc: '2.0', id, error: { code: -32600, message: 'first initialize' } })
  expect((await asked).error?.code).toBe(-32600)
})

test('version 2 may greet again until it asks for something else', async () => {
  const { client, agent } = await newWithOld()
  const again = client.initialize(2, { info: { name: 'other', version: '2' } })
  const { id, params } = await agent.nextOf('initialize')
  expect(params).toMatchObject({ protocolVersion: 1, clientInfo: { name: 'other' } })
  agent.answer(id, { ...oldWelcome, agentInfo: info })
  expect((await again).result).toMatchObject({ protocolVersion: 2 })
  const list = client.ask('session/list', {})
  expect((await list).result).toEqual({ sessions: [] })
  expect((await client.initialize(2)).error?.code).toBe(-32600)
})

test('version 2 without a name is refused, and may then be said in full', async () => {
  const { client, agent } = byHand()
  const nameless = client.initialize(2, { info: undefined })
  agent.answer((await agent.nextOf('initialize')).id, oldWelcome)
  expect((await nameless).error?.code).toBe(-32602)
  const whole = client.initialize(2)
  agent.answer((await agent.nextOf('initialize')).id, oldWelcome)
  expect((await whole).result).toMatchObject({ protocolVersion: 2 })
})

test('a second greeting in version 1 is refused', async () => {
  const both = await oldWithNew()
  expect((await both.client.initialize(1)).error?.code).toBe(-32600)
  await settled(both)
})
