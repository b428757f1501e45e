/**
 * Runs one program of a contestant in a process of its own and reads the JSON it reports on stdout.
 * Always the Node that runs the bench, so that another Node is measured by running the bench with it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Contestant, ContestantProgram } from '../contestants/contestant.js'

/** Node's exit code for a program whose last await can no longer settle: an update or an answer was lost. */
const waitedInVain = 13

// The same few variables for every process: one like NODE_EXTRA_CA_CERTS alone doubles the start of Node, and a
// library that starts its agents with a clean environment would win by it.
// Warnings of a library about itself are no result.
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  NODE_NO_WARNINGS: '1',
}

export type Readings = Readonly<Record<string, number>>

export interface ProgramOptions {
  /** The single argument, as JSON. */
  readonly order?: unknown
  /** Keep the program and its children on one core, where the system can. */
  readonly oneCore?: boolean
}

// A test runs this file from its source; the programs are plain Node's and always those that were built.
const built = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url)

export function programFile(contestant: Contestant, program: ContestantProgram): string {
  return fileURLToPath(new URL(`contestants/${contestant}/${program}.js`, built))
}

export const loadProgramFile = fileURLToPath(new URL('load/run.js', built))
export const emptyProgramFile = fileURLToPath(new URL('measure/empty-program.js', built))

export async function runProgram(file: string, options: ProgramOptions = {}): Promise<Readings> {
  const args = [file, ...(options.order === undefined ? [] : [JSON.stringify(options.order)])]
  const command = options.oneCore ? pinnedCommand(args) : { file: process.execPath, args }
  const child = spawn(command.file, command.args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const [code, signal] = await once(child, 'close')
  if (code === waitedInVain) throw new Error(`${file} waits for something that never came`)
  if (code !== 0) throw new Error(`${file} ended with ${code ?? signal}`)
  const readings: Readings = JSON.parse(Buffer.concat(parts).toString('utf8'))
  return readings
}

let canPin: boolean | undefined

function pinnedCommand(args: readonly string[]): { file: string; args: string[] } {
  canPin ??= spawnSync('taskset', ['--version']).status === 0
  if (!canPin) return { file: process.execPath, args: [...args] }
  const core = availableParallelism() - 1
  return { file: 'taskset', args: ['-c', String(core), process.execPath, ...args] }
}
