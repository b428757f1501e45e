import { expect, test } from 'vitest'
import { memoryPair } from '../transport/index.js'
import { Agreement } from './agreement.js'
import { contractV1 } from './contract-v1.js'
import { handlerTable } from './handlers.js'
import { connecting } from './parties.fixture.js'
import { Peer } from './peer.js'

const odd = { protocolVersion: 1, agentCapabilities: { loadSession: 'yes' }, agentInfo: 5 }

test('what is dropped from the answer to initialize is reported', async () => {
  const { far, client, log } = connecting()
  far.answer((await far.nextOf('initialize')).id, odd)
  await (await client).close()
  expect(log).toMatchObject([{ event: 'salvaged', method: 'initialize' }])
})

test('when strict, an answer to initialize that would have to be mended is refused', async () => {
  const { far, client } = connecting({}, { strict: true })
  far.answer((await far.nextOf('initialize')).id, odd)
  await expect(client).rejects.toMatchObject({ reason: 'invalid_result' })
})

test('a result that breaks the rules of conduct is not sent', async () => {
  const [near, far] = memoryPair()
  const agreed = { agent: { sessionCapabilities: { list: {} } }, client: {}, authMethods: [] }
  const agent: Peer<'v1', 'agent'> = new Peer(near, 'agent')
  const client: Peer<'v1', 'client'> = new Peer(far, 'client')
  const sessions = [{ sessionId: 's', cwd: 'relative' }]
  agent.agree(
    await Agreement.settle(contractV1, 'agent', agreed),
    handlerTable<'v1', 'agent'>({ requests: { 'session/list': () => ({ sessions }) } }),
  )
  client.agree(await Agreement.settle(contractV1, 'client', agreed), handlerTable<'v1', 'client'>({}))
  await expect(client.request('session/list', {})).rejects.toMatchObject({ code: -32603 })
  await Promise.all([agent.close(), client.close()])
})
