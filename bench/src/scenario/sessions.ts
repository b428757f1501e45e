/** Many sessions on one connection: what an idle one holds on each side, then all of them prompted at once. */
import type { ClientDoor, SessionLink } from '../contestants/contestant.js'
import type { Readings } from '../measure/program.js'
import { collectGarbage, readUsage } from '../measure/usage.js'
import type { UsageResult } from './command.js'
import { Inbox } from './inbox.js'
import type { SessionsOrder } from './order.js'

/** Enough to have every code path compiled and every table grown once before memory is read. */
const warmupSessions = 50

export async function playSessions(door: ClientDoor, order: SessionsOrder): Promise<Readings> {
  const inbox = new Inbox()
  const link = await door.spawn(order.agentFile, inbox.handlers)
  const first = await link.newSession()
  const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => link.newSession()))
  const warm = await openMany(Math.min(warmupSessions, order.sessions))
  const agentBefore = await inbox.ask<UsageResult>(first, { do: 'usage', collect: true })
  const clientBefore = heldBytes()
  const sessions = await openMany(order.sessions)
  const clientHeld = heldBytes() - clientBefore
  const agentAfter = await inbox.ask<UsageResult>(first, { do: 'usage', collect: true })
  const updates = order.sessions * order.turnsEach * order.updatesPerTurn
  const expected = inbox.handled + updates
  const start = performance.now()
  await Promise.all(sessions.map(session => talk(session, order)))
  await inbox.reached(expected)
  const seconds = (performance.now() - start) / 1000
  await link.close()
  if (warm.length === 0) throw new Error('no session was opened')
  return {
    perSecond: updates / seconds,
    idleClient: clientHeld / order.sessions,
    idleAgent: (agentAfter.heldBytes - agentBefore.heldBytes) / order.sessions,
  }
}

async function talk(session: SessionLink, { turnsEach, updatesPerTurn }: SessionsOrder): Promise<void> {
  const text = JSON.stringify({ do: 'say', count: updatesPerTurn, awaited: true })
  for (let turn = 0; turn < turnsEach; turn++) await session.prompt(text)
}

function heldBytes(): number {
  collectGarbage()
  return readUsage().heldBytes
}
