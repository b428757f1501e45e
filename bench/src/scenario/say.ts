/** One session, many chunks, over stdio: rate, CPU and peak of both sides, and how far memory grew. */
import type { ClientDoor } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import { readUsage } from '../measure/usage.js'
import type { UsageResult } from './command.js'
import { Inbox } from './inbox.js'
import type { SayOrder } from './order.js'

export async function playSay(door: ClientDoor, order: SayOrder): Promise<Readings> {
  const inbox = new Inbox()
  const link = await door.spawn(order.agentFile, inbox.handlers, order.way)
  const session = await link.newSession()
  // Both processes have started before the first reading, so only the stream itself is counted.
  const agentBefore = await inbox.ask<UsageResult>(session, { do: 'usage', collect: false })
  const clientBefore = readUsage()
  if (order.readerMicros > 0) inbox.onUpdate = () => keepBusy(order.readerMicros)
  const expected = inbox.handled + order.count
  const start = performance.now()
  await session.prompt(JSON.stringify({ do: 'say', count: order.count, awaited: order.awaited }))
  await inbox.reached(expected)
  const seconds = (performance.now() - start) / 1000
  const client = readUsage()
  inbox.onUpdate = () => {}
  const agent = await inbox.ask<UsageResult>(session, { do: 'usage', collect: false })
  await link.close()
  const cpuMicros = client.cpuMicros - clientBefore.cpuMicros + agent.cpuMicros - agentBefore.cpuMicros
  return {
    perSecond: order.count / seconds,
    // Microseconds per update are seconds per million updates.
    cpuSecondsPerMillion: cpuMicros / order.count,
    peakClient: client.peakMegabytes,
    peakAgent: agent.peakMegabytes,
    growthClient: client.peakMegabytes - clientBefore.rssMegabytes,
    growthAgent: agent.peakMegabytes - agentBefore.rssMegabytes,
  }
}

function keepBusy(micros: number): void {
  const end = performance.now() + micros / 1000
  while (performance.now() < end);
}
