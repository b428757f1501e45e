import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Doorway, type DoorwayOptions } from './doorway.js'

interface Guest {
  readonly at: number
  readonly socket: Socket
}

/** A doorway, those whom it let in and when, and a way to come. */
async function open(options: Partial<DoorwayOptions> = {}): Promise<{
  inside: Guest[]
  come: (local?: string) => Socket
  [Symbol.asyncDispose]: () => Promise<void>
}> {
  const inside: Guest[] = []
  const outside: Socket[] = []
  const enter = (socket: Socket): void => {
    socket.resume().on('error', () => {})
    inside.push({ at: performance.now(), socket })
  }
  const doorway = new Doorway({ enter, allowHalfOpen: true, ...options })
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
  return { inside, come, [Symbol.asyncDispose]: end }
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
  for (const _ of many(400)) await once(door.come(), 'connect')
  const late = door.come('127.0.0.2')
  await once(late, 'connect')
  await expect.poll(() => door.inside.map(({ socket }) => socket.remotePort)).toContain(late.localPort)
  expect(door.inside.length).toBeLessThan(400)
})

test('those who need not wait come in at once, however many do', async () => {
  await using door = await open({ placeOf: address => (address === '127.0.0.2' ? undefined : 'crowd') })
  for (const _ of many(400)) await once(door.come(), 'connect')
  const before = door.inside.length
  const known = (): number => door.inside.filter(each => each.socket.remoteAddress === '127.0.0.2').length
  await Promise.all(many(150).map(() => once(door.come('127.0.0.2'), 'connect')))
  await expect.poll(known, { interval: 1 }).toBe(150)
  // In turns with them it would be as many.
  expect(door.inside.length - known() - before).toBeLessThan(75)
})

test('where too many of one place wait one more is hung up on, and others may come', async () => {
  await using door = await open({ most: { inside: 400, waiting: 200, ofPlace: 100 } })
  const crowd = many(300).map(() => door.come())
  const hungUp = (): number =>
    crowd.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length
  for (const each of crowd) each.resume()
  await expect.poll(hungUp, { timeout: 5_000 }).toBeGreaterThan(50)
  const other = door.come('127.0.0.3')
  await once(other, 'connect')
  await expect.poll(() => door.inside.some(({ socket }) => socket.remoteAddress === '127.0.0.3')).toBe(true)
})

test('no more are inside than may be, and whoever leaves makes room', async () => {
  await using door = await open({ most: { inside: 10, waiting: 200, ofPlace: 100 } })
  const crowd = many(15).map(() => door.come().resume())
  await expect.poll(() => crowd.filter(each => each.destroyed).length).toBe(5)
  expect(door.inside.length).toBe(10)
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
  await Promise.all(crowd.map(each => once(each, 'connect')))
  await expect.poll(() => door.inside.length, { interval: 1 }).toBeGreaterThan(60)
  const begun = performance.now()
  await door[Symbol.asyncDispose]()
  // One after the other they would be gone in half a second.
  expect(performance.now() - begun).toBeLessThan(350)
  const { length } = door.inside
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(door.inside.length).toBe(length)
})
