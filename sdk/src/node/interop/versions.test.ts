import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v1 from '@agentclientprotocol/sdk'
import * as v2 from '@agentclientprotocol/sdk/experimental/v2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../client/index.js'
import { OurAgent, refusalOf } from './our-agent.fixture.js'
import { Bench, follow, reported } from './our-client.fixture.js'
import { saidIn } from './said.fixture.js'

let cwd: string

beforeAll(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'parley-interop-')))
  await writeFile(join(cwd, 'poem.txt'), 'a line\n')
})

afterAll(() => rm(cwd, { recursive: true }))

const clientInfo = { name: 'official-client', version: '2.4.0' }
const everything = { fs: { readTextFile: true, writeTextFile: true }, terminal: true }

/** An official client of version 1 or 2 that says hello and nothing else. */
function greetV1(agent: OurAgent, protocolVersion = 1) {
  const client = v1.client({ name: 'official-client' }).connect(agent.stream)
  const params: v1.InitializeRequest = { protocolVersion, clientInfo, clientCapabilities: {} }
  return { client, greeting: client.agent.request(v1.methods.agent.initialize, params) }
}

function greetV2(agent: OurAgent) {
  const client = v2.client({ name: 'official-client' }).connect(agent.stream)
  const params: v2.InitializeRequest = { protocolVersion: 2, info: clientInfo }
  return { client, greeting: client.agent.request(v2.methods.agent.initialize, params) }
}

describe('our client that offers version 2', () => {
  test.each(['1', 'router-1'] as const)(
    'starts an official agent anew that speaks only version 1 (%s), and lends it everything',
    async which => {
      await using bench = new Bench()
      const client = await bench.connect(which, { version: 2 })
      expect(client.version).toBe(1)
      expect(client.info?.name).toBe('official-v1')
      expect(bench.processes).toHaveLength(2)
      expect(await bench.processes[0]?.exited).toEqual({ code: 0, signal: null })
      const offers = bench.wire.of('sent', 'initialize').map(({ params }) => params?.protocolVersion)
      expect(offers).toEqual([2, 1])
      const session = await client.newSession({ cwd })
      const greeting = await reported(session.prompt('greeting'))
      expect(greeting).toMatchObject({ protocolVersion: 1, clientCapabilities: everything })
      const { updates, outcome } = await follow(session.prompt(`read ${cwd}/poem.txt`))
      expect(saidIn(updates)).toEqual(['a line\n'])
      expect(outcome.stopReason).toBe('end_turn')
    },
  )

  test('keeps the process of such an agent when it offers the shapes of both versions at once', async () => {
    await using bench = new Bench()
    const client = await bench.connect('1', { version: 2, offersAll: true })
    expect(client.version).toBe(1)
    expect(bench.processes).toHaveLength(1)
    const session = await client.newSession({ cwd })
    const greeting = await reported(session.prompt('greeting'))
    expect(greeting).toMatchObject({ protocolVersion: 2, clientCapabilities: everything })
    const { updates } = await follow(session.prompt(`read ${cwd}/poem.txt`))
    expect(saidIn(updates)).toEqual(['a line\n'])
  })

  test('gets version 2 of an official agent that speaks both behind the router', async () => {
    await using bench = new Bench()
    const client = await bench.connect('router', { version: 2 })
    expect(client.version).toBe(2)
    expect(client.info?.name).toBe('official-v2')
    expect(bench.processes).toHaveLength(1)
    const { updates, outcome } = await follow((await client.newSession({ cwd })).prompt('hurry'))
    expect(saidIn(updates)).toEqual(['already done'])
    expect(outcome.stopReason).toBe('end_turn')
  })
})

describe('our client that offers version 1', () => {
  test('gets version 1 of an official agent that speaks both, and lends it everything', async () => {
    await using bench = new Bench()
    const client = await bench.connect('router')
    expect(client.version).toBe(1)
    expect(client.info?.name).toBe('official-v1')
    const greeting = await reported((await client.newSession({ cwd })).prompt('greeting'))
    expect(greeting).toMatchObject({ protocolVersion: 1, clientCapabilities: everything })
  })

  test('is told which versions an official agent of version 2 speaks, and leaves nothing running', async () => {
    await using bench = new Bench()
    const error = await bench.connect('2').catch(error => error)
    expect(error).toMatchObject({ code: -32022, data: { requested: 1, supported: [2] } })
    expect(reasonOf(error)).toBe('unsupported_protocol_version')
    expect(bench.processes).toHaveLength(1)
    expect(await bench.processes[0]?.exited).toMatchObject({ code: 0 })
  })

  test('goes on in version 2 with one that speaks no other, where it may', async () => {
    await using bench = new Bench()
    const client = await bench.connect('2', { mayGoHigher: true })
    expect(client.version).toBe(2)
    const { outcome } = (await client.newSession({ cwd })).prompt('greeting')
    expect(await outcome).toMatchObject({ stopReason: 'end_turn' })
    expect(bench.processes).toHaveLength(2)
  })
})

describe('our agent of both versions', () => {
  test('speaks version 1 with an official client of version 1', async () => {
    await using agent = new OurAgent()
    const { client, greeting } = greetV1(agent)
    expect(await greeting).toMatchObject({ protocolVersion: 1, agentInfo: { name: 'parley-agent' } })
    const said = await client.agent.buildSession(cwd).withSession(async session => {
      void session.prompt(`talk ${cwd}/a`)
      return session.readText()
    })
    expect(said).toBe('Hello world')
  })

  test('speaks version 2 with an official client of version 2', async () => {
    await using agent = new OurAgent()
    const { client, greeting } = greetV2(agent)
    expect(await greeting).toMatchObject({ protocolVersion: 2, info: { name: 'parley-agent' } })
    const said = await client.agent.buildSession(cwd).withSession(async session => {
      await session.prompt(`talk ${cwd}/a`)
      return session.readTextUntilIdle()
    })
    expect(said).toBe('Hello world')
  })

  test('answers with version 2 what asks for a version there is not yet', async () => {
    await using agent = new OurAgent()
    await greetV1(agent, 7).greeting.catch(() => {})
    expect(agent.wire.answerTo('initialize')?.result).toMatchObject({
      protocolVersion: 2,
      info: { name: 'parley-agent' },
    })
  })

  test('refuses a client of version 2 that does not say who it is', async () => {
    await using agent = new OurAgent()
    expect(await refusalOf(greetV1(agent, 2).greeting)).toMatchObject({
      code: -32602,
      data: { reason: 'invalid_params', flaws: [{ path: '/info' }] },
    })
  })

  test('refuses version 0, and may still be greeted properly', async () => {
    await using agent = new OurAgent()
    const { client, greeting } = greetV1(agent, 0)
    expect(await refusalOf(greeting)).toMatchObject({
      code: -32022,
      data: { requested: 0, supported: [1, 2] },
    })
    const params = { protocolVersion: 1, clientInfo, clientCapabilities: {} }
    expect(await client.agent.request(v1.methods.agent.initialize, params)).toMatchObject({
      protocolVersion: 1,
    })
  })
})

describe('our agent of one version', () => {
  test('of version 1 answers an official client of version 2 with its own, which that client declines', async () => {
    await using agent = new OurAgent(1)
    const { client, greeting } = greetV2(agent)
    const declined = await greeting.then(
      () => 'accepted',
      () => 'declined',
    )
    expect(declined).toBe('declined')
    expect(agent.wire.of('sent', 'initialize')[0]?.params).toMatchObject({ protocolVersion: 2 })
    expect(agent.wire.answerTo('initialize')?.result).toMatchObject({
      protocolVersion: 1,
      agentInfo: { name: 'parley-agent' },
    })
    await client.closed
    await using again = new OurAgent(1)
    expect(await greetV1(again).greeting).toMatchObject({ protocolVersion: 1 })
  })

  test('of version 1 answers every version with its own', async () => {
    await using agent = new OurAgent(1)
    expect(await greetV1(agent, 0).greeting).toMatchObject({ protocolVersion: 1 })
  })

  test('of version 2 tells an official client of version 1 which versions it speaks', async () => {
    await using agent = new OurAgent(2)
    expect(await refusalOf(greetV1(agent).greeting)).toMatchObject({
      code: -32022,
      data: { requested: 1, supported: [2] },
    })
  })
})
