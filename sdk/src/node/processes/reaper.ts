/**
 * A small process beside us that outlives us, for as long as it takes to end what we started. Without it nothing of
 * that would learn of our sudden end: nobody can catch SIGKILL.
 */

import type { ChildProcess } from 'node:child_process'
import { ownMark } from './mark.js'
import { reaperScript } from './reaper-script.js'

const SHELL = '/bin/sh'

let reaper: ChildProcess | undefined

/**
 * What ends our children when this process is killed: a process of ours that waits for it, or nothing, where they can
 * only be ended as long as we live. Windows would need a Job Object, which Node cannot make.
 */
export function processGuard(): 'reaper' | 'group-only' {
  if (process.platform === 'win32') return 'group-only'
  return process.getBuiltinModule('node:fs').existsSync(SHELL) ? 'reaper' : 'group-only'
}

/** Makes sure that a reaper waits for our end, and that it knows these groups. Does not wait for it to start. */
export function postReaper(groups: Iterable<number>): void {
  if (reaper !== undefined || processGuard() !== 'reaper') return
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child: ChildProcess = spawn(SHELL, ['-c', reaperScript, 'acp-reaper'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A session of its own: what is sent to our group or our terminal does not reach it.
    detached: true,
    // It must not carry the mark of whoever started us, or it would be ended before it could do its work.
    env: { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin` },
    cwd: '/',
  })
  reaper = child
  const forget = (): void => {
    if (reaper === child) reaper = undefined
  }
  child.once('error', forget).once('exit', forget).unref()
  const { stdin } = child
  // Where no descriptor was free for it there is none, and the next family tries again.
  stdin?.on('error', forget)
  if (stdin && 'unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  tellReaper(`=${ownMark()}`)
  for (const group of groups) tellReaper(`+${group}`)
}

/** A line for the reaper, if there is one. A pipe takes it at once, so it is there when we are not any more. */
export function tellReaper(line: string): void {
  reaper?.stdin?.write(`${line}\n`)
}
