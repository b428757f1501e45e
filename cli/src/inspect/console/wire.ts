/**
 * An agent and the bytes between us, raw on purpose: what is sent may be anything, and what comes is taken apart as it is.
 * Knows lines and entries; pairs nothing and judges nothing.
 */

import type { Entry, EventEntry } from '@parley/acp/inspect'
import { type Exit, launchProgram, type ProgramProcess } from '@parley/acp/node'
import { exitInWords, failToLaunch } from '../../agents/launching.js'
import type { Shell } from '../../shell.js'
import { Dissector } from '../proxy/dissector.js'

const PATIENCE_MILLISECONDS = 1_500
/** What the agent said last is read before it counts as gone. */
const LAST_WORDS_MILLISECONDS = 500

export interface WireOptions {
  readonly cwd: string
  readonly env: Shell['env']
  /** Hears of everything that passes or happens, in order. */
  onEntry(entry: Entry): void
}

export class Wire {
  readonly #agent: ProgramProcess
  readonly #options: WireOptions
  readonly #dissector = new Dissector()
  readonly #begun = performance.now()
  #isGone = false
  /** Resolves when the agent is gone and all it said was heard. */
  readonly ended: Promise<Exit>

  constructor(agent: ProgramProcess, options: WireOptions) {
    this.#agent = agent
    this.#options = options
    this.note('started', `pid ${agent.pid}`)
    agent.stdin.on('error', () => {})
    agent.stdout.on('data', (bytes: Buffer) => this.#take('client', bytes))
    agent.stderr.on('data', (bytes: Buffer) => this.#take('stderr', bytes))
    this.ended = this.#watch()
  }

  /** Sends a line as it is; line ends inside it would make several of one. False where nobody listens any more. */
  send(text: string): boolean {
    if (this.#isGone || !this.#agent.stdin.writable) return false
    const bytes = Buffer.from(`${text.replace(/\s*[\r\n]+\s*/g, ' ')}\n`)
    this.#take('agent', bytes)
    this.#agent.stdin.write(bytes)
    return true
  }

  note(event: EventEntry['event'], detail: string): void {
    for (const { entry } of this.#dissector.dissect({ at: this.#now(), event, detail }))
      this.#options.onEntry(entry)
  }

  /** Closes the agent's input and ends it, with all that it started. */
  async close(): Promise<void> {
    this.#agent.stdin.end()
    await this.#agent.end(PATIENCE_MILLISECONDS)
  }

  #now(): number {
    return performance.now() - this.#begun
  }

  #take(stream: 'agent' | 'client' | 'stderr', bytes: Uint8Array): void {
    for (const { entry } of this.#dissector.dissect({ at: this.#now(), stream, bytes }))
      this.#options.onEntry(entry)
  }

  async #watch(): Promise<Exit> {
    const { stdout } = this.#agent
    const closed = new Promise(resolve => stdout.once('close', resolve))
    const exit = await this.#agent.exited
    this.#isGone = true
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise(resolve => {
      timer = setTimeout(resolve, LAST_WORDS_MILLISECONDS)
    })
    await Promise.race([closed, patience])
    clearTimeout(timer)
    this.note('agent_closed', 'the agent closed its end')
    this.note('exited', exitInWords(exit))
    return exit
  }
}

/** Starts the agent; fails with a sentence where that cannot be done. */
export async function openWire(command: readonly string[], options: WireOptions): Promise<Wire> {
  const [program = '', ...args] = command
  const { cwd, env } = options
  return new Wire(await launchProgram(program, args, { cwd, env }).catch(failToLaunch), options)
}
