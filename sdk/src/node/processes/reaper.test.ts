import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixture } from '../pairs.fixture.js'
import { isAlive, pidIn } from '../terminals/terminals.fixture.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-reaper-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NAMES = ['own', 'away', 'bare']

const begin = async (ending: string): Promise<{ client: ChildProcess; pids: number[]; reaper: number }> => {
  const client = spawn(process.execPath, [fixture('guarded-client.mjs'), ending, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const [line] = await once(client.stdout, 'data')
  return {
    client,
    reaper: Number(String(line)),
    pids: await Promise.all(NAMES.map(name => pidIn(join(folder, name)))),
  }
}

const untilGone = async (pids: readonly number[]): Promise<number> => {
  const started = performance.now()
  while (pids.some(isAlive) && performance.now() - started < 4_000)
    await new Promise(resolve => setTimeout(resolve, 20))
  return performance.now() - started
}

test('when we are killed, everything we started ends within three seconds, and the reaper after it', async () => {
  const { client, pids, reaper } = await begin('kill')
  expect([...pids, reaper].every(isAlive)).toBe(true)
  client.kill('SIGKILL')
  expect(await untilGone(pids)).toBeLessThan(3_000)
  await untilGone([reaper])
  expect([...pids, reaper].map(isAlive)).toEqual([false, false, false, false])
})

test('the reaper minds no signal to our group, nor one to itself that can be ignored', async () => {
  const { client, pids, reaper } = await begin('kill')
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.kill(reaper, signal)
  process.kill(-(client.pid ?? 0), 'SIGKILL')
  await untilGone([...pids, reaper])
  expect([...pids, reaper].map(isAlive)).toEqual([false, false, false, false])
})

test('when we exit by ourselves nothing is left either, the reaper included', async () => {
  const { client, pids, reaper } = await begin('exit')
  client.stdin?.end('now')
  expect(await once(client, 'exit')).toEqual([0, null])
  await untilGone([...pids, reaper])
  expect([...pids, reaper].map(isAlive)).toEqual([false, false, false, false])
})

test('without the reaper what we started would live on: it is the reaper that ends it', async () => {
  const { client, pids } = await begin('unguarded')
  client.kill('SIGKILL')
  await once(client, 'exit')
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(pids.map(isAlive)).toEqual([true, true, true])
  for (const pid of pids) process.kill(pid, 'SIGKILL')
})
