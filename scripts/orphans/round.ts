/** One round: a client starts its seven, is ended in some way, and is outlived by nobody. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { spawn as spawnOnScreen } from '@lydell/node-pty'
import { type ClientOrder, type Kind, SEVEN } from './seven.js'

const CLIENT = fileURLToPath(new URL('client.js', import.meta.url))
const MOST_MILLISECONDS = 3_000
const START_MILLISECONDS = 20_000

/** How the client is ended: killed when all seven run, or as soon as one does; by itself; by a signal; with its screen. */
export type Ending = 'SIGKILL' | 'early SIGKILL' | 'exit' | 'SIGTERM' | 'SIGHUP' | 'SIGINT' | 'closed screen'

/** What came of a round. */
export interface Outcome {
  readonly processes: number
  /** Who was still alive after three seconds. */
  readonly orphans: readonly Kind[]
  readonly milliseconds: number
}

export interface Round {
  readonly ending: Ending
  readonly isGuarded: boolean
}

/** Plays a round; whoever is left is killed in the end. */
export async function playRound({ ending, isGuarded }: Round): Promise<Outcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'parley-orphans-')))
  const end = await begin({ folder, isGuarded }, ending)
  await end()
  const begun = performance.now()
  let alive = livingIn(folder)
  while (alive.size > 0 && performance.now() - begun < MOST_MILLISECONDS) {
    await wait(20)
    alive = livingIn(folder)
  }
  const milliseconds = performance.now() - begun
  const processes = SEVEN.filter(kind => existsSync(join(folder, kind))).length
  for (const pid of alive.values()) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  return { processes, orphans: [...alive.keys()], milliseconds }
}

/** Starts the client and waits for its processes; gives what will end it. */
async function begin(order: ClientOrder, ending: Ending): Promise<() => Promise<void>> {
  const args = [CLIENT, JSON.stringify(order)]
  if (ending === 'closed screen') {
    const screen = spawnOnScreen(process.execPath, args, { cols: 80, rows: 24 })
    await untilReady(order.folder)
    return async () => {
      const gone = new Promise(resolve => screen.onExit(resolve))
      if ('destroy' in screen && typeof screen.destroy === 'function') screen.destroy()
      await gone
    }
  }
  const client = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  if (ending === 'early SIGKILL') await untilThere(join(order.folder, SEVEN[0]))
  else await Promise.all([once(client.stdout, 'data'), untilReady(order.folder)])
  await wait(Math.random() * 50)
  return () => endClient(client, ending)
}

async function endClient(client: ChildProcess, ending: Ending): Promise<void> {
  const gone = once(client, 'exit')
  if (ending === 'exit') client.stdin?.end('now\n')
  else client.kill(ending === 'SIGTERM' || ending === 'SIGHUP' || ending === 'SIGINT' ? ending : 'SIGKILL')
  await gone
}

async function untilReady(folder: string): Promise<void> {
  for (const kind of SEVEN) await untilThere(join(folder, kind))
}

async function untilThere(path: string): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS
  while (pidIn(path) === undefined) {
    if (performance.now() > deadline) throw new Error(`nobody wrote ${path}`)
    await wait(5)
  }
}

function pidIn(path: string): number | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return text.endsWith('\n') ? Number(text) : undefined
  } catch {
    return undefined
  }
}

function livingIn(folder: string): ReadonlyMap<Kind, number> {
  const living = new Map<Kind, number>()
  for (const kind of SEVEN) {
    const pid = pidIn(join(folder, kind))
    if (pid !== undefined && isAlive(pid)) living.set(kind, pid)
  }
  return living
}

/** Alive, and not merely waiting for somebody to take note of its end. */
function isAlive(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}
