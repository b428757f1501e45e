/** Ends a child and everything it started: asked first, then told, then killed. Nothing we started outlives us. */

import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()

/** Remembers a child that leads its own group, so that it dies with this process at the latest. */
export function adopt(child: ChildProcess): void {
  if (running.size === 0) watch()
  running.add(child)
  child.once('close', () => {
    running.delete(child)
    if (running.size === 0) unwatch()
  })
}

// A child in a group of its own hears neither the terminal's interrupt nor our end: we pass both on.
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function watch(): void {
  process.on('exit', killAll)
  for (const signal of endings) process.on(signal, endByItself)
}

function unwatch(): void {
  process.off('exit', killAll)
  for (const signal of endings) process.off(signal, endByItself)
}

/** Where nobody else listens, a signal means what it means without us: the end, but with the children. */
function endByItself(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return
  killAll()
  unwatch()
  process.kill(process.pid, signal)
}

function killAll(): void {
  for (const child of running) signalGroup(child, 'SIGKILL')
}

/** Signals the whole group; quiet when it is already gone. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // ESRCH: nobody is left to be signalled.
  }
}

/** Waits, then SIGTERM, waits, then SIGKILL; afterwards the stragglers of the group are killed too. */
export async function endGroup(
  child: ChildProcess,
  exited: Promise<unknown>,
  patience: number,
): Promise<void> {
  if (!(await isWithin(exited, patience))) {
    signalGroup(child, 'SIGTERM')
    if (!(await isWithin(exited, patience))) signalGroup(child, 'SIGKILL')
  }
  await exited
  signalGroup(child, 'SIGKILL')
}

function isWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  return new Promise(resolve => {
    const timer = setTimeout(() => resolve(false), milliseconds)
    void work.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}
