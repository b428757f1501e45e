/** All terminals of a host: what is asked is checked, admitted and started, and belongs to one session alone. */

import type { HostContext } from '../../client/index.js'
import type { Execute } from '../../guard/index.js'
import { rpcError } from '../../protocol/index.js'
import type { v1 } from '../../schema/index.js'
import { isWithin } from '../deadline.js'
import { allowedEnvironment } from '../environment.js'
import type { SessionRoots } from '../files/offer.js'
import { HeldSessionRoots } from '../files/session-roots.js'
import type { Leave } from '../permissions/warden.js'
import { guardProcesses } from '../processes/family.js'
import { toAgentVariables } from './agent-variables.js'
import { type Command, toCommand } from './command.js'
import { type Directory, openDirectory } from './directory.js'
import { type HostTerminals, type HostTerminalsOptions, type TerminalLimits, usualLimits } from './options.js'
import { toByteLimit } from './output-ring.js'
import { startInPipes } from './pipes.js'
import { type Slot, TerminalRegister } from './register.js'
import { type Exit, type Start, usualSize } from './running.js'
import { screens } from './screen.js'
import { Terminal } from './terminal.js'

/** What is to be started, as it was checked. */
interface Wish {
  readonly command: Command
  readonly env: Readonly<Record<string, string>>
  readonly byteLimit: number
  readonly directory: Directory
}

interface Starter {
  readonly start: Start
  /** What programs are told of what they write to. */
  readonly term: string
}

/** The terminals of a host. */
export class TerminalTable implements HostTerminals {
  readonly #options: HostTerminalsOptions
  readonly #limits: TerminalLimits
  readonly #register: TerminalRegister
  readonly #directories: SessionRoots
  #starter: Promise<Starter> | undefined
  #isClosed = false

  constructor(options: HostTerminalsOptions) {
    this.#options = options
    this.#limits = { ...usualLimits, ...options.limits }
    this.#register = new TerminalRegister(this.#limits)
    this.#directories = options.directories ?? new HeldSessionRoots(options)
  }

  async create(request: v1.CreateTerminalRequest, context: HostContext): Promise<v1.CreateTerminalResponse> {
    if (this.#isClosed) throw rpcError('invalid_session_state', 'Nothing more is started')
    const byteLimit = toByteLimit(request.outputByteLimit)
    const command = toCommand(request.command, request.args)
    const env = toAgentVariables(request.env)
    const slot = this.#register.take(context.sessionId)
    const directory = await openDirectory(request.cwd, context, this.#directories).catch(error => {
      this.#register.free(slot)
      throw error
    })
    try {
      return { terminalId: await this.#open(slot, { command, env, byteLimit, directory }, context) }
    } finally {
      if (slot.terminal === undefined) this.#register.free(slot)
      await directory.close()
    }
  }

  async output(
    request: v1.TerminalOutputRequest,
    { sessionId }: HostContext,
  ): Promise<v1.TerminalOutputResponse> {
    return this.#register.find(sessionId, request.terminalId).report
  }

  async waitForExit(
    request: v1.WaitForTerminalExitRequest,
    { sessionId, signal }: HostContext,
  ): Promise<v1.WaitForTerminalExitResponse> {
    return this.#register.find(sessionId, request.terminalId).waitForExit(signal)
  }

  async kill(request: v1.KillTerminalRequest, { sessionId }: HostContext): Promise<v1.KillTerminalResponse> {
    // What was released has been killed: after a cancel an agent may not know that yet.
    if (this.#register.wasReleased(sessionId, request.terminalId)) return {}
    await this.#register.find(sessionId, request.terminalId).kill()
    return {}
  }

  async release(
    { terminalId }: v1.ReleaseTerminalRequest,
    { sessionId }: HostContext,
  ): Promise<v1.ReleaseTerminalResponse> {
    const slot = this.#register.of(sessionId).find(({ terminal }) => terminal?.id === terminalId)
    if (slot !== undefined) await this.#register.release(slot)
    else if (!this.#register.wasReleased(sessionId, terminalId)) this.#register.find(sessionId, terminalId)
    return {}
  }

  async releaseSession(sessionId: string): Promise<void> {
    await Promise.all(this.#register.of(sessionId).map(slot => this.#register.release(slot)))
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#options.directories === undefined) this.#directories.close()
    await Promise.all(this.#register.of().map(slot => this.#register.release(slot)))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #open(slot: Slot, wish: Wish, context: HostContext): Promise<string> {
    const { sessionId, roots } = context
    const signal = AbortSignal.any([context.signal, slot.givenUp.signal])
    const { command, env, directory } = wish
    const action: Execute = { action: 'terminal.exec', ...command, cwd: directory.place, env }
    const leave = await this.#options.warden.admit(action, { sessionId, roots, signal })
    const terminal = await this.#start(slot, wish, signal).catch(async error => {
      await leave.finish('failed')
      throw error
    })
    slot.terminal = terminal
    slot.settled = this.#settle(terminal, leave)
    if (!signal.aborted) return terminal.id
    // Nobody would ever learn its name.
    await this.#register.release(slot)
    throw unwanted()
  }

  async #start(slot: Slot, wish: Wish, signal: AbortSignal): Promise<Terminal> {
    this.#starter ??= this.#chooseStarter()
    const { start, term } = await this.#starter
    if (signal.aborted) throw unwanted()
    const { sessionId } = slot
    const id = Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16))).toString('hex')
    const { onOutput } = this.#options
    const show =
      onOutput &&
      ((text: string, missedBytes: number): void | Promise<void> =>
        onOutput({ sessionId, terminalId: id, text, missedBytes }))
    const env = { ...allowedEnvironment({ TERM: term, ...this.#options.env }), ...wish.env }
    const order = { argv: wish.command.argv, cwd: wish.directory.cwd, env }
    return await Terminal.start(start, order, {
      id,
      sessionId,
      byteLimit: wish.byteLimit,
      limits: this.#limits,
      show,
    })
  }

  /** Whoever gave leave hears what came of it; whether that can be written down changes nothing any more. */
  async #settle(terminal: Terminal, leave: Leave): Promise<void> {
    const exit = await terminal.ended
    this.#register.economize(terminal.sessionId)
    const told = this.#tellEnd(terminal, exit)
    await leave.finish('done').catch(() => {})
    // A listener that never comes to an end holds nothing up for longer than a command may.
    await isWithin(told, this.#limits.patience)
  }

  /** After the last of the output, which a slow listener may still have before it. */
  async #tellEnd(terminal: Terminal, exit: Exit): Promise<void> {
    const { id: terminalId, sessionId } = terminal
    await terminal.shown()
    try {
      await this.#options.onEnd?.({ sessionId, terminalId, ...exit })
    } catch {
      // A listener's fault must not hide the end.
    }
  }

  async #chooseStarter(): Promise<Starter> {
    const { pty, onNotice } = this.#options
    guardProcesses()
    if (!pty) return { start: startInPipes, term: 'dumb' }
    const start = await screens(pty === true ? usualSize : pty)
    if (start !== undefined) return { start, term: 'xterm-256color' }
    const message =
      'commands run in pipes, not on a screen: the package @lydell/node-pty is not installed here'
    onNotice?.({ kind: 'terminal', path: '', message })
    return { start: startInPipes, term: 'dumb' }
  }
}

function unwanted(): Error {
  return rpcError('request_cancelled', 'Nobody waits for the command any more')
}
