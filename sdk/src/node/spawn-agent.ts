/** Starts an agent and speaks to it on its stdin and stdout. Says how it died, and what it said on stderr before. */

import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Redactor } from '../guard/index.js'
import { type Channel, ConnectionError, type Delivery, type Limits, type Outgoing } from '../jsonrpc/index.js'
import { sanitizeForDisplay } from '../text/index.js'
import { allowedEnvironment, type Environment } from './environment.js'
import { type Framing, framed } from './framing.js'
import { nodeStream } from './node-stream.js'
import { Family } from './processes/family.js'
import { redactorFor } from './redaction.js'
import { type Dialect, spoken } from './spoken-channel.js'
import { TextTail } from './text-tail.js'

/** How to start an agent. */
export interface SpawnOptions {
  readonly cwd?: string | undefined
  /** Variables beyond the allow-list that the agent gets to see. */
  readonly env?: Environment | undefined
  /** Learns of everything the agent writes to stderr, as it comes. */
  readonly onStderr?: ((text: string) => void) | undefined
  readonly framing?: Framing | undefined
  readonly limits?: Partial<Limits> | undefined
  /** How the agent spells version 1, where it has a way of its own. */
  readonly dialect?: Dialect | undefined
  /** Milliseconds between closing stdin, SIGTERM and SIGKILL. */
  readonly patience?: number | undefined
  /** What to call it when it dies; "agent" unless said otherwise. */
  readonly noun?: string | undefined
  /** On Windows: the arguments are quoted already. */
  readonly windowsVerbatimArguments?: boolean | undefined
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const PATIENCE_MILLISECONDS = 2_000
const EXIT_MILLISECONDS = 1_000
const OPENING_BYTES = 4_096

/** Starts an agent as a process of its own group; the channel ends with it, and it ends with the channel. */
export function spawnAgent(
  command: string,
  args: readonly string[] = [],
  options: SpawnOptions = {},
): AgentProcess {
  return new AgentProcess(command, args, options)
}

/** A running agent, as a channel. */
export class AgentProcess implements Channel {
  readonly incoming: AsyncIterable<Delivery>
  /** Resolves when the process is gone. */
  readonly exited: Promise<Exit>
  readonly #command: string
  readonly #args: readonly string[]
  readonly #options: SpawnOptions
  readonly #family = new Family()
  readonly #child: ChildProcess
  readonly #channel: Channel
  readonly #stderr = new TextTail()
  #opening = ''
  #death: Exit | undefined
  #failure: Error | undefined
  #closing: Promise<void> | undefined

  constructor(command: string, args: readonly string[], options: SpawnOptions) {
    this.#command = command
    this.#args = args
    this.#options = options
    // Asked for here because an agent imports this room too, and starts sooner without it.
    const { spawn } = process.getBuiltinModule('node:child_process')
    const child: ChildProcess = spawn(command, args, {
      cwd: options.cwd,
      env: { ...allowedEnvironment(options.env), ...this.#family.variables },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      windowsVerbatimArguments: options.windowsVerbatimArguments ?? false,
    })
    this.#child = child
    this.#family.begin(child.pid)
    this.exited = this.#watch(child)
    void this.exited.then(() => this.#stopListening())
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#keepStderr(text))
    const { stdout, stdin } = pipesOf(child)
    this.#channel = spoken(framed(nodeStream(stdout, stdin), options), options.dialect, options.limits)
    this.#keepOpening(stdout)
    this.incoming = followedBy(this.#channel.incoming, () => this.#mourn())
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The last of what the agent wrote to stderr, as it was: secrets and control characters included. */
  get stderr(): string {
    return this.#stderr.text
  }

  /** Why the process could not be started or signalled, where that was so. */
  get failure(): Error | undefined {
    return this.#failure
  }

  send(message: Outgoing, text: string): Promise<void> | undefined {
    return this.#channel.send(message, text)
  }

  /** Closes stdin, then SIGTERM, then SIGKILL, each to the whole group; resolves when all it started is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  /** Ends this process and starts another in the same way. */
  async reopen(): Promise<AgentProcess> {
    await this.close()
    return new AgentProcess(this.#command, this.#args, this.#options)
  }

  /** The same failure to shake hands, with what is known about this process: what it said, the likely cause, the cure. */
  async explain(error: ConnectionError): Promise<ConnectionError> {
    if (this.pid === undefined) return error
    const { explained } = await import('./launch/explanation.js')
    const redactor = await this.#redactor()
    const death = this.#death ?? (error.reason === 'timeout' ? undefined : ownEnd(await this.exited))
    return explained(error, {
      command: this.#command,
      noun: this.#options.noun ?? 'agent',
      death,
      obituary: death && (await this.#obituary(death)),
      stderr: await this.#lastWords(),
      stdout: redactor.text(this.#opening),
    })
  }

  async #end(): Promise<void> {
    const patience = this.#options.patience ?? PATIENCE_MILLISECONDS
    await Promise.all([this.#channel.close(), this.#family.end({ exited: this.exited, patience })])
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  /** Something the agent started may hold its pipes open for ever; what the agent itself said has arrived by then. */
  #stopListening(): void {
    void this.#family.noteExit()
    setTimeout(() => {
      this.#child.stdout?.destroy()
      this.#child.stderr?.destroy()
    }, EXIT_MILLISECONDS).unref()
  }

  #watch(child: ChildProcess): Promise<Exit> {
    return new Promise(resolve => {
      child.once('error', error => {
        this.#failure = error
        if (child.pid === undefined) resolve({ code: null, signal: null })
      })
      child.once('exit', (code, signal) => resolve({ code, signal }))
    })
  }

  /** A program that is no agent says so where messages belong; an agent's first messages are soon enough of this. */
  #keepOpening(stdout: Readable): void {
    const keep = (chunk: Uint8Array): void => {
      this.#opening += new TextDecoder().decode(chunk.subarray(0, OPENING_BYTES))
      if (this.#opening.length >= OPENING_BYTES) stdout.off('data', keep)
    }
    stdout.on('data', keep)
  }

  #keepStderr(text: string): void {
    this.#stderr.append(text)
    try {
      this.#options.onStderr?.(text)
    } catch {
      // A listener's fault must not end the process that listens.
    }
  }

  /** Called at the end of its output: throws when the agent died, and says of what. */
  async #mourn(): Promise<void> {
    if (this.#closing !== undefined) return
    // The end of output and the news of the exit race; the reason is worth a short wait.
    const timer = new Promise<undefined>(resolve => {
      setTimeout(() => resolve(undefined), EXIT_MILLISECONDS).unref()
    })
    const exit = await Promise.race([this.exited, timer])
    if (exit !== undefined && this.#closing === undefined) {
      this.#death = exit
      throw new ConnectionError('transport', await this.#obituary(exit))
    }
  }

  async #obituary({ code, signal }: Exit): Promise<string> {
    const { code: errno } = (this.#failure ?? {}) as NodeJS.ErrnoException
    if (errno === 'ENOENT')
      return `cannot start "${this.#command}": no such program on PATH, or no such working directory`
    if (errno === 'EMFILE' || errno === 'ENFILE')
      return `cannot start "${this.#command}": too many files are open (${errno})`
    if (this.#failure !== undefined) return `cannot start "${this.#command}": ${this.#failure.message}`
    const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
    const noun = this.#options.noun ?? 'agent'
    const said = await this.#lastWords()
    return said === ''
      ? `the ${noun} ${how} and said nothing on stderr`
      : `the ${noun} ${how}; its stderr ends:\n${said}`
  }

  /** Programs that die like to say what they were given; the error that quotes them goes to logs and screens. */
  async #lastWords(): Promise<string> {
    const { text, isCut } = this.#stderr
    if (text.trim() === '') return ''
    const redactor = await this.#redactor()
    return sanitizeForDisplay(isCut ? redactor.tail(text) : redactor.text(text)).trim()
  }

  #redactor(): Promise<Redactor> {
    return redactorFor({ args: this.#args, env: this.#options.env })
  }
}

/** A process for which no descriptor was free has no pipes: then one that is at its end, and one that takes everything. */
function pipesOf({ stdout, stdin }: ChildProcess): { readonly stdout: Readable; readonly stdin: Writable } {
  if (stdout && stdin) return { stdout, stdin }
  const { Readable, Writable } = process.getBuiltinModule('node:stream')
  return { stdout: Readable.from([]), stdin: new Writable({ write: (_chunk, _encoding, done) => done() }) }
}

/** How it ended, unless it was we who ended it. */
function ownEnd(exit: Exit): Exit | undefined {
  return exit.signal === 'SIGTERM' || exit.signal === 'SIGKILL' ? undefined : exit
}

/** The same deliveries, and `last` before the end; written out because a generator costs three turns per delivery. */
function followedBy(incoming: AsyncIterable<Delivery>, last: () => Promise<void>): AsyncIterable<Delivery> {
  const deliveries = incoming[Symbol.asyncIterator]()
  const iterator: AsyncIterableIterator<Delivery> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      const result = await deliveries.next()
      if (result.done) await last()
      return result
    },
    async return() {
      await deliveries.return?.()
      return { done: true, value: undefined }
    },
  }
  return iterator
}
