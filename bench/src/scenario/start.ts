/** From the spawn of an agent to its answer to `initialize`, in a client that has done it before; a bare Node in turn with it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ClientDoor } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import type { Readings } from '../measure/program.js'
import { Inbox } from './inbox.js'
import type { StartOrder } from './order.js'

export async function playStart(door: ClientDoor, order: StartOrder): Promise<Readings> {
  // Once unmeasured: the client's own first steps and the cold file cache are not the agent's start.
  await startOnce(door, order.agentFile)
  const times: number[] = []
  const bareTimes: number[] = []
  for (let run = 0; run < order.times; run++) {
    bareTimes.push(await runBareNode(order.emptyFile))
    times.push(await startOnce(door, order.agentFile))
  }
  return { milliseconds: median(times), bareMilliseconds: median(bareTimes) }
}

async function runBareNode(emptyFile: string): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, [emptyFile], { stdio: 'ignore' }), 'exit')
  return performance.now() - start
}

async function startOnce(door: ClientDoor, agentFile: string): Promise<number> {
  const start = performance.now()
  const link = await door.spawn(agentFile, new Inbox().handlers)
  const milliseconds = performance.now() - start
  await link.close()
  return milliseconds
}
