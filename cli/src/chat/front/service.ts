/**
 * Serves one terminal to a worker at the other end of a line: keys and sizes go there, bytes and wishes come back. Knows
 * nothing of conversations, and loads next to nothing: it is what a person waits for first.
 */

import type { Duplex } from 'node:stream'
import { EXIT } from '../../exit-code.js'
import { messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'
import type { ChatSettings } from '../settings.js'
import { HeldTerminal } from './held-terminal.js'
import { Lender } from './lender.js'
import { readToFront, SPOKEN, type ToFront, type ToWorker, toWorkerPacket } from './message.js'
import { Patience } from './patience.js'
import { terminalVariables } from './terminal-modes.js'
import { faultOf, PacketReader } from './wire.js'

/** How it ended. `lost`: the worker is gone and said nothing. `deaf`: it is there and does not hear. `sent-on`: another worker is to have this terminal. */
export type Outcome =
  | { readonly is: 'left' | 'detached' | 'taken-over' | 'deaf'; readonly exitCode: number }
  /** With the reason where this side closed the line. */
  | { readonly is: 'lost'; readonly exitCode: number; readonly why?: string | undefined }
  | { readonly is: 'sent-on'; readonly exitCode: number; readonly id: string }

const LEAVING_MILLISECONDS = 3_000
/** A window that is being dragged tells many sizes. */
const RESIZE_MILLISECONDS = 25
/** A program in a job that cannot be stopped goes on at once. */
const STOP_MILLISECONDS = 60
const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const
type Signal = keyof typeof SIGNALS

export class FrontService {
  readonly #shell: Shell
  readonly #line: Duplex
  readonly #terminal: HeldTerminal
  readonly #lender: Lender
  readonly #undo: (() => void)[] = []
  #finish: (outcome: Outcome) => void = () => {}
  #resizing: NodeJS.Timeout | undefined
  #isSuspended = false
  #isOver = false
  #takenAt = 0
  #isHeard = false
  readonly #patience = new Patience()
  #signalled: number | undefined
  /** Why the line was closed from here. */
  #fault: string | undefined
  readonly ended: Promise<Outcome>

  constructor(shell: Shell, line: Duplex) {
    this.#shell = shell
    this.#line = line
    this.#terminal = new HeldTerminal(shell)
    this.#lender = new Lender(shell)
    this.ended = new Promise(resolve => {
      this.#finish = outcome => {
        this.#close()
        resolve(outcome)
      }
    })
  }

  start(settings?: ChatSettings): void {
    const { env, cwd } = this.#shell
    const terminal = terminalVariables(env)
    this.#tell({ is: 'hello', spoken: SPOKEN, size: this.#terminal.size, cwd, terminal, settings })
    this.#terminal.take({ isFirst: settings === undefined || settings.theme === 'auto' })
    this.#listen()
  }

  #listen(): void {
    const { stdin, stdout } = this.#shell
    const packets = new PacketReader()
    this.#line.on('data', (piece: Buffer) =>
      this.#guard(() => {
        for (const packet of packets.read(piece)) this.#hear(readToFront(packet))
      }),
    )
    this.#line.on('error', () => {})
    this.#line.on('close', () => this.#lose())
    this.#on(stdin, 'data', (bytes: Buffer) => {
      if (this.#patience.isLost(bytes)) this.#askToLeave('SIGINT')
      // Who pastes faster than is read waits.
      if (!this.#tell({ is: 'input', bytes: Buffer.from(bytes) })) stdin.pause()
    })
    this.#line.on('drain', () => this.#terminal.isHeld && stdin.resume())
    for (const event of ['end', 'close', 'error']) this.#on(stdin, event, () => this.#askToLeave('SIGHUP'))
    this.#on(stdout, 'error', () => this.#askToLeave('SIGHUP'))
    this.#on(stdout, 'resize', () => this.#resize())
    for (const signal of Object.keys(SIGNALS).filter(isSignal))
      this.#on(process, signal, () => this.#hearSignal(signal))
    this.#on(process, 'SIGCONT', () => this.#continue())
    this.#on(process, 'uncaughtException', (error: unknown) => {
      this.#terminal.release()
      this.#shell.stderr.write(`parley: ${messageOf(error)}\n`)
      process.exit(EXIT.error)
    })
  }

  #on(source: NodeJS.EventEmitter, event: string, call: (...values: never[]) => void): void {
    const listener = call as (...values: unknown[]) => void
    source.on(event, listener)
    this.#undo.push(() => source.off(event, listener))
  }

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#fault = faultOf(error)
      this.#line.destroy()
    }
  }

  /** False where the line is full for now. */
  #tell(message: ToWorker): boolean {
    return this.#line.destroyed || !this.#line.writable || this.#line.write(toWorkerPacket(message))
  }

  #hear(message: ToFront): void {
    this.#patience.renew()
    switch (message.is) {
      case 'leaving':
        this.#isHeard = true
        break
      case 'output': {
        const { bytes, isFull } = message
        // The next is read when this one is with the terminal: what a slow one has not taken waits at the worker.
        this.#line.pause()
        void this.#terminal.write(bytes, isFull).then(() => {
          this.#line.resume()
          this.#tell({ is: 'taken', bytes: bytes.length })
        })
        break
      }
      case 'lend':
        void this.#lend(message)
        break
      case 'suspend':
        void this.#suspend()
        break
      case 'leave':
        void this.#end({ is: 'left', exitCode: this.#signalled ?? message.exitCode }, message.lines)
        break
      case 'detach':
        void this.#end({ is: 'detached', exitCode: EXIT.ok }, message.lines)
        break
      case 'taken-over':
        void this.#end({ is: 'taken-over', exitCode: EXIT.ok }, ['Taken over by another terminal.'])
        break
      case 'go':
        void this.#end({ is: 'sent-on', exitCode: EXIT.ok, id: message.id }, [])
    }
  }

  async #lend(program: Extract<ToFront, { is: 'lend' }>): Promise<void> {
    await this.#terminal.whenWritten()
    if (this.#isOver) return
    this.#terminal.release()
    try {
      this.#tell({ is: 'lent', exitCode: await this.#lender.lend(program) })
    } catch (error) {
      this.#tell({ is: 'not-lent', message: messageOf(error) })
    }
    if (!this.#isOver) this.#takeAgain()
  }

  async #suspend(): Promise<void> {
    await this.#terminal.whenWritten()
    if (this.#isOver) return
    this.#terminal.release()
    this.#isSuspended = true
    // The whole job, as the terminal itself would: a program around this one is to stop, too.
    process.kill(0, 'SIGTSTP')
    setTimeout(() => this.#isSuspended && this.#continue(), STOP_MILLISECONDS).unref()
  }

  #continue(): void {
    const isDone = performance.now() - this.#takenAt < STOP_MILLISECONDS * 2 && !this.#isSuspended
    if (this.#lender.isLent || this.#isOver || isDone) return
    const wasSuspended = this.#isSuspended
    this.#isSuspended = false
    if (!wasSuspended && !this.#terminal.isHeld) return
    this.#takeAgain()
    this.#tell({ is: 'back' })
  }

  #takeAgain(): void {
    this.#takenAt = performance.now()
    this.#terminal.take()
    this.#tell({ is: 'resize', size: this.#terminal.size })
  }

  #resize(): void {
    clearTimeout(this.#resizing)
    this.#resizing = setTimeout(() => {
      if (this.#terminal.isHeld) this.#tell({ is: 'resize', size: this.#terminal.size })
    }, RESIZE_MILLISECONDS)
  }

  #hearSignal(signal: Signal): void {
    // Ctrl+C in a program that has the terminal is meant for that program.
    if (this.#lender.takesInterrupts && (signal === 'SIGINT' || signal === 'SIGQUIT')) return
    this.#askToLeave(signal)
  }

  #askToLeave(signal: Signal): void {
    if (this.#signalled !== undefined) return
    const exitCode = 128 + SIGNALS[signal]
    this.#signalled = exitCode
    this.#lender.stop(signal)
    this.#tell({ is: 'leave', why: signal })
    setTimeout(() => {
      void this.#end({ is: this.#isHeard ? 'left' : 'deaf', exitCode }, [])
    }, LEAVING_MILLISECONDS)
  }

  #lose(): void {
    const exitCode = this.#signalled
    if (exitCode !== undefined) void this.#end({ is: 'left', exitCode }, [])
    else void this.#end({ is: 'lost', exitCode: EXIT.agentFailed, why: this.#fault }, [])
  }

  async #end(outcome: Outcome, lines: readonly string[]): Promise<void> {
    this.#isOver = true
    // A program that has the terminal keeps it to its end, whatever becomes of us.
    await this.#lender.whenOver()
    await this.#terminal.whenWritten()
    this.#terminal.release()
    if (lines.length > 0) this.#shell.stdout.write(`${lines.join('\n')}\n`)
    this.#finish(outcome)
  }

  #close(): void {
    clearTimeout(this.#resizing)
    for (const undo of this.#undo.splice(0)) undo()
    // What is still on its way to a terminal that is gone is nobody's failure.
    this.#shell.stdin.on('error', () => {})
    this.#shell.stdout.on('error', () => {})
    this.#line.destroy()
  }
}

const isSignal = (name: string): name is Signal => name in SIGNALS
