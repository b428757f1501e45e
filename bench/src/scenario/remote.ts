/** Server and client in two processes, over sockets or HTTP: many updates, one turn after the other, or nothing at all. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { AgentLink, ClientHandlers, SessionLink } from '../contestants/contestant.js'
import { median } from '../measure/median.js'
import type { Readings } from '../measure/program.js'
import type { Command, UsageResult } from './command.js'
import { Inbox } from './inbox.js'

export type RemoteTransport = 'websocket' | 'http'

interface ToServer {
  readonly serverFile: string
  readonly transport: RemoteTransport
}

export interface RemoteStreamOrder extends ToServer {
  readonly play: 'stream'
  readonly connections: number
  readonly updatesEach: number
}

export interface RemoteTurnsOrder extends ToServer {
  readonly play: 'turns'
  readonly warmup: number
  readonly count: number
}

export interface RemoteIdleOrder extends ToServer {
  readonly play: 'idle'
  readonly connections: number
}

export type RemoteOrder = RemoteStreamOrder | RemoteTurnsOrder | RemoteIdleOrder

/** The way into a client. Settles after `initialize`. */
export type OpenRemote = (
  transport: RemoteTransport,
  url: string,
  handlers: ClientHandlers,
) => Promise<AgentLink>

type Open = (handlers: ClientHandlers) => Promise<AgentLink>

// Many, so that opening does not take long; few enough for what waits to be accepted.
const openedAtOnce = 50
/** Enough to have every code path compiled and every table grown once before memory is read. */
const warmupShare = 0.5

/** Plays the order that the program was started with. */
export async function playRemoteOrder(openRemote: OpenRemote): Promise<void> {
  const order: RemoteOrder = JSON.parse(process.argv[2] ?? '')
  const server = spawn(process.execPath, [order.serverFile, order.transport], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(server)
  const readings = await play(handlers => openRemote(order.transport, url, handlers), order)
  server.kill('SIGKILL')
  // Whoever has a thousand connections open need not take leave of each.
  process.stdout.write(JSON.stringify(readings), () => process.exit(0))
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server has no output')
  const [url] = await once(createInterface({ input: stdout }), 'line')
  return String(url)
}

function play(open: Open, order: RemoteOrder): Promise<Readings> {
  switch (order.play) {
    case 'stream':
      return playStream(open, order)
    case 'turns':
      return playTurns(open, order)
    case 'idle':
      return playIdle(open, order)
  }
}

async function playStream(open: Open, order: RemoteStreamOrder): Promise<Readings> {
  const { connections, updatesEach } = order
  const inbox = new Inbox()
  const sessions = await openMany(connections, () => openSession(open, inbox))
  const say = sayCommand(updatesEach)
  // Once unmeasured, where it costs little: what is compared are servers that have been running for a while.
  if (connections > 1) await Promise.all(sessions.map(session => session.prompt(sayCommand(1))))
  await inbox.reached(connections > 1 ? connections : 0)
  const expected = inbox.handled + connections * updatesEach
  const start = performance.now()
  await Promise.all(sessions.map(session => session.prompt(say)))
  await inbox.reached(expected)
  return { perSecond: (connections * updatesEach) / ((performance.now() - start) / 1000) }
}

async function playTurns(open: Open, { warmup, count }: RemoteTurnsOrder): Promise<Readings> {
  const session = await openSession(open, new Inbox())
  const nothing = sayCommand(0)
  for (let turn = 0; turn < warmup; turn++) await session.prompt(nothing)
  const times: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const start = performance.now()
    await session.prompt(nothing)
    times.push((performance.now() - start) * 1000)
  }
  return { p50Micros: median(times) }
}

async function playIdle(open: Open, { connections }: RemoteIdleOrder): Promise<Readings> {
  const inbox = new Inbox()
  const session = await openSession(open, inbox)
  const usage: Command = { do: 'usage', collect: true }
  const openIdle = (): Promise<AgentLink> => open(inbox.handlers)
  const warm = await openMany(Math.ceil(connections * warmupShare), openIdle)
  const before = await inbox.ask<UsageResult>(session, usage)
  const idle = await openMany(connections, openIdle)
  const after = await inbox.ask<UsageResult>(session, usage)
  if (warm.length + idle.length === 0) throw new Error('no connection was opened')
  const kilobytes = (after.heldBytes - before.heldBytes) / connections / 1024
  const settled = after.settledMegabytes - before.settledMegabytes
  return { kilobytes, settledKilobytes: (settled * 1024) / connections }
}

async function openSession(open: Open, inbox: Inbox): Promise<SessionLink> {
  const link = await open(inbox.handlers)
  return link.newSession()
}

async function openMany<Opened>(count: number, open: () => Promise<Opened>): Promise<Opened[]> {
  const opened: Opened[] = []
  while (opened.length < count) {
    const some = Math.min(openedAtOnce, count - opened.length)
    opened.push(...(await Promise.all(Array.from({ length: some }, open))))
  }
  return opened
}

function sayCommand(count: number): string {
  const command: Command = { do: 'say', count, awaited: true }
  return JSON.stringify(command)
}
