/** Terminals that the examining client lends: real commands, in the folder of the stage, ended with it. */

import { type ProgramPipes, startProgram } from '@parley/acp/node'
import { errorCode } from '../error.js'
import type { Json } from '../wire/arrivals.js'
import type { Reply, Responder } from '../wire/scripted-peer.js'

interface Lent {
  readonly pipes: ProgramPipes
  readonly status: Promise<Json>
  output: string
  ended?: Json
}

const OUTPUT_CHARACTERS = 100_000
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
    'terminal/create': params => ({ result: { terminalId: this.#start(params) } }),
    'terminal/output': params =>
      this.#with(params, ({ output, ended }) => ({
        output,
        truncated: false,
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

  #start({ command, args, env, cwd }: Json): string {
    const variables = Array.isArray(env) ? env.map(({ name, value }) => [String(name), String(value)]) : []
    const pipes = startProgram(String(command), Array.isArray(args) ? args.map(String) : [], {
      cwd: typeof cwd === 'string' ? cwd : this.#cwd,
      // A shell reads what it finds at home, and nothing there is the agent's business.
      env: { PATH: process.env.PATH, HOME: this.#cwd, ...Object.fromEntries(variables) },
    })
    // Nothing can be typed into a terminal of the protocol, and a command may read until its input ends.
    pipes.stdin.end()
    const lent: Lent = { pipes, output: '', status: statusOf(pipes) }
    void lent.status.then(status => {
      lent.ended = status
    })
    for (const stream of [pipes.stdout, pipes.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        lent.output = (lent.output + text).slice(-OUTPUT_CHARACTERS)
      })
    const id = `terminal-${this.#all.push(lent)}`
    this.#lent.set(id, lent)
    return id
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
