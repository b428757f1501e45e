import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { Doorway, type DoorwayOptions, sparing } from './doorway.js'
import { mostOpenFiles } from './file-room.js'

interface Guest {
  readonly at: number
  readonly address: string | undefined
  readonly socket: Socket
}

interface Door {
  readonly inside: readonly Guest[]
  come(local?: string): Socket
  /** How many have come, and are inside or wait. */
  arrived(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

async function open(options: Partial<DoorwayOptions> = {}): Promise<Door> {
  const inside: Guest[] = []
  const outside: Socket[] = []
  const enter = (socket: Socket): void => {
    socket.resume().on('error', () => {})
    inside.push({ at: performance.now(), address: socket.remoteAddress, socket })
  }
  const doorway = new Doorway({ enter, allowHalfOpen: true, eachMilliseconds: 2, ...options })
  doorway.server.listen(0, '127.0.0.1')
  await once(doorway.server, 'listening')
  const { port } = doorway.server.address() as AddressInfo
  const come = (localAddress = '127.0.0.1'): Socket => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    outside.push(socket.on('error', () => {}))
    return socket
  }
  const end = async (): Promise<void> => {
    const closed = doorway.close()
    for (const { socket } of inside) socket.destroy()
    await closed
    for (const socket of outside) socket.destroy()
  }
  const arrived = promisify(doorway.server.getConnections.bind(doorway.server))
  return { inside, come, arrived, [Symbol.asyncDispose]: end }
}

const many = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

test('a few dozen come in at once, and those behind them at a pace', async () => {
  await using door = await open()
  for (const _ of many(132)) door.come()
  await expect.poll(() => door.inside.length, { timeout: 5_000 }).toBe(132)
  const since = (index: number): number => door.inside[index]!.at - door.inside[0]!.at
  // A hundred steps of two milliseconds, of which some had passed before.
  expect(since(131)).toBeGreaterThan(150)
  expect(since(31)).toBeLessThan(since(131) / 2)
})

test('whoever comes from elsewhere does not wait behind all of one place', async () => {
  await using door = await open()
  await Promise.all(many(400).map(() => once(door.come(), 'connect')))
  const late = door.come('127.0.0.2')
  await once(late, 'connect')
  await expect.poll(() => door.inside.map(({ socket }) => socket.remotePort)).toContain(late.localPort)
  expect(door.inside.length).toBeLessThan(300)
})

test('those who need not wait come in at once, however many do', async () => {
  await using door = await open({ placeOf: address => (address === '127.0.0.2' ? undefined : 'crowd') })
  for (const _ of many(400)) door.come()
  await expect.poll(door.arrived, { interval: 1 }).toBe(400)
  for (const _ of many(150)) door.come('127.0.0.2')
  await expect.poll(door.arrived, { interval: 1 }).toBe(550)
  const known = door.inside.filter(({ socket }) => socket.remoteAddress === '127.0.0.2')
  expect(known).toHaveLength(150)
})

test('where too many of one place wait the oldest of them is hung up on, and the next comes in', async () => {
  const told: unknown[] = []
  const onTurnedAway = (...words: unknown[]) => void told.push(words)
  await using door = await open({ most: { inside: 400, waiting: 400, ofPlace: 100 }, onTurnedAway })
  const crowd = many(300).map(() => door.come().resume())
  await expect
    .poll(() => crowd.filter(each => each.destroyed).length, { timeout: 5_000 })
    .toBeGreaterThan(100)
  const last = door.come()
  await once(last, 'connect')
  await expect.poll(() => door.inside.map(({ socket }) => socket.remotePort)).toContain(last.localPort)
  expect(told.length).toBeGreaterThan(100)
  expect(told[0]).toEqual(['127.0.0.1', 'waiting_full'])
})

test('no more are inside than may be, and whoever leaves makes room', async () => {
  const told: unknown[] = []
  const onTurnedAway = (...words: unknown[]) => void told.push(words)
  await using door = await open({ most: { inside: 10, waiting: 200, ofPlace: 100 }, onTurnedAway })
  const crowd = many(15).map(() => door.come().resume())
  await expect.poll(() => crowd.filter(each => each.destroyed).length).toBe(5)
  expect(door.inside.length).toBe(10)
  expect(told).toEqual(many(5).map(() => ['127.0.0.1', 'inside_full']))
  for (const { socket } of door.inside.slice(0, 5)) socket.destroy()
  await expect.poll(() => crowd.filter(each => each.destroyed).length).toBe(10)
  door.come()
  await expect.poll(() => door.inside.length).toBe(11)
})

test('what was said while waiting is heard inside', async () => {
  const heard: string[] = []
  await using door = await open({
    enter: socket => {
      socket.setEncoding('utf8').on('data', text => heard.push(String(text)))
      socket.on('end', () => socket.end()).resume()
    },
  })
  for (const index of many(80)) door.come().end(`${index}`)
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(80)
  expect(new Set(heard).size).toBe(80)
})

test('a door that closes hangs up on those who wait, and lets nobody in', async () => {
  const door = await open()
  const crowd = many(300).map(() => door.come().resume())
  await expect.poll(door.arrived, { interval: 1 }).toBe(300)
  const { length } = door.inside
  expect(length).toBeLessThan(200)
  const begun = performance.now()
  await door[Symbol.asyncDispose]()
  // One after the other they would be gone in some tenths of a second.
  expect(performance.now() - begun).toBeLessThan((300 - length) * 1.5)
  await expect.poll(() => crowd.every(each => each.destroyed)).toBe(true)
  expect(door.inside.length).toBe(length)
})

test('whoever has left before it was met is not let in', async () => {
  await using door = await open()
  // Those that come behind keep the loop from meeting each as it comes.
  for (const _ of many(100))
    door.come().once('connect', function leave(this: Socket) {
      this.resetAndDestroy()
    })
  await new Promise(resolve => setTimeout(resolve, 300))
  const stayed = door.come()
  await once(stayed, 'connect')
  await expect.poll(() => door.inside.map(({ socket }) => socket.remotePort)).toContain(stayed.localPort)
  expect(door.inside.every(({ address }) => address !== undefined)).toBe(true)
})

test('where few files may be open fewer may come', () => {
  const limits = { inside: 4_000, waiting: 2_000, ofPlace: 1_500 }
  expect(sparing(limits, 100_000)).toEqual(limits)
  expect(sparing(limits, Number.POSITIVE_INFINITY)).toEqual(limits)
  expect(sparing(limits, 4_000)).toEqual({ inside: 2_000, waiting: 1_000, ofPlace: 750 })
  expect(sparing(limits, 1)).toEqual({ inside: 1, waiting: 1, ofPlace: 1 })
})

test.skipIf(process.platform !== 'linux')('how many files may be open is what the system says', () => {
  expect(mostOpenFiles()).toBe(Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })))
})
