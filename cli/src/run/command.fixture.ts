/** The command as its users have it: a process with a home and a working directory of its own. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Report } from './event.js'

export const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}.mjs`, import.meta.url))

// Tests run side by side, so nothing is cleared away before all of them are done.
const cleaning: (() => void)[] = []
afterAll(() => {
  for (const clean of cleaning) clean()
})

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Place {
  readonly home: string
  readonly cwd: string
  /** Stands in the command line of everything that an agent starts. */
  readonly mark: string
  readonly actor: readonly string[]
  env(): NodeJS.ProcessEnv
}

export function makePlace(name = 'work-'): Place {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-home-')))
  const cwd = realpathSync(mkdtempSync(join(home, name)))
  const mark = `mark-${crypto.randomUUID()}`
  cleaning.push(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }))
  const env = (): NodeJS.ProcessEnv => {
    const { PATH, TMPDIR } = process.env
    return { PATH, TMPDIR, HOME: home, TERM: 'xterm' }
  }
  return { home, cwd, mark, actor: ['--agent', `node ${fixture('actor')} ${mark}`], env }
}

export const hostile = (deed: string): readonly string[] => ['--agent', `node ${fixture('hostile')} ${deed}`]

/** Starts it; `wait` resolves when it is over. */
export function begin(
  place: Place,
  args: readonly string[],
  { env = {}, stdin }: { readonly env?: NodeJS.ProcessEnv; readonly stdin?: string } = {},
): { readonly child: ChildProcess; readonly wait: Promise<Ran>; said(part: string): Promise<string> } {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: place.cwd, env: { ...place.env(), ...env } })
  cleaning.unshift(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', text => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  child.stdin.on('error', () => {})
  child.stdin.end(stdin ?? '')
  const wait = new Promise<Ran>(resolve => child.once('close', code => resolve({ code, stdout, stderr })))
  const said = async (part: string): Promise<string> => {
    while (!stdout.includes(part) && child.exitCode === null)
      await new Promise(resolve => setTimeout(resolve, 10))
    return stdout
  }
  return { child, wait, said }
}

export const parley = (
  place: Place,
  args: readonly string[],
  options: Parameters<typeof begin>[2] = {},
): Promise<Ran> => begin(place, args, options).wait

/** Runs a scene of the actor and reads the report. */
export async function report(place: Place, args: readonly string[]): Promise<{ ran: Ran; report: Report }> {
  const ran = await parley(place, ['run', '--format', 'json', ...place.actor, ...args])
  return { ran, report: JSON.parse(ran.stdout) }
}

export function processesWith(mark: string): readonly string[] {
  return execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(mark))
}

/** Whether nothing with this mark is alive, soon. */
export async function isGone(mark: string, milliseconds = 5_000): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (processesWith(mark).length > 0) {
    if (performance.now() > until) return false
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return true
}

/** The most memory that a process has had so far, in MiB; nothing where the system does not tell. */
export function peakMemory(pid: number | undefined): number | undefined {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kibibytes === undefined ? undefined : Number(kibibytes) / 1024
  } catch {
    return undefined
  }
}

/** What must never reach a terminal. */
export function hiddenIn(text: string): readonly string[] {
  return [...text]
    .filter(character => /(?![\n\t])[\p{Cc}\p{Cf}]/u.test(character))
    .map(each => JSON.stringify(each))
}
