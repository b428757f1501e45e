/** Commands that write to a screen of their own. They have no input either: what they read from is empty. */

import { Family } from '../processes/family.js'
import type { ScreenSize } from './options.js'
import { loadPtyPackage, type PtyPackage } from './pty-package.js'
import type { Exit, Running, Sink, Start } from './running.js'
import { WholeCharacters } from './whole-characters.js'

// The shell is there to empty the input and to tell the true name of the directory, then the command takes its place.
// Its words come after the script, so that it interprets none of them.
const TAKE_PLACE = 'exec "$@" </dev/null'

// What is on its way through the kernel when the command ends is read within this time.
const SETTLE_MILLISECONDS = 20

/** How to start commands on a screen; nothing where the package for it is missing. */
export async function screens(size: ScreenSize): Promise<Start | undefined> {
  if (process.platform === 'win32') return undefined
  const pty = await loadPtyPackage()
  if (pty === undefined) return undefined
  return async (order, sink) => {
    const family = new Family()
    const terminal = pty.spawn('/bin/sh', ['-c', TAKE_PLACE, 'sh', ...order.argv], {
      ...size,
      name: order.env.TERM ?? 'xterm-256color',
      cwd: order.cwd,
      env: { ...order.env, ...family.variables },
      encoding: null,
    })
    family.begin(terminal.pid)
    return watch(terminal, family, sink)
  }
}

type Terminal = ReturnType<PtyPackage['spawn']>

function watch(terminal: Terminal, family: Family, sink: Sink): Running {
  const hold = new Hold(terminal)
  const characters = new WholeCharacters(sink)
  const encoder = new TextEncoder()
  terminal.onData((chunk: unknown) => {
    hold.noteOutput()
    if (chunk instanceof Uint8Array) characters.push(chunk)
    else if (typeof chunk === 'string') characters.push(encoder.encode(chunk))
  })
  const exited = new Promise<Exit>(resolve => {
    terminal.onExit(({ exitCode, signal }) => {
      hold.letGo()
      characters.end()
      void family.noteExit()
      resolve(signal ? { exitCode: null, signal: nameOf(signal) } : { exitCode, signal: null })
    })
  })
  return { family, exited, drained: exited.then(() => {}), stop: () => hold.letGo() }
}

/**
 * A second holder of the screen's other side. Without one, the kernel reports the end as soon as the command has gone,
 * and Node before version 24 drops what it has not read by then. The package tells of the exit only after the end, so
 * the holder looks for itself whether the command is gone, and lets go when nothing more came for a moment.
 */
class Hold {
  readonly #timer: NodeJS.Timeout
  #descriptor: number | undefined
  #heardAt = 0

  constructor(terminal: Terminal) {
    this.#descriptor = openOtherSide(terminal)
    this.#timer = setInterval(() => {
      if (!isAlive(terminal.pid) && performance.now() - this.#heardAt > SETTLE_MILLISECONDS) this.letGo()
    }, SETTLE_MILLISECONDS)
  }

  noteOutput(): void {
    this.#heardAt = performance.now()
  }

  letGo(): void {
    clearInterval(this.#timer)
    if (this.#descriptor !== undefined) process.getBuiltinModule('node:fs').closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

function openOtherSide(terminal: Terminal): number | undefined {
  if (!('ptsName' in terminal) || typeof terminal.ptsName !== 'string') return undefined
  const { constants, openSync } = process.getBuiltinModule('node:fs')
  try {
    return openSync(terminal.ptsName, constants.O_RDWR | constants.O_NOCTTY)
  } catch {
    // The end of the output may then be missing, which is no reason not to run the command.
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function nameOf(signal: number): string {
  const { signals } = process.getBuiltinModule('node:os').constants
  return Object.entries(signals).find(([, number]) => number === signal)?.[0] ?? String(signal)
}
