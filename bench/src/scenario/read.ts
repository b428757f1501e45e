/** The agent asks for a small file again and again; the client answers from memory. The agent holds the watch. */
import type { ClientDoor } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import type { ReadResult } from './command.js'
import { Inbox } from './inbox.js'
import type { ReadOrder } from './order.js'

export async function playRead(door: ClientDoor, order: ReadOrder): Promise<Readings> {
  const inbox = new Inbox()
  const link = await door.spawn(order.agentFile, inbox.handlers, order.way)
  const session = await link.newSession()
  const { warmup, count, inFlight } = order
  const { p50Micros, perSecond } = await inbox.ask<ReadResult>(session, {
    do: 'read',
    warmup,
    count,
    inFlight,
  })
  await link.close()
  return { p50Micros, perSecond }
}
