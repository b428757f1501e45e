/** Updates from bytes in memory to the handler: the CPU of receiving, with no process on the other side. */
import type { ClientDoor } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import { cpuMicros } from '../measure/usage.js'
import { Inbox } from './inbox.js'
import { createMemoryWire } from './memory-wire.js'
import type { DispatchOrder } from './order.js'

export async function playDispatch(door: ClientDoor, order: DispatchOrder): Promise<Readings> {
  const inbox = new Inbox()
  const link = await door.attach(createMemoryWire(), inbox.handlers)
  const session = await link.newSession()
  const flood = async (count: number): Promise<void> => {
    const expected = inbox.handled + count
    await session.prompt(JSON.stringify({ kind: order.kind, count }))
    await inbox.reached(expected)
  }
  await flood(order.warmup)
  const before = cpuMicros()
  await flood(order.count)
  const micros = (cpuMicros() - before) / order.count
  await link.close()
  return { micros }
}
