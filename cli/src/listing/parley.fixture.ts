/** The command in this process, with a home that goes away again, and all that it writes. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { Command, CommanderError } from 'commander'
import { onTestFinished } from 'vitest'
import type { Act } from '../act.js'
import { declareAudit } from '../audit/declare.js'
import { Failure } from '../failure.js'
import { declarePolicy } from '../policy/declare.js'
import { declareSessions } from '../sessions/declare.js'
import type { Shell } from '../shell.js'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** How the command is run: with a terminal of this width, or none; what is typed there. */
export interface Terminal {
  readonly columns?: number
  readonly typed?: string
}

/** A home, a directory to work in, and the command. */
export function makeHome() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-home-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const home = join(base, 'home')
  const work = join(base, 'work')
  for (const folder of [home, work]) mkdirSync(folder)
  // The library looks into the variables of the process itself.
  const before = { ...process.env }
  const env = {
    ...{ HOME: home, PATH: process.env.PATH, USER: 'tester' },
    ...{ XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, '.local/state') },
  }
  process.env = { ...env }
  onTestFinished(() => {
    process.env = before
  })
  const shellFor = (terminal: Terminal = {}) => makeShell({ env, cwd: work }, terminal)
  const parley = (...words: readonly string[]): Promise<Ran> => run(words, shellFor())
  const parleyOn = (terminal: Terminal, ...words: readonly string[]): Promise<Ran> =>
    run(words, shellFor(terminal))
  return { base, home, work, env, shellFor, parley, parleyOn }
}

interface Captured {
  readonly shell: Shell
  readonly out: () => string
  readonly err: () => string
}

function makeShell(around: Pick<Shell, 'env' | 'cwd'>, { columns, typed }: Terminal): Captured {
  const isTTY = columns !== undefined
  const collect = () => {
    const stream = Object.assign(new PassThrough(), { isTTY, columns: columns ?? 80 })
    const pieces: string[] = []
    stream.setEncoding('utf8').on('data', (text: string) => pieces.push(text))
    return { stream: stream as unknown as NodeJS.WriteStream, text: () => pieces.join('') }
  }
  const stdin = Object.assign(new PassThrough(), { isTTY }) as unknown as NodeJS.ReadStream
  if (typed !== undefined) (stdin as unknown as PassThrough).end(typed)
  const stdout = collect()
  const stderr = collect()
  return {
    shell: { ...around, stdin, stdout: stdout.stream, stderr: stderr.stream },
    out: stdout.text,
    err: stderr.text,
  }
}

async function run(words: readonly string[], { shell, out, err }: Captured): Promise<Ran> {
  let code = 0
  const act: Act = async load => {
    code = await (await load())(shell)
  }
  const program = new Command('parley').exitOverride().configureOutput({
    writeErr: text => void shell.stderr.write(text),
    writeOut: text => void shell.stdout.write(text),
  })
  declareSessions(program, act)
  declarePolicy(program, act)
  declareAudit(program, act)
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) code = error.exitCode === 0 ? 0 : 2
    else if (error instanceof Failure) {
      code = error.exitCode
      shell.stderr.write(`parley: ${error.message}\n${error.cure ?? ''}\n`)
    } else throw error
  }
  await new Promise(resolve => setImmediate(resolve))
  return { code, out: out(), err: err() }
}
