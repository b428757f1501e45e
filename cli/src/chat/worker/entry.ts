/**
 * How the process with the conversations comes to its terminal. `openTerminal` resolves as soon as the front has said
 * what it wants, so that the first picture can be painted before anything else is loaded: load the rest after it.
 */

import { Socket } from 'node:net'
import { Failure } from '../../failure.js'
import { SPOKEN } from '../front/message.js'
import type { ChatSettings } from '../settings.js'
import { FrontLine } from './front-line.js'
import { Landing, type Note } from './landing.js'
import { listRunning } from './landing-place.js'
import { ServedTerminal } from './served-terminal.js'
import type { Terminal } from './terminal.js'

export interface Entrance {
  readonly terminal: Terminal
  readonly settings: ChatSettings
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** What others come to this worker by: `parley attach <id>`. */
  readonly id: string
  /** Why others cannot come: a chat that is detached then is lost. Nothing where they can. */
  whyUnreachable(): Promise<string | undefined>
  /** The terminal is gone without a word (its window was closed): end in good order. What is late is ended hard. */
  onLost(call: () => void): void
  /** Somebody wants this program to end: a signal's name. Answer with `terminal.leave`. */
  onLeave(call: (why: string) => void): void
  /** Another terminal has come: nothing stands there, draw everything. */
  onAttached(call: () => void): void
  /** Gives the terminal to another chat that runs, and goes on without one. Rejects where there is none of this id. */
  sendOn(id: string): Promise<void>
  /** What others are told of this worker. */
  describe(note: Note): Promise<void>
  /** Can no longer be come to; the last thing before the end. */
  close(): Promise<void>
}

const HELLO_MILLISECONDS = 10_000
/** Agents are put away in this time, or the process ends without. */
const LOST_MILLISECONDS = 15_000
const FRONT_DESCRIPTOR = 3

/** Waits for the front that started this process. Rejects where there is none. */
export function openTerminal(env: NodeJS.ProcessEnv = process.env): Promise<Entrance> {
  // Nobody may read what is said last, and a worker without a front has nobody at all.
  process.stderr.on('error', () => {})
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('nobody is at the other end')), HELLO_MILLISECONDS)
    let host: Host | undefined
    const line = new FrontLine(new Socket({ fd: FRONT_DESCRIPTOR, readable: true, writable: true }), {
      hear: message => {
        if (host !== undefined) return host.hear(line, message)
        if (message.is !== 'hello' || message.settings === undefined) return line.close()
        clearTimeout(late)
        const { settings, cwd } = message
        host = new Host(new ServedTerminal(message), new Landing({ cwd, title: '' }))
        host.terminal.attach(line, message)
        resolve(host.entrance({ settings, cwd, env }))
      },
      close: () => {
        if (host !== undefined) return host.lose(line)
        clearTimeout(late)
        reject(new Error('nobody is at the other end'))
      },
    })
  })
}

type Message = Parameters<ConstructorParameters<typeof FrontLine>[1]['hear']>[0]

/** Who hears all the fronts that come and go. */
class Host {
  readonly terminal: ServedTerminal
  readonly #landing: Landing
  #lost: (() => void) | undefined
  #leave: ((why: string) => void) | undefined
  #attached: () => void = () => {}
  #isLost = false
  #wish: string | undefined

  constructor(terminal: ServedTerminal, landing: Landing) {
    this.terminal = terminal
    this.#landing = landing
  }

  entrance(given: Pick<Entrance, 'settings' | 'cwd' | 'env'>): Entrance {
    const landing = this.#landing
    // Not waited for: the first picture comes first, and without it there is only no second terminal.
    const landed = new Promise<string | undefined>(resolve =>
      setImmediate(() =>
        landing
          .open(given, socket => this.#welcome(socket))
          .then(
            () => resolve(undefined),
            error => resolve(toReason(error)),
          ),
      ),
    )
    process.on('SIGHUP', () => {})
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => this.#askToLeave(signal))
    return {
      ...given,
      terminal: this.terminal,
      id: landing.id,
      whyUnreachable: () => landed,
      onLost: call => {
        this.#lost = call
        if (this.#isLost) call()
      },
      onLeave: call => {
        this.#leave = call
        if (this.#wish !== undefined) call(this.#wish)
      },
      onAttached: call => {
        this.#attached = call
      },
      sendOn: async id => {
        // Who gives its terminal away must be found again.
        const why = await landed
        if (why !== undefined) throw new Error(`nobody would find this chat again: ${why}`)
        await this.#sendOn(id, given)
      },
      describe: note => landing.describe(note),
      close: () => landing.close(),
    }
  }

  async #sendOn(id: string, given: Pick<Entrance, 'env'>): Promise<void> {
    const running = await listRunning(given)
    if (id === this.#landing.id || !running.some(each => each.id === id))
      throw new Error(`no other chat that is running is called ${id}`)
    await this.terminal.sendOn(id)
  }

  hear(line: FrontLine, message: Message): void {
    if (!this.terminal.serves(line)) return
    if (message.is !== 'leave') return this.terminal.take(line, message)
    line.tell({ is: 'leaving' })
    this.#askToLeave(message.why)
  }

  lose(line: FrontLine): void {
    if (!this.terminal.lose(line)) return
    this.#isLost = true
    setTimeout(() => process.exit(1), LOST_MILLISECONDS).unref()
    void this.#landing.close()
    this.#lost?.()
  }

  #askToLeave(why: string): void {
    this.#wish ??= why
    this.#leave?.(why)
  }

  /** Somebody at the landing: nobody, until it has said hello. */
  #welcome(socket: Socket): void {
    const late = setTimeout(() => socket.destroy(), HELLO_MILLISECONDS)
    let isIn = false
    const line = new FrontLine(socket, {
      hear: message => {
        if (isIn) return this.hear(line, message)
        clearTimeout(late)
        // Somebody who wants no terminal of it, only its end.
        if (message.is === 'leave') return this.#askToLeave(message.why)
        if (message.is !== 'hello' || this.#isLost) return line.close()
        isIn = true
        if (message.spoken !== SPOKEN) return this.#refuse(line)
        this.terminal.attach(line, message)
        this.#attached()
      },
      close: () => {
        clearTimeout(late)
        if (isIn) this.lose(line)
      },
    })
  }

  #refuse(line: FrontLine): void {
    const lines = ['parley: this chat was started by another version of parley, which alone can show it.']
    void line.end({ is: 'leave', lines, exitCode: 1 })
  }
}

const toReason = (error: unknown): string => {
  if (error instanceof Failure)
    return error.cure === undefined ? error.message : `${error.message} What to do: ${error.cure}.`
  return error instanceof Error ? error.message : String(error)
}
