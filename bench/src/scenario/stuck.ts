/** Handlers that do not return until they are woken: how many run at once, what piles up, and what is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientDoor } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import { readUsage } from '../measure/usage.js'
import { Inbox } from './inbox.js'
import type { StuckOrder } from './order.js'

const patienceMilliseconds = 20_000

export async function playStuck(door: ClientDoor, order: StuckOrder): Promise<Readings> {
  const inbox = new Inbox()
  const gate = createGate()
  let started = 0
  let running = 0
  let mostRunning = 0
  inbox.onUpdate = async () => {
    started++
    running++
    mostRunning = Math.max(mostRunning, running)
    await gate.opened
    running--
  }
  const link = await door.spawn(order.agentFile, inbox.handlers)
  const session = await link.newSession()
  const before = readUsage()
  const done = session.prompt(JSON.stringify({ do: 'say', count: order.count, awaited: true }))
  await quietFor(() => started, order.quietMilliseconds)
  gate.open()
  const all = Promise.all([done, inbox.reached(order.count)])
  await Promise.race([all, delay(patienceMilliseconds, undefined, { ref: false })])
  const after = readUsage()
  await link.close()
  return {
    running: mostRunning,
    growth: after.peakMegabytes - before.rssMegabytes,
    lost: order.count - inbox.handled,
  }
}

function createGate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** Settles when the number has stood still for a while: whatever can pile up has piled up. */
async function quietFor(read: () => number, milliseconds: number): Promise<void> {
  let seen = -1
  while (seen !== read()) {
    seen = read()
    await delay(milliseconds)
  }
}
