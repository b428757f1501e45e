import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Channel } from '@parley/acp/jsonrpc'
import { expect, onTestFinished, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { Client, callerOf, type Fields } from '../seat/client.fixture.js'
import { crude } from './crude.fixture.js'
import { Upstream } from './upstream.js'

const isAlive = (pid: unknown): boolean => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

test('an agent that nobody uses is ended, and comes back for the next prompt', async () => {
  const { hub, folder } = await makePlace({ keeps: true, idleMilliseconds: 200 })
  const first = await Client.open({ hub })
  const sessionId = await first.newSession(folder)
  await first.turn(sessionId, 'say one')
  const { pid } = await first.ask('_fixture/pid')
  await wait(500)
  expect(isAlive(pid)).toBe(true)
  await first.leave()
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  const next = await Client.open({ hub })
  await next.load(sessionId, folder)
  expect(next.said(sessionId)).toBe('one ')
  expect(await next.turn(sessionId, 'say two')).toEqual({ stopReason: 'end_turn' })
})

test('a turn that nobody watches is not ended for want of clients', async () => {
  const { hub, folder } = await makePlace({ keeps: true, idleMilliseconds: 50 })
  const first = await Client.open({ hub })
  const sessionId = await first.newSession(folder)
  first.prompt(sessionId, 'slowly 80')
  await first.until(sessionId, () => first.said(sessionId).includes('1'))
  await first.leave()
  await wait(600)
  const next = await Client.open({ hub })
  await next.load(sessionId, folder)
  await next.untilEnds(sessionId, 1)
  expect(next.said(sessionId).trim().split(' ')).toHaveLength(80)
})

test('clients of the same kind share a process, those of another kind do not, and there is a limit', async () => {
  const { hub } = await makePlace({ mostProcesses: 2 })
  const capabilities = { fs: { readTextFile: true, writeTextFile: false } }
  const turned = { fs: { writeTextFile: false, readTextFile: true } }
  const clients = [
    await Client.open({ hub }),
    await Client.open({ hub, capabilities }),
    await Client.open({ hub, capabilities: turned }),
  ]
  const pids = await Promise.all(clients.map(async client => (await client.ask('_fixture/pid')).pid))
  expect(pids[2]).toBe(pids[1])
  expect(pids[1]).not.toBe(pids[0])
  await expect(Client.open({ hub, capabilities: { terminal: true } })).rejects.toMatchObject({
    data: { reason: 'rate_limited' },
  })
})

test('an agent that cannot be started is a word for the client and a reason for the log', async () => {
  const reports: Fields[] = []
  const agents = { none: { command: '/no/such/program --token=secret' } }
  const { hub } = await makePlace({ agents, onAgent: report => reports.push({ ...report }) })
  const failure: unknown = await Client.open({ hub }).catch(error => error)
  expect(failure).toMatchObject({ code: -32603, data: { reason: 'internal_error' } })
  expect(JSON.stringify(failure)).not.toContain('/no/such/program')
  expect(reports).toMatchObject([
    { agent: 'none', what: 'failed', detail: expect.stringContaining('/no/such') },
  ])
  await expect(Client.open({ hub, agent: 'unheard of' })).rejects.toMatchObject({ code: -32601 })
})

test('an agent that is slow to read is not taken for dead: what it has no room for is refused alone', async () => {
  const channel: Channel = {
    incoming: (async function* () {
      await new Promise(() => {})
    })(),
    // It takes everything, and never reads any of it.
    send: () => new Promise(() => {}),
    close: async () => {},
  }
  const upstream = new Upstream(channel)
  const ends: string[] = []
  const sink = {
    tell: () => undefined,
    ask: async () => ({}),
    ended: (words: string) => void ends.push(words),
  }
  upstream.claim('s', sink)
  const text = 'x'.repeat(30 * 1024 * 1024)
  for (let count = 0; count < 3; count++) void upstream.request('_any', { text })
  const refused = { error: { code: -32603, data: { reason: 'backlogged' } } }
  expect(await upstream.request('_any', {})).toMatchObject(refused)
  const call = { sessionId: 's', method: 'session/prompt', params: {} }
  expect(await new Promise(resolve => upstream.ask(call, resolve))).toMatchObject(refused)
  expect([upstream.isEnded, ends]).toEqual([false, []])
})

test('no second process is begun while the first one lives', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-upstream-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const ending = join(folder, 'ending')
  const seen: string[] = []
  const { hub } = await makePlace({
    ...{ agents: crude({ LINGERS: ending }), idleMilliseconds: 100 },
    onAgent: ({ what }) => void seen.push(what),
  })
  await (await Client.open({ hub })).leave()
  await expect.poll(() => existsSync(ending), { timeout: 5_000 }).toBe(true)
  expect(seen).toEqual(['started'])
  await Client.open({ hub })
  expect(seen).toEqual(['started', 'ended', 'started'])
})

test('an opening that hangs takes nothing from the first words of other sessions', async () => {
  const { hub, folder } = await makePlace({ agents: crude() })
  const client = await Client.open({ hub })
  const place = { cwd: folder, mcpServers: [] }
  client.request('session/new', { ...place, _meta: { hangs: true } })
  for (let count = 0; count < 5; count++) {
    const { sessionId } = await client.ask('session/new', { ...place, _meta: { chatter: 20 } })
    await client.listen(String(sessionId))
    await expect.poll(() => client.said(String(sessionId)).length).toBe(20 * 64 * 1024)
  }
})

test('for a guest no process is started: it has what runs, and without one it can look', async () => {
  const { hub, folder } = await makePlace({ keeps: true, idleMilliseconds: 200 })
  const owner = await Client.open({ hub })
  const sessionId = await owner.newSession(folder)
  await owner.turn(sessionId, 'say one')
  const { pid } = await owner.ask('_fixture/pid')
  const guests = [callerOf({ session: sessionId }), callerOf({ scopes: ['session.read'] })]
  for (const [index, caller] of guests.entries()) {
    const guest = await Client.open({ hub, caller, capabilities: { _kind: index } })
    await guest.load(sessionId, folder)
    await guest.leave()
  }
  const guest = await Client.open({
    hub,
    caller: callerOf({ session: sessionId }),
    capabilities: { _kind: 3 },
  })
  await guest.load(sessionId, folder)
  expect(await guest.turn(sessionId, 'say two')).toEqual({ stopReason: 'end_turn' })
  await Promise.all([guest.leave(), owner.leave()])
  await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false)
  const late = await Client.open({ hub, caller: callerOf({ session: sessionId }) })
  await late.load(sessionId, folder)
  expect(late.said(sessionId)).toBe('one two ')
  await expect(late.turn(sessionId, 'say three')).rejects.toMatchObject({
    data: { reason: 'invalid_session_state' },
  })
  const again = await Client.open({ hub })
  await again.load(sessionId, folder)
  expect(await late.turn(sessionId, 'say three')).toEqual({ stopReason: 'end_turn' })
})

test('who may only look is given an agent of its own version, and can look in either where none runs', async () => {
  const { hub, folder } = await makePlace({ keeps: true, idleMilliseconds: 200 })
  const look = async (version: 1 | 2, sessionId: string): Promise<string> => {
    const caller = callerOf({ scopes: ['session.read'] })
    const viewer = await Client.open({ hub, caller, version, capabilities: { _kind: 'viewer' } })
    expect(viewer.greeting.protocolVersion).toBe(version)
    await viewer.load(sessionId, folder)
    await viewer.leave()
    return viewer.said(sessionId)
  }
  const owners = [await Client.open({ hub, version: 2 }), await Client.open({ hub })]
  const sessions = await Promise.all(owners.map(owner => owner.newSession(folder)))
  const pids = await Promise.all(owners.map(async owner => (await owner.ask('_fixture/pid')).pid))
  const [later = '', first = ''] = sessions
  for (const [index, owner] of owners.entries()) {
    await owner.turn(sessions[index] ?? '', 'say hello')
    await expect.poll(() => owner.said(sessions[index] ?? '')).toBe('hello ')
  }
  expect([await look(1, first), await look(2, later)]).toEqual(['hello ', 'hello '])
  for (const owner of owners) await owner.leave()
  await expect.poll(() => pids.some(isAlive), { timeout: 10_000 }).toBe(false)
  expect([await look(1, first), await look(2, later)]).toEqual(['hello ', 'hello '])
})
