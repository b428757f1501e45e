/** The person at the terminal: is shown a question on stderr and answers by a key. Enter answers nothing. */

import { createInterface, emitKeypressEvents } from 'node:readline'
import { setImmediate } from 'node:timers/promises'
import type { PermissionChange, PermissionChoice, PermissionRequest } from '@parley/acp/client'
import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'
import { READING_MILLISECONDS } from '../reading-time.js'
import { type Palette, palette, wantsColour } from '../render/palette.js'
import type { Shell } from '../shell.js'
import type { Clerk, Field } from './inquiry.js'
import { toQuestion } from './question-lines.js'
import type { Person } from './referee.js'

interface Key {
  readonly name?: string | undefined
  readonly sequence?: string | undefined
  readonly ctrl?: boolean | undefined
}

const LETTERS: Readonly<Record<string, string>> = {
  a: 'allow_once',
  A: 'allow_always',
  r: 'reject_once',
  R: 'reject_always',
}

export interface KeyboardMeans {
  readonly shell: Shell
  /** Whatever else is shown waits while a question stands there. */
  readonly screen: { pause(): void; resume(): void }
  /** Called before a question is shown, with the changes that it shows. */
  readonly announce: (changes: readonly PermissionChange[]) => void
  readonly interrupt: () => void
}

export class Keyboard implements Person, Clerk {
  readonly #means: KeyboardMeans
  readonly #shell: Shell
  readonly #paint: Palette
  #turn: Promise<unknown> = Promise.resolve()

  constructor(means: KeyboardMeans) {
    this.#means = means
    this.#shell = means.shell
    this.#paint = palette(wantsColour(means.shell.stderr, means.shell.env))
  }

  choose(request: PermissionRequest, signal: AbortSignal): Promise<PermissionChoice | undefined> {
    const { description, options, changes = [] } = request
    const { title, lines } = toQuestion(request)
    const keyed = options
      .slice(0, 9)
      .map((option, index) => ({ option, keys: keysOf(option, index, options) }))
    const question = [
      '',
      this.#paint('warning', `? ${title}`),
      ...lines.map(line => `  ${this.#tint(line)}`),
      ...(description === undefined ? [] : [this.#paint('muted', `  ${boundedLine(description, 500)}`)]),
      ...keyed.map(
        ({ option, keys }) =>
          `  ${this.#paint('strong', keys.join(' or '))}  ${boundedLine(option.name, 200)}`,
      ),
      '  Esc  dismiss the question',
      '',
    ]
    return this.#next(async () => {
      this.#shell.stderr.write(question.join('\n'))
      const pressed = await this.#press(
        keyed.flatMap(({ keys }) => keys),
        signal,
      )
      return keyed.find(({ keys }) => keys.includes(pressed ?? ''))?.option
    }, changes)
  }

  fill(
    fields: readonly Field[],
    message: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, string>> | undefined> {
    return this.#next(async () => {
      const head = this.#paint('warning', `? ${sanitizeForDisplay(message)}`)
      this.#shell.stderr.write(`\n${head}\n  Esc  dismiss the question\n`)
      const filled: Record<string, string> = {}
      for (const field of fields) {
        const answer = await this.#ask(toLabel(field), signal)
        if (answer === undefined) return undefined
        if (answer !== '') filled[field.name] = answer
      }
      return filled
    })
  }

  visit({ message, url, host }: Parameters<Clerk['visit']>[0], signal: AbortSignal): Promise<boolean> {
    return this.#next(async () => {
      const text = `${message}\n  ${url}\n  (it leads to ${host})`
      this.#shell.stderr.write(
        `\n${this.#paint('warning', `? ${sanitizeForDisplay(text)}`)}\n  y  I have visited it   n  no\n`,
      )
      return (await this.#press(['y', 'n'], signal)) === 'y'
    })
  }

  /** One question at a time: there is one keyboard. */
  #next<T>(ask: () => Promise<T>, changes: readonly PermissionChange[] = []): Promise<T> {
    const { screen, announce } = this.#means
    const next = this.#turn.then(async () => {
      // What was said before the question is shown before it.
      await setImmediate()
      announce(changes)
      screen.pause()
      try {
        return await ask()
      } finally {
        screen.resume()
      }
    })
    this.#turn = next.catch(() => {})
    return next
  }

  #tint(line: string): string {
    if (/^\s*\+(?!\d)/.test(line)) return this.#paint('good', line)
    return /^\s*-/.test(line) ? this.#paint('bad', line) : line
  }

  /** The key that was pressed, of those that mean something; nothing for Esc, and when nobody waits any longer. */
  #press(meant: readonly string[], signal: AbortSignal): Promise<string | undefined> {
    const { stdin, stderr } = this.#shell
    let isHelped = false
    return new Promise(resolve => {
      const deafUntil = performance.now() + READING_MILLISECONDS
      const end = (key: string | undefined): void => {
        stdin.off('keypress', hear)
        signal.removeEventListener('abort', dismiss)
        stdin.setRawMode(false)
        stdin.pause()
        resolve(key)
      }
      const dismiss = (): void => end(undefined)
      const hear = (text: string | undefined, { name, ctrl }: Key): void => {
        // In this state the terminal sends no signal of its own.
        if (ctrl === true && name === 'c') {
          this.#means.interrupt()
          return end(undefined)
        }
        if (performance.now() < deafUntil) return
        if (name === 'escape') return end(undefined)
        if (text !== undefined && meant.includes(text)) return end(text)
        if (!isHelped) stderr.write(`  That key answers nothing: press ${meant.join(', ')} or Esc.\n`)
        isHelped = true
      }
      if (signal.aborted) return resolve(undefined)
      emitKeypressEvents(stdin)
      stdin.setRawMode(true)
      stdin.on('keypress', hear)
      signal.addEventListener('abort', dismiss)
      stdin.resume()
    })
  }

  #ask(label: string, signal: AbortSignal): Promise<string | undefined> {
    const { stdin, stderr } = this.#shell
    return new Promise(resolve => {
      const reader = createInterface({ input: stdin, output: stderr })
      const end = (answer: string | undefined): void => {
        // First: to close the reader is to dismiss what was not answered.
        resolve(answer)
        signal.removeEventListener('abort', dismiss)
        stdin.off('keypress', hear)
        reader.close()
      }
      const dismiss = (): void => end(undefined)
      const hear = (_text: string | undefined, { name }: Key): void => {
        if (name === 'escape') dismiss()
      }
      stdin.on('keypress', hear)
      reader.once('SIGINT', () => {
        this.#means.interrupt()
        end(undefined)
      })
      reader.once('close', dismiss)
      signal.addEventListener('abort', dismiss)
      if (signal.aborted) return dismiss()
      reader.question(`  ${label}: `, end)
    })
  }
}

/** A number for each, and a letter for the first of its kind. */
function keysOf(
  option: PermissionChoice,
  index: number,
  options: readonly PermissionChoice[],
): readonly string[] {
  const isFirst = options.find(({ kind }) => kind === option.kind) === option
  const letter = Object.entries(LETTERS).find(([, kind]) => kind === option.kind)?.[0]
  return [...(isFirst && letter !== undefined ? [letter] : []), String(index + 1)]
}

function toLabel({ title, type, isRequired, choices, description }: Field): string {
  const named = choices.map(({ value, title: name }) => (name === value ? value : `${value}: ${name}`))
  const kind = choices.length > 0 ? named.join(' | ') : type
  const about = description === undefined ? '' : ` — ${description}`
  return boundedLine(`${title}${about} (${kind}${isRequired ? '' : ', may be left empty'})`, 300)
}
