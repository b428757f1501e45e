import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname } from 'node:path'
import type { Entry } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { LiveSource } from '../timeline/live-source.js'
import { fixture, makeHome, startWire, type Wired } from '../wire.fixture.js'
import { listWires, type WireNote } from './place.js'
import { LineRing } from './ring.js'

async function findWire(env: NodeJS.ProcessEnv): Promise<WireNote> {
  for (;;) {
    const [wire] = await listWires({ env })
    if (wire !== undefined) return wire
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

interface Watching {
  readonly entries: Entry[]
  readonly ended: Promise<string | undefined>
  until(isSo: () => boolean): Promise<void>
}

function watch(source: LiveSource): Watching {
  const entries: Entry[] = []
  const ended = new Promise<string | undefined>(resolve =>
    source.start({ header: () => {}, entries: more => void entries.push(...more), ended: resolve }),
  )
  return {
    entries,
    ended,
    async until(isSo) {
      while (!isSo()) await new Promise(resolve => setTimeout(resolve, 10))
    },
  }
}

const begin = (env: NodeJS.ProcessEnv, ...flags: string[]): Wired =>
  startWire([...flags, '--', process.execPath, fixture('mirror.mjs')], env)

test('who comes late is shown a wire from its beginning, then live, then its end; messages are read again', async () => {
  const { env } = makeHome()
  const wire = begin(env)
  wire.child.stdin.write('{"n":1}\n{"n":2}\n')
  await wire.hears('{"n":2}')
  const source = new LiveSource(await findWire(env))
  const { entries, ended, until } = watch(source)
  const count = (to: string): number => entries.filter(entry => 'message' in entry && entry.to === to).length
  await until(() => count('client') === 2)
  expect(entries[0]).toMatchObject({ event: 'started' })
  wire.child.stdin.end('{"n":3}\n')
  expect(await ended).toBe('The wire is over.')
  expect(count('agent')).toBe(3)
  expect(entries.at(-1)).toMatchObject({ event: 'exited', detail: 'exit code 7' })
  const place = entries.findIndex(entry => 'message' in entry)
  expect(await source.read(place)).toEqual(entries[place])
})

test('nobody is told anything who does not know the key, and nobody else can enter the folder', async () => {
  const { env } = makeHome()
  const wire = begin(env)
  wire.child.stdin.write('{"secret":"s3cret"}\n')
  await wire.hears('s3cret')
  const { address, key } = await findWire(env)
  expect(statSync(dirname(address)).mode & 0o077).toBe(0)
  expect(statSync(address).mode & 0o077).toBe(0)
  for (const word of ['', 'guess', key.slice(1), `${key}x`]) {
    const heard = await new Promise<string>(resolve => {
      let text = ''
      const socket = connect(address, () => socket.write(`${word}\n`))
      socket.on('data', chunk => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
      socket.on('error', () => {})
    })
    expect(heard).toBe('')
  }
  expect(key).toMatch(/^[0-9a-f]{48}$/)
})

test('a watcher that never reads does not slow the wire, which ends when it ends', {
  timeout: 60_000,
}, async () => {
  const { env } = makeHome()
  const wire = begin(env)
  const { address, key } = await findWire(env)
  const stuck = connect(address, () => stuck.write(`${key}\n`))
  stuck.on('error', () => {})
  await new Promise(resolve => stuck.once('readable', resolve))
  stuck.pause()
  const line = `{"text":"${'x'.repeat(1_000)}"}\n`
  for (let index = 0; index < 30; index++) {
    wire.child.stdin.write(line.repeat(1_000))
    await new Promise(resolve => setImmediate(resolve))
  }
  const started = performance.now()
  wire.child.stdin.end()
  expect(await wire.exited).toEqual([7, null])
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(wire.output().length).toBe(30_000 * line.length + 'goodbye\n'.length)
  stuck.destroy()
})

test('a message that is held waits until a watcher lets it go, and those behind it wait, too', async () => {
  const { env } = makeHome()
  const wire = begin(env, '--hold', 'session/*')
  const source = new LiveSource(await findWire(env))
  const { entries, until } = watch(source)
  wire.child.stdin.write('{"method":"before"}\n{"method":"session/x"}\n{"method":"after"}\n')
  await wire.hears('before')
  const isHeld = (entry: Entry, id: string): boolean =>
    'event' in entry && entry.detail.includes(`held as ${id}:`)
  await until(() => entries.some(entry => isHeld(entry, 'h1')))
  await new Promise(resolve => setTimeout(resolve, 200))
  expect(wire.output()).toBe('{"method":"before"}\n')
  source.release('h1')
  await until(() => entries.some(entry => isHeld(entry, 'h2')))
  source.release('h2')
  await wire.hears('after')
  expect(wire.output()).toBe('{"method":"before"}\n{"method":"session/x"}\n{"method":"after"}\n')
  source.close()
  wire.child.stdin.end()
  expect(await wire.exited).toEqual([7, null])
})

test('the ring keeps the last of what it was given, within its bound, and counts what fell out', () => {
  const ring = new LineRing(1_000)
  for (let number = 0; number < 5_000; number++) ring.push(`line ${number} `.padEnd(100, 'x'))
  expect([ring.first, ring.end]).toEqual([4_990, 5_000])
  expect(ring.at(4_989)).toBeUndefined()
  expect(ring.at(4_990)).toMatch(/^line 4990 /)
  expect(ring.at(4_999)).toMatch(/^line 4999 /)
  ring.push('y'.repeat(5_000))
  expect([ring.first, ring.end]).toEqual([5_000, 5_001])
})
