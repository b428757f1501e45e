/** Clients that only post beside clients that listen, in one session, over real HTTP and WebSocket. */
import { connect } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import { expect, test } from 'vitest'
import type { GatewayConfig } from '../config/config.js'
import { TOKENS } from '../guard/gate.fixture.js'
import { come, hear, type Opened, openGateway } from './gate.fixture.js'

type Json = Readonly<Record<string, unknown>>
type Ask = (method: string, params: object) => Promise<Json>

/** Somebody who posts and listens to nothing. */
const post = async ({ gateway: { url } }: Opened, token: string = TOKENS.alice): Promise<Ask> => {
  const ask: Ask = async (method, params) => {
    const response = await fetch(`${url}/plain`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return response.json() as Promise<Json>
  }
  const clientInfo = { name: 'old', version: '1' }
  await ask('initialize', { protocolVersion: 1, clientInfo, clientCapabilities: {} })
  return ask
}

const asking = (sessionId: string): object => ({ sessionId, prompt: [{ type: 'text', text: 'ask' }] })

const begin = async (plainPost: GatewayConfig['plainPost']) => {
  const opened = await openGateway({ plainPost }, () => ({ patience: { people: 200 } }))
  const ask = await post(opened)
  const made = await ask('session/new', { cwd: opened.folder, mcpServers: [] })
  return { opened, ask, ...(made.result as { readonly sessionId: string }) }
}

test.each([undefined, '003'] as const)(
  'somebody on a WebSocket decides what a client that listens to nothing has asked for (dialect %s)',
  async dialect => {
    const { opened, ask, sessionId } = await begin({ dialect })
    const human = await come(opened, { token: TOKENS.alice })
    const session = await human.loadSession({ sessionId, cwd: opened.folder })
    const said = hear(session)
    expect(await ask('session/prompt', asking(sessionId))).toMatchObject({ result: expect.anything() })
    await expect.poll(said).toContain('chosen: allow')
    const answers = (await opened.audit()).filter(({ event }) => event === 'permission_answered')
    expect(answers).toHaveLength(1)
  },
)

test('what nobody can answer is refused at once, also where somebody looks on who may not answer', async () => {
  const { opened, ask, sessionId } = await begin({ dialect: undefined })
  const looking = await come(opened, { token: TOKENS.viewer })
  const session = await looking.loadSession({ sessionId, cwd: opened.folder })
  const said = hear(session)
  expect(await ask('session/prompt', asking(sessionId))).toMatchObject({ error: expect.anything() })
  expect(said()).not.toContain('chosen')
})

test('when the one who was asked leaves, a client that listens to nothing keeps no question open', async () => {
  const { opened, ask, sessionId } = await begin({ dialect: undefined })
  const url = `${opened.gateway.url.replace(/^http/, 'ws')}/acp`
  const headers = { authorization: `Bearer ${TOKENS.alice}` }
  let leave: () => void = () => {}
  const asked = new Promise<void>(resolve => {
    leave = resolve
  })
  const human = await connect(await openChannel({ transport: 'websocket', url, headers }), {
    permission: () => {
      leave()
      return new Promise(() => {})
    },
  })
  await human.loadSession({ sessionId, cwd: opened.folder })
  const answer = ask('session/prompt', asking(sessionId))
  await asked
  await human.close()
  expect(await answer).toMatchObject({ result: { stopReason: expect.any(String) } })
})
