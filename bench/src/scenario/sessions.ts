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
  const seconds = await promptAll(inbox, sessions, order.updatesEach)
  await link.close()
  if (warm.length === 0) throw new Error('no session was opened')
  return {
    perSecond: (order.sessions * order.updatesEach) / seconds,
    idleClient: clientHeld / order.sessions,
    idleAgent: (agentAfter.heldBytes - agentBefore.heldBytes) / order.sessions,
  }
}

async function promptAll(
  inbox: Inbox,
  sessions: readonly SessionLink[],
  updatesEach: number,
): Promise<number> {
  const text = JSON.stringify({ do: 'say', count: updatesEach, awaited: true })
  const expected = inbox.handled + sessions.length * updatesEach
  const start = performance.now()
  await Promise.all(sessions.map(session => session.prompt(text)))
  await inbox.reached(expected)
  return (performance.now() - start) / 1000
}

function heldBytes(): number {
  collectGarbage()
  return readUsage().heldBytes
}
