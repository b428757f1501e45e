/** Terminals that the examining client lends: real commands that begin in the project, bounded in number, ended with it. */

import { realpath } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'
import { type ProgramPipes, startProgram } from '@parley/acp/node'
import { rpcError } from '@parley/acp/protocol'
import { errorCode } from '../error.js'
import type { Json } from '../wire/arrivals.js'
import type { Reply, Responder } from '../wire/scripted-peer.js'
import { OutputTail } from './output-tail.js'

interface Lent {
  readonly pipes: ProgramPipes
  readonly status: Promise<Json>
  readonly output: OutputTail
  ended?: Json
}

const OUTPUT_BYTES = 1_000_000
const MOST_TERMINALS = 64
const MOST_RUNNING = 16
const UNKNOWN: Reply = {
  error: { code: errorCode.resource_not_found, message: 'Resource not found: there is no such terminal' },
}

export class LentTerminals {
  readonly #cwd: string
  readonly #lent = new Map<string, Lent>()
  readonly #all: Lent[] = []

  constructor(cwd: string) {
    this.#cwd = cwd
  }

  readonly methods: Readonly<Record<string, Responder>> = {
    'terminal/create': async params => ({ result: { terminalId: await this.#start(params) } }),
    'terminal/output': params =>
      this.#with(params, ({ output, ended }) => ({
        output: output.text,
        truncated: output.isCut,
        ...(ended === undefined ? {} : { exitStatus: ended }),
      })),
    'terminal/wait_for_exit': params => this.#with(params, ({ status }) => status),
    'terminal/kill': params => this.#with(params, ({ pipes }) => kill(pipes)),
    'terminal/release': params =>
      this.#with(params, ({ pipes }) => {
        this.#lent.delete(String(params.terminalId))
        return kill(pipes)
      }),
  }

  async close(): Promise<void> {
    for (const { pipes } of this.#all) pipes.signal('SIGKILL')
    await Promise.all(this.#all.map(({ pipes }) => pipes.end()))
  }

  async #start({ command, args, env, cwd, outputByteLimit }: Json): Promise<string> {
    const folder = cwd === undefined || cwd === null ? this.#cwd : await this.#demandInside(cwd)
    const running = this.#all.filter(({ ended }) => ended === undefined).length
    if (running >= MOST_RUNNING || this.#all.length >= MOST_TERMINALS)
      throw rpcError(
        'rate_limited',
        `Here run at most ${MOST_RUNNING} commands, and ${MOST_TERMINALS} in all`,
      )
    const variables = Array.isArray(env) ? env.map(({ name, value }) => [String(name), String(value)]) : []
    const pipes = startProgram(String(command), Array.isArray(args) ? args.map(String) : [], {
      cwd: folder,
      // A shell reads what it finds at home, and nothing there is the agent's business.
      env: { PATH: process.env.PATH, HOME: this.#cwd, ...Object.fromEntries(variables) },
    })
    // Nothing can be typed into a terminal of the protocol, and a command may read until its input ends.
    pipes.stdin.end()
    const output = new OutputTail(typeof outputByteLimit === 'number' ? outputByteLimit : OUTPUT_BYTES)
    const lent: Lent = { pipes, output, status: statusOf(pipes) }
    void lent.status.then(status => {
      lent.ended = status
    })
    for (const stream of [pipes.stdout, pipes.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => output.append(text))
    const id = `terminal-${this.#all.push(lent)}`
    this.#lent.set(id, lent)
    return id
  }

  /** Where a command begins; what it does then nobody here can hold back. */
  async #demandInside(cwd: unknown): Promise<string> {
    if (typeof cwd !== 'string' || !isAbsolute(cwd))
      throw rpcError('invalid_params', '/cwd: expected an absolute path')
    const real = await realpath(cwd).catch(() => undefined)
    if (real === undefined) throw rpcError('resource_not_found', '/cwd: there is no such directory')
    if (real !== this.#cwd && !real.startsWith(`${this.#cwd}${sep}`))
      throw rpcError('resource_access_denied', '/cwd: outside of the directory of the session')
    return real
  }

  async #with({ terminalId }: Json, use: (lent: Lent) => Json | Promise<Json>): Promise<Reply> {
    const lent = this.#lent.get(String(terminalId))
    return lent === undefined ? UNKNOWN : { result: await use(lent) }
  }
}

/** How it ended; one that could not be started ends as a shell would say it. */
async function statusOf({ exited, stdout }: ProgramPipes): Promise<Json> {
  // Whoever reads the output after the exit must find all of it.
  const drained = new Promise(resolve => stdout.once('close', resolve))
  try {
    const { code, signal } = await exited
    await drained
    return { exitCode: code, signal }
  } catch {
    return { exitCode: 127, signal: null }
  }
}

function kill(pipes: ProgramPipes): Json {
  pipes.signal('SIGKILL')
  return {}
}
