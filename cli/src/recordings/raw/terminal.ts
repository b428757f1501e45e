/** The terminal that a person sits at, whatever stdin and stdout are: they may be the wire. Asks for lines, shown or not. */

import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { EXIT } from '../../exit-code.js'
import { Failure } from '../../failure.js'

const PLACE = '/dev/tty'
const MOST_CHARACTERS = 1_024
/** What arrows and the like send behind an escape. */
const SEQUENCE = /^(?:\[[0-?]*[ -/]*[@-~]|O.)/
const CONTROL = { cancel: '\x03', end: '\x04', back: '\b', delete: '\x7f', clear: '\x15' } as const

/** Nothing where there is none, or where another program has it. */
export function openTerminal(): Terminal | undefined {
  if (isBehind()) return undefined
  try {
    return new Terminal(openSync(PLACE, constants.O_RDWR | constants.O_NOCTTY))
  } catch {
    return undefined
  }
}

/** Who reads from a terminal that another program has is stopped, for ever where nobody knows of it. */
function isBehind(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // Behind the name, which may hold anything: state, parent, group, session, terminal, the group that has it.
    const [, , group, , , foremost] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group !== foremost
  } catch {
    return false
  }
}

export class Terminal {
  readonly #descriptor: number
  readonly #input: ReadStream
  #typed = ''
  #isOver = false
  #wake: () => void = () => {}

  constructor(descriptor: number) {
    this.#descriptor = openSync(PLACE, constants.O_WRONLY | constants.O_NOCTTY)
    this.#input = new ReadStream(descriptor)
    this.#input.setRawMode(true)
    this.#input.setEncoding('utf8')
    this.#input.on('data', (text: string | Buffer) => {
      this.#typed += String(text)
      this.#wake()
    })
    const end = (): void => {
      this.#isOver = true
      this.#wake()
    }
    this.#input.on('end', end).on('error', end)
  }

  say(text: string): void {
    try {
      writeSync(this.#descriptor, text)
    } catch {
      // It was closed: then nothing is read from it either.
      this.#isOver = true
    }
  }

  /** A line; fails where somebody leaves instead. */
  async ask(question: string, { isHidden = false } = {}): Promise<string> {
    this.say(question)
    let line = ''
    for (;;) {
      const key = await this.#next()
      if (key === '\r' || key === '\n') break
      const longer = edited(line, key)
      if (!isHidden) this.#echo(line, longer)
      line = longer
    }
    this.say('\n')
    return line
  }

  close(): void {
    this.#input.setRawMode(false)
    this.#input.destroy()
    closeSync(this.#descriptor)
  }

  #echo(line: string, longer: string): void {
    if (longer.startsWith(line)) this.say(longer.slice(line.length))
    else this.say('\b \b'.repeat([...line].length - [...longer].length))
  }

  async #next(): Promise<string> {
    while (this.#typed === '' && !this.#isOver)
      await new Promise<void>(resolve => {
        this.#wake = resolve
      })
    const [key = CONTROL.end] = this.#typed
    this.#typed = this.#typed.slice(key.length)
    if (key === '\x1b') this.#typed = this.#typed.replace(SEQUENCE, '')
    if (key !== CONTROL.cancel && key !== CONTROL.end) return key
    this.say('\n')
    throw new Failure('There was no answer, and nothing was done.', {
      exitCode: EXIT.cancelled,
      reason: 'cancelled',
    })
  }
}

/** The line with one more key in it. */
function edited(line: string, key: string): string {
  if (key === CONTROL.back || key === CONTROL.delete) return [...line].slice(0, -1).join('')
  if (key === CONTROL.clear) return ''
  const isText = key >= ' ' && line.length < MOST_CHARACTERS
  return isText ? line + key : line
}
