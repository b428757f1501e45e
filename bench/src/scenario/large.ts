/** One very large message, from a process and in small pieces from memory: milliseconds from order to handler. */
import type { ClientDoor, SessionLink } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import { Inbox } from './inbox.js'
import { createMemoryWire } from './memory-wire.js'
import type { LargeChunksOrder, LargeOrder } from './order.js'

export async function playLarge(door: ClientDoor, order: LargeOrder): Promise<Readings> {
  const inbox = new Inbox()
  const link = await door.spawn(order.agentFile, inbox.handlers)
  const session = await link.newSession()
  await session.prompt(JSON.stringify({ do: 'prepare', bytes: order.bytes }))
  const milliseconds = await timeOneUpdate(inbox, session, { do: 'say-prepared' })
  await link.close()
  expectCharacters(inbox, order.bytes)
  return { milliseconds }
}

export async function playLargeChunks(door: ClientDoor, order: LargeChunksOrder): Promise<Readings> {
  const inbox = new Inbox()
  const link = await door.attach(createMemoryWire(order.bytes), inbox.handlers)
  const session = await link.newSession()
  const milliseconds = await timeOneUpdate(inbox, session, { kind: 'large', chunkBytes: order.chunkBytes })
  await link.close()
  expectCharacters(inbox, order.bytes)
  return { milliseconds }
}

async function timeOneUpdate(inbox: Inbox, session: SessionLink, order: object): Promise<number> {
  const start = performance.now()
  await Promise.all([session.prompt(JSON.stringify(order)), inbox.reached(inbox.handled + 1)])
  return performance.now() - start
}

function expectCharacters(inbox: Inbox, bytes: number): void {
  if (inbox.characters !== bytes)
    throw new Error(`expected ${bytes} characters, received ${inbox.characters}`)
}
