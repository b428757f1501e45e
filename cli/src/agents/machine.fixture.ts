/** A person's machine for the tests of these commands: a home of its own, a bare PATH, and a way to run the command. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { afterEach, beforeEach, expect } from 'vitest'
import { declareCompletions } from '../completions/declare.js'
import { Failure } from '../failure.js'
import { declareRun } from '../run/declare.js'
import { declareSessions } from '../sessions/declare.js'
import { declareSetup } from '../setup/declare.js'
import type { Shell } from '../shell.js'
import { declareAgents } from './declare.js'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** What stdout is, read as JSON. */
  readonly json: ReturnType<typeof JSON.parse>
}

export interface Machine {
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  readonly shell: Shell
  path(...names: string[]): string
  write(name: string, text: string, mode?: number): string
  read(name: string): string
  /** The command, in this process; a failure is told as the real one tells it. */
  run(...words: string[]): Promise<Ran>
  /** The same in a terminal of that width. */
  runOn(columns: number, ...words: string[]): Promise<Ran>
}

/** An agent on the official SDK, and others that are none. */
export const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

export function makeMachine(): Machine {
  const home = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  const path = (...names: string[]): string => join(home, ...names)
  mkdirSync(path('project'))
  mkdirSync(path('bin'))
  const env: NodeJS.ProcessEnv = {
    ...{ HOME: home, PATH: `${path('bin')}:/usr/bin:/bin`, SHELL: '/bin/sh', PARLEY_TEST_MARK: home },
    ...Object.fromEntries(
      ['CONFIG', 'STATE', 'DATA', 'CACHE'].map(name => [`XDG_${name}_HOME`, path(name.toLowerCase())]),
    ),
    // Whatever manages the Node of this test run is not this person's.
    ...blank('NVM_DIR FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME PNPM_HOME N_PREFIX BUN_INSTALL MISE_DATA_DIR'),
    ...blank('ASDF_DATA_DIR HOMEBREW_PREFIX BASH_ENV ENV NPM_CONFIG_PREFIX npm_config_prefix'),
  }
  const shell = { env, cwd: path('project'), ...streams() }
  return {
    ...{ home, env, path, shell },
    read: name => readFileSync(path(name), 'utf8'),
    write(name, text, mode = 0o600) {
      mkdirSync(dirname(path(name)), { recursive: true, mode: 0o700 })
      writeFileSync(path(name), text)
      chmodSync(path(name), mode)
      return path(name)
    },
    run: (...words) => run(words, { ...shell, ...streams() }),
    runOn: (columns, ...words) => run(words, { ...shell, ...streams(columns) }),
  }
}

const blank = (names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map(name => [name, '']))

const streams = (columns?: number): Pick<Shell, 'stdin' | 'stdout' | 'stderr'> => {
  // A stream in memory has all of a terminal's that these commands use.
  const terminal = columns === undefined ? {} : { isTTY: true, columns }
  const stream = (): unknown => Object.assign(new PassThrough(), terminal)
  return { stdin: stream(), stdout: stream(), stderr: stream() } as Pick<Shell, 'stdin' | 'stdout' | 'stderr'>
}

/** The words of this part and of its neighbours, as they stand in the whole program. */
export function makeProgram(
  act: (work: () => Promise<(shell: Shell) => Promise<number>>) => Promise<void>,
): Command {
  const program = new Command('parley').exitOverride()
  declareRun(program, act)
  declareAgents(program, act)
  declareSessions(program, act)
  declareSetup(program, act)
  declareCompletions(program, act)
  for (const command of all(program)) command.exitOverride().configureOutput({ writeErr: () => {} })
  return program
}

const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)]

async function run(words: readonly string[], shell: Shell): Promise<Ran> {
  let code = -1
  try {
    const program = makeProgram(async work => {
      code = await (await work())(shell)
    })
    await program.parseAsync(['node', 'parley', ...words])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    code = error.exitCode
    shell.stderr.write(`${error.message}\n${error.cure ?? ''}\n`)
  }
  const text = (stream: unknown): string => (stream as PassThrough).read()?.toString() ?? ''
  const stdout = text(shell.stdout)
  return {
    ...{ code, stdout, stderr: text(shell.stderr) },
    get json() {
      return JSON.parse(stdout)
    },
  }
}

/** A machine for each test of a file, after which no process of it may be left. */
export function machineForEach(): { readonly machine: Machine } {
  let machine: Machine | undefined
  beforeEach(() => {
    machine = makeMachine()
  })
  afterEach(async () => {
    if (machine === undefined) return
    expect(await leftOver(machine.home)).toEqual([])
    rmSync(machine.home, { recursive: true, force: true })
  })
  return {
    get machine() {
      if (machine === undefined) throw new Error('there is a machine only while a test runs')
      return machine
    },
  }
}

async function leftOver(mark: string): Promise<readonly string[]> {
  for (let tries = 0; ; tries++) {
    const found = marked(mark)
    if (found.length === 0 || tries === 100) return found
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Processes are known by their home: it stands in the environment of everything that was started for it. */
export const marked = (mark: string): readonly string[] =>
  readdirSync('/proc').filter(name => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(`HOME=${mark}`)
    } catch {
      return false
    }
  })
