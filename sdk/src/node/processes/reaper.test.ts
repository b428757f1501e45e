import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fixture } from '../pairs.fixture.js'
import { isAlive, pidIn } from '../terminals/terminals.fixture.js'
import { reaperScript } from './reaper-script.js'

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

/** Within three seconds on a machine that has time; how much more a busy one needs is nothing we promise. */
const untilGone = async (pids: readonly number[]): Promise<void> => {
  const started = performance.now()
  while (pids.some(isAlive) && performance.now() - started < 8_000)
    await new Promise(resolve => setTimeout(resolve, 20))
}

test('when we are killed, everything we started ends, and the reaper after it', {
  timeout: 30_000,
}, async () => {
  const { client, pids, reaper } = await begin('kill')
  expect([...pids, reaper].every(isAlive)).toBe(true)
  client.kill('SIGKILL')
  await untilGone(pids)
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

/** A reaper of its own, in a world that lacks something: whom it ended of a marked one, a group, and a neighbour. */
const reapWith = async (script: string, path: string): Promise<readonly boolean[]> => {
  const mark = `test-${process.pid}-${Math.random()}.`
  const sleeper = (env: Record<string, string> = {}) =>
    spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, ...env } })
  const all = [sleeper({ ACP_TERM_OWNER: `${mark}1;` }), sleeper(), sleeper()]
  const [, group, neighbour] = all.map(({ pid }) => pid)
  const reaper = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: path },
  })
  reaper.stdin.end(`=${mark}\n+${group}\n+${neighbour}\n-${neighbour}\n`)
  await once(reaper, 'exit')
  const isEnded = all.map(({ pid }) => !isAlive(pid ?? 0))
  for (const child of all) child.kill('SIGKILL')
  return isEnded
}

test('where there is no /proc, the reaper finds by ps whom it must end, and nobody else', async () => {
  const script = reaperScript.replaceAll('/proc/', '/nowhere/')
  expect(await reapWith(script, process.env.PATH ?? '')).toEqual([true, true, false])
})

test('where grep stops at the first NUL, the reaper finds the mark all the same', async () => {
  const grep = join(folder, 'grep')
  writeFileSync(grep, '#!/bin/sh\ncase $1 in -caF | -lasF) exit 1 ;; esac\nexec /usr/bin/grep "$@"\n')
  chmodSync(grep, 0o755)
  expect(await reapWith(reaperScript, `${folder}:${process.env.PATH}`)).toEqual([true, true, false])
})
