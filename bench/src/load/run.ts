/** One play of the `gateway-load` row: a real gateway with its journal, one agent, and clients in processes of their own. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { quantile } from '../measure/median.js'
import type { Readings } from '../measure/program.js'
import { type ClientsOrder, type FromClients, type LoadOrder, WARMUP_SHARE } from './order.js'

const MAIN = fileURLToPath(new URL('../../../cli/dist/main.js', import.meta.url))
const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const PATIENCE_MILLISECONDS = 60_000
const CPU_TICKS_PER_SECOND = 100
// What is measured are not the limits.
const MANY = 1_000_000
const LIMITS = {
  ...{ connections: MANY, sessions: MANY, requestsPerSecond: MANY, requestBurst: MANY },
  bytesPerSecond: 1_000 * MANY,
}

const order: LoadOrder = JSON.parse(process.argv[2] ?? '')
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-load-')))

async function startGateway(): Promise<{
  readonly child: ChildProcess
  readonly port: number
  readonly token: string
}> {
  const { connections: sessions, perSecond, seconds } = order
  const pace = JSON.stringify({ sessions, perSecond, seconds })
  const agents = { load: { command: process.execPath, args: [fileOf('agent.js'), pace] } }
  const config = { version: 1, agents, roots: [folder], limits: LIMITS, stateFolder: join(folder, 'state') }
  writeFileSync(join(folder, 'gateway.json'), JSON.stringify(config), { mode: 0o600 })
  mkdirSync(join(folder, 'home'))
  // For whoever looks for what costs too much: `PARLEY_NODE='--cpu-prof --cpu-prof-dir=…'`.
  const flags = process.env.PARLEY_NODE?.split(' ') ?? []
  const words = ['serve', '--format', 'json', '--port', '0', '--config', join(folder, 'gateway.json')]
  const child = spawn(process.execPath, [...flags, MAIN, ...words], {
    env: { PATH: process.env.PATH, HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { port, tokenFile } = JSON.parse(String(line))
  return { child, port, token: readFileSync(tokenFile, 'utf8').trim() }
}

interface Clients {
  readonly first: Promise<void>
  readonly times: Promise<readonly number[]>
  readonly child: ChildProcess
}

function startClients(clients: ClientsOrder): Clients {
  const child = fork(fileOf('clients.js'), [JSON.stringify(clients)], {
    execArgv: [],
    serialization: 'advanced',
  })
  const heard = <Word extends FromClients['said']>(
    said: Word,
  ): Promise<Extract<FromClients, { said: Word }>> =>
    new Promise((resolve, reject) => {
      child.on('message', (message: FromClients) => {
        if (message.said === said) resolve(message as Extract<FromClients, { said: Word }>)
      })
      child.on('exit', () => reject(new Error('a process of clients ended')))
    })
  const [first, times] = [heard('first').then(() => {}), heard('over').then(message => message.times)]
  for (const promise of [first, times]) promise.catch(() => {})
  return { first, times, child }
}

/** Seconds of CPU that a process has used. */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / CPU_TICKS_PER_SECOND
}

function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}

async function play(): Promise<Readings> {
  const { child, port, token } = await startGateway()
  const { pid = 0 } = child
  const half = Math.floor(order.connections / 2)
  const shares = [
    { transport: 'websocket', connections: order.connections - half },
    { transport: 'http', connections: half },
  ] as const
  const clients = shares.map(share => startClients({ ...share, port, token, cwd: folder }))
  try {
    await within(Promise.all(clients.map(each => each.first)))
    const cpu = cpuSeconds(pid)
    const times = await within(Promise.all(clients.map(each => each.times)))
    const used = cpuSeconds(pid) - cpu
    const all = Math.round(order.perSecond * order.seconds)
    const settled = times.flatMap(each => each.slice(Math.floor(each.length * WARMUP_SHARE)))
    return {
      p50: quantile(settled, 0.5),
      p99: quantile(settled, 0.99),
      cpuMicros: (used / all) * 1_000_000,
      peakMegabytes: peakMegabytes(pid),
      lost: all - times.reduce((sum, each) => sum + each.length, 0),
    }
  } finally {
    for (const each of clients) each.child.kill('SIGKILL')
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = delay(PATIENCE_MILLISECONDS + order.seconds * 1_000, undefined, { ref: false }).then(() => {
    throw new Error('it did not come to its end')
  })
  return await Promise.race([work, late])
}

try {
  const readings = await play()
  process.stdout.write(JSON.stringify(readings))
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
