/** `parley chat --plain`: a conversation in lines, for screen readers, logs and terminals that can do nothing else. */

import { createInterface } from 'node:readline'
import { sanitizeForDisplay } from '@parley/acp/guard'
import { EXIT } from '../../exit-code.js'
import { Output } from '../../render/output.js'
import type { Shell } from '../../shell.js'
import { Lender } from '../front/lender.js'
import type { ChatSettings } from '../settings.js'
import { Talking } from '../work/talking.js'
import type { Lending } from '../worker/terminal.js'
import { Continuation } from './command.js'
import { PlainChat } from './plain-chat.js'

const FLUSH_MILLISECONDS = 1_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const MARK = 'you: '

/** Resolves to the exit code, when everything that was begun has ended. */
export async function runPlain(settings: ChatSettings, shell: Shell): Promise<number> {
  return new PlainRun(settings, shell).run()
}

class PlainRun {
  readonly #settings: ChatSettings
  readonly #shell: Shell
  readonly #isAttended: boolean
  readonly #output: Output
  readonly #reader: ReturnType<typeof createInterface>
  readonly #lines: AsyncIterable<string>
  readonly #chat: PlainChat
  readonly #talking: Talking
  #room: Promise<void> | undefined
  #isMarked = false
  #isInterrupted = false
  readonly #lender: Lender

  constructor(settings: ChatSettings, shell: Shell) {
    this.#settings = settings
    this.#shell = shell
    this.#isAttended = shell.stdin.isTTY === true
    this.#lender = new Lender(shell)
    this.#output = new Output(shell.stdout, () => this.#leave(EXIT.error))
    this.#reader = createInterface({
      input: shell.stdin,
      terminal: false,
      crlfDelay: Number.POSITIVE_INFINITY,
    })
    // Now: a line that comes while nobody iterates would be lost.
    const lines = this.#reader[Symbol.asyncIterator]()
    this.#lines = { [Symbol.asyncIterator]: () => lines }
    this.#chat = new PlainChat({
      settings,
      isAttended: this.#isAttended,
      home: shell.env.HOME,
      write: line => this.#write(`${line}\n`),
      complain: text => this.#complain(text),
      take: effect => void this.#talking.take(effect),
      now: Date.now,
    })
    this.#talking = new Talking({
      ...{ settings, shell },
      tell: event => {
        this.#chat.hear(event)
        this.#mark()
      },
      terminal: this.#isAttended ? { lend: lending => this.#lend(lending) } : undefined,
      room: () => this.#room,
    })
  }

  async run(): Promise<number> {
    const hear = (signal: NodeJS.Signals): void => this.#hearSignal(signal)
    for (const signal of SIGNALS) process.on(signal, hear)
    try {
      this.#chat.start(this.#settings.resume)
      await this.#chat.settled()
      if (this.#settings.prompt !== undefined && this.#chat.isIn('open'))
        this.#chat.begin(this.#settings.prompt)
      if (this.#isAttended) await this.#converse()
      else await this.#playAll()
      return this.#chat.exitCode
    } finally {
      this.#reader.close()
      await this.#talking.close()
      await this.#output.flush(FLUSH_MILLISECONDS)
      for (const signal of SIGNALS) process.off(signal, hear)
    }
  }

  /** Each line is heard at once: it may be for the turn that runs. */
  async #converse(): Promise<void> {
    const lines = new Continuation()
    if (this.#chat.isIn('failed')) return
    this.#mark()
    for await (const line of this.#lines) {
      this.#isMarked = false
      const whole = lines.add(line)
      if (whole !== undefined) this.#chat.type(whole)
      if (this.#chat.isIn('left')) return
      this.#mark()
    }
    // Nobody is there any more, but what was said last is answered.
    this.#chat.hangUp()
    await this.#chat.settled()
    const { exitCode } = this.#chat
    if (!this.#chat.isIn('left')) this.#chat.leave(this.#chat.isIn('failed') ? exitCode : EXIT.ok)
  }

  /** Each line is a prompt, and the next one waits for the end of its turn. */
  async #playAll(): Promise<void> {
    const lines = new Continuation()
    await this.#chat.settled()
    const play = async (text: string | undefined): Promise<void> => {
      if (text === undefined || text.trim() === '') return
      this.#chat.prompt(text)
      await this.#chat.settled()
    }
    if (this.#chat.isIn('open')) {
      for await (const line of this.#lines) {
        await play(lines.add(line))
        if (!this.#chat.isIn('open')) return
      }
      await play(lines.end())
    }
  }

  /** The first one stops the agent, the next one leaves. */
  #hearSignal(signal: NodeJS.Signals): void {
    // Ctrl+C in a program that has the terminal is meant for that program.
    if (this.#lender.isLent && signal === 'SIGINT') return
    this.#lender.stop(signal)
    const isFirst = signal === 'SIGINT' && this.#chat.isIn('busy') && !this.#isInterrupted
    this.#isInterrupted = true
    if (isFirst) this.#chat.cancel()
    else this.#leave(EXIT.cancelled)
  }

  #leave(exitCode: number): void {
    this.#chat.leave(exitCode)
    this.#reader.close()
  }

  #write(text: string): void {
    const end = this.#isMarked ? '\n' : ''
    this.#isMarked = false
    const room = this.#output.write(`${end}${text}`)
    if (room === undefined || this.#room !== undefined) return
    this.#room = room.finally(() => {
      this.#room = undefined
    })
  }

  /** Shows that a line is waited for. */
  #mark(): void {
    if (!this.#chat.isIn('busy')) this.#isInterrupted = false
    if (!this.#isAttended || this.#isMarked || !this.#chat.isWaiting) return
    void this.#output.write(MARK)
    this.#isMarked = true
  }

  #complain(text: string): void {
    this.#write('')
    this.#output.push()
    this.#shell.stderr.write(`parley: ${sanitizeForDisplay(text)}\n`)
  }

  /** The terminal is another program's until that one ends. */
  async #lend(lending: Lending): Promise<number> {
    this.#output.push()
    this.#reader.pause()
    try {
      return await this.#lender.lend(lending)
    } finally {
      this.#reader.resume()
    }
  }
}
