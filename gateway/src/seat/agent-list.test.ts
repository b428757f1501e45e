import { extensionRequest } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import { SESSION_META } from '@parley/acp/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { gateway } from '../gateway.js'
import { agentNamed, configIn, TOKENS } from '../guard/gate.fixture.js'
import { AGENTS_METHOD } from '../hub/words.js'
import { AGENT, come, type Opened, openGateway } from '../serving/gate.fixture.js'

const LIST = extensionRequest<object, unknown>(AGENTS_METHOD, {
  readParams: value => Object(value),
  readResult: value => value,
})
const [MAIN, OTHER] = [
  { name: 'main', isDefault: true },
  { name: 'other', isDefault: false },
]

async function listFor(opened: Opened, token: string, path = '/acp'): Promise<unknown> {
  return (await come(opened, { token, path })).call(LIST, {})
}

/** What somebody gets who came by a ticket for so much. */
async function tokenFor({ gateway: { url, makeTicket } }: Opened, wish: Parameters<typeof makeTicket>[0]) {
  const body = JSON.stringify({ ticket: makeTicket(wish) })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/auth/exchange`, { method: 'POST', headers, body })
  return String(Object(await answer.json()).token)
}

test('whoever may begin sessions is told of the agents for that, the usual one first, and of the folders', async () => {
  const opened = await openGateway({ defaultAgent: 'other' })
  const { folder, token } = opened
  expect(await listFor(opened, token)).toEqual({
    agents: [
      { name: 'other', isDefault: true },
      { name: 'main', isDefault: false },
    ],
    folder,
    roots: [folder],
  })
})

test('an agent that is not for somebody is not named to them', async () => {
  const opened = await openGateway()
  expect(await listFor(opened, TOKENS.bob, '/acp/other')).toMatchObject({ agents: [OTHER] })
})

test('an agent has the title that its config gives it', async () => {
  const opened = await openGateway()
  await opened.gateway.close(0)
  const [config, owner] = [configIn(opened.folder), opened.token]
  const main = { ...agentNamed('main'), command: process.execPath, args: [AGENT], title: 'The Main One' }
  const second = await gateway({ config: { ...config, agents: new Map([['main', main]]) } })
  onTestFinished(() => second.close(0))
  expect(await listFor({ ...opened, gateway: second }, owner)).toMatchObject({
    agents: [{ ...MAIN, title: 'The Main One' }],
  })
})

test('an agent that is added later is told of to whoever is there already, and can be reached', async () => {
  const opened = await openGateway()
  const client = await come(opened)
  const later = { ...agentNamed('later'), command: process.execPath, args: [AGENT], title: 'The Later One' }
  opened.gateway.addAgent(later)
  opened.gateway.addAgent({ ...later, title: 'Another of its name' })
  const told = { name: 'later', title: 'The Later One', isDefault: false }
  expect(await client.call(LIST, {})).toMatchObject({ agents: [MAIN, OTHER, told] })
  const own = await come(opened, { path: '/acp/later' })
  expect((await own.newSession({ cwd: opened.folder })).id).toEqual(expect.any(String))
})

test('who may only look learns of no folders, and a guest of one session only of its agent', async () => {
  const opened = await openGateway()
  expect(await listFor(opened, TOKENS.viewer)).toEqual({ agents: [MAIN, OTHER], folder: '/', roots: [] })
  const host = await come(opened)
  const { id: session } = await host.newSession({ cwd: opened.folder })
  const guest = await tokenFor(opened, { role: 'editor', session })
  expect(await listFor(opened, guest)).toEqual({ agents: [MAIN], folder: '/', roots: [] })
})

test('an agent that cannot be started is refused with the names of the others, to clients that know what that means', async () => {
  const opened = await openGateway()
  await opened.gateway.close(0)
  const [config, owner] = [configIn(opened.folder), opened.token]
  const main = { ...agentNamed('main'), command: process.execPath, args: ['-e', 'process.exit(3)'] }
  const other = { ...agentNamed('other'), command: process.execPath, args: [AGENT] }
  const agents = new Map([
    ['main', main],
    ['other', other],
  ])
  const second = await gateway({ config: { ...config, agents } })
  onTestFinished(() => second.close(0))
  const broken = { ...opened, gateway: second }
  const told = { agents: [MAIN, OTHER], self: { name: expect.any(String), role: 'admin' } }
  const url = `${second.url.replace(/^http/, 'ws')}/acp`
  const headers = { authorization: `Bearer ${owner}` }
  const greet = async (_meta: Record<string, unknown>): Promise<unknown> => {
    const channel = await openChannel({ transport: 'websocket', url, headers })
    const params = { protocolVersion: 1, clientCapabilities: {}, _meta }
    const text = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params })
    await channel.send(JSON.parse(text), text)
    for await (const { messages } of channel.incoming) {
      await channel.close()
      return messages[0]
    }
    return undefined
  }
  expect(await greet({ [SESSION_META]: {} })).toMatchObject({ error: { data: told } })
  expect(await greet({})).not.toHaveProperty('error.data.agents')
  expect(await listFor(broken, owner, '/acp/other')).toMatchObject({ agents: [MAIN, OTHER] })
})
