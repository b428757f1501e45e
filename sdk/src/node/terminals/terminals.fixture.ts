/** A session's directory, a warden that lets everybody through and remembers, and a context to ask in. */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostContext } from '../../client/index.js'
import type { Action, Execute } from '../../guard/index.js'
import type { v1 } from '../../schema/index.js'
import type { Warden } from '../permissions/warden.js'
import { hostTerminals } from '../terminals.js'
import type { HostTerminals, HostTerminalsOptions } from './options.js'

export interface Workshop {
  readonly root: string
  readonly terminals: HostTerminals
  readonly admitted: Execute[]
  readonly outcomes: string[]
  readonly here: HostContext
  contextOf(sessionId: string, signal?: AbortSignal): HostContext
  /** Runs a command to its end and gives what it printed. */
  run(request: Omit<v1.CreateTerminalRequest, 'sessionId'>): Promise<v1.TerminalOutputResponse>
  start(command: string, ...args: string[]): Promise<{ sessionId: string; terminalId: string }>
  [Symbol.asyncDispose](): Promise<void>
}

export function openWarden(admitted: Action[] = [], outcomes: string[] = []): Warden {
  return {
    async admit(action) {
      admitted.push(action)
      return { finish: async outcome => void outcomes.push(outcome) }
    },
  }
}

export function workshop(options: Partial<HostTerminalsOptions> = {}): Workshop {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-terminals-')))
  const admitted: Execute[] = []
  const outcomes: string[] = []
  const terminals = hostTerminals({ warden: openWarden(admitted as Action[], outcomes), ...options })
  const contextOf = (sessionId: string, signal = new AbortController().signal): HostContext => ({
    sessionId,
    roots: [root],
    signal,
  })
  const here = contextOf('s1')
  return {
    root,
    terminals,
    admitted,
    outcomes,
    here,
    contextOf,
    async run(request) {
      const { terminalId } = await terminals.create({ sessionId: 's1', ...request }, here)
      await terminals.waitForExit({ sessionId: 's1', terminalId }, here)
      return await terminals.output({ sessionId: 's1', terminalId }, here)
    },
    async start(command, ...args) {
      const { terminalId } = await terminals.create({ sessionId: 's1', command, args }, here)
      return { sessionId: 's1', terminalId }
    },
    async [Symbol.asyncDispose]() {
      await terminals.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Alive, and not merely waiting for somebody to take note of its end. */
export function isAlive(pid: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** The number that a program writes into a file, as soon as it is there. */
export async function pidIn(path: string): Promise<number> {
  for (let tries = 0; tries < 400; tries++) {
    try {
      const text = readFileSync(path, 'utf8')
      if (text.endsWith('\n')) return Number(text)
    } catch {
      // Not yet.
    }
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  throw new Error(`nobody wrote ${path}`)
}

/** Waits until it is gone, for two seconds at most; whether it is. */
export async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isAlive(pid); tries++)
    await new Promise(resolve => setTimeout(resolve, 20))
  return !isAlive(pid)
}
