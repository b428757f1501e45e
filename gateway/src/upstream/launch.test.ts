import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { AGENT, makePlace } from '../hub/place.fixture.js'
import { Client } from '../seat/client.fixture.js'
import type { AgentProgram } from './launch.js'

const SPELLED = fileURLToPath(new URL('../fixtures/spelled.mjs', import.meta.url))

function speaking(version: number, more: Partial<AgentProgram> = {}): Record<string, AgentProgram> {
  return { fixture: { command: process.execPath, args: [AGENT], env: { SPEAKS: String(version) }, ...more } }
}

test('a client of version 1 has turns with an agent that speaks version 2 alone', async () => {
  const { hub, folder } = await makePlace({ agents: speaking(2) })
  const client = await Client.open({ hub })
  expect(client.greeting).toMatchObject({ protocolVersion: 1, agentInfo: { name: 'fixture' } })
  const sessionId = await client.newSession(folder)
  expect(await client.turn(sessionId, 'say one two')).toEqual({ stopReason: 'end_turn' })
  expect(client.said(sessionId)).toBe('one two ')
})

test('a client of version 2 is told the version of an agent that speaks 1, which it may speak, too', async () => {
  const { hub } = await makePlace({ agents: speaking(1) })
  const client = await Client.open({ hub, version: 2 })
  expect(client.greeting).toMatchObject({ protocolVersion: 1 })
})

test('where the config says so it sees one of version 2', async () => {
  const { hub, folder } = await makePlace({ agents: speaking(1, { isBridged: true }) })
  const client = await Client.open({ hub, version: 2 })
  expect(client.greeting).toMatchObject({ protocolVersion: 2, info: { name: 'fixture' } })
  const sessionId = await client.newSession(folder)
  const { messageId } = await client.ask('session/prompt', {
    sessionId,
    prompt: [{ type: 'text', text: 'say one two' }],
  })
  expect(messageId).toEqual(expect.any(String))
  await client.until(sessionId, () => client.said(sessionId) === 'one two ')
})

test.each(['003', '004'] as const)(
  'an agent that spells it as document %s does is understood',
  async name => {
    const agents = {
      fixture: { command: process.execPath, args: [SPELLED], env: { DIALECT: name }, dialect: name },
    }
    const { hub, folder } = await makePlace({ agents })
    const client = await Client.open({ hub })
    expect(client.greeting).toMatchObject({ protocolVersion: 1, agentInfo: { name: 'spelled' } })
    const sessionId = await client.newSession(folder)
    expect(await client.turn(sessionId, 'hello')).toMatchObject({ stopReason: 'end_turn' })
    expect(client.said(sessionId)).toBe('heard')
  },
)
