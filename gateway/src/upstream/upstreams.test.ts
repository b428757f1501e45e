import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makePlace } from '../hub/place.fixture.js'
import { Client, type Fields } from '../seat/client.fixture.js'

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
