/**
 * From the spawn of an agent to its answer to `initialize`, and on to the first word of its first turn, in a client that has
 * done it before; a bare Node in turn with it.
 */
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
  const starts: Start[] = []
  const bareTimes: number[] = []
  for (let run = 0; run < order.times; run++) {
    bareTimes.push(await runBareNode(order.emptyFile))
    starts.push(await startOnce(door, order.agentFile))
  }
  return {
    milliseconds: median(starts.map(({ answered }) => answered)),
    firstTurnMilliseconds: median(starts.map(({ heard }) => heard)),
    bareMilliseconds: median(bareTimes),
  }
}

async function runBareNode(emptyFile: string): Promise<number> {
  const start = performance.now()
  await once(spawn(process.execPath, [emptyFile], { stdio: 'ignore' }), 'exit')
  return performance.now() - start
}

/** Milliseconds since the spawn. */
interface Start {
  readonly answered: number
  readonly heard: number
}

async function startOnce(door: ClientDoor, agentFile: string): Promise<Start> {
  const inbox = new Inbox()
  const start = performance.now()
  const link = await door.spawn(agentFile, inbox.handlers)
  const answered = performance.now() - start
  const session = await link.newSession()
  const [heard] = await Promise.all([
    inbox.reached(1).then(() => performance.now() - start),
    session.prompt('hello'),
  ])
  await link.close()
  return { answered, heard }
}
