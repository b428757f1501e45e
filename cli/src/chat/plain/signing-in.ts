/** The ways to sign in, read out, and the line that chooses one of them by its number. */

import { boundedLine } from '@parley/acp/guard'
import { READING_MILLISECONDS } from '../../reading-time.js'
import type { SignInMethod } from '../model/talk.js'

export interface SigningInMeans {
  readonly tell: (line: string) => void
  readonly now: () => number
}

const LONGEST_RUNS = 2_000

export class SigningIn {
  readonly #means: SigningInMeans
  #lines: readonly string[] = []
  #methods: readonly SignInMethod[] = []
  #shownAt = 0

  constructor(means: SigningInMeans) {
    this.#means = means
  }

  demand(message: string, methods: readonly SignInMethod[]): void {
    this.#methods = methods
    this.#lines = [`sign-in: ${boundedLine(message, 500)}`, ...methods.flatMap(methodLines)]
    this.#show()
  }

  /** The way that was chosen; where none was, it is told why. */
  hear(line: string): SignInMethod | undefined {
    if (this.#means.now() - this.#shownAt < READING_MILLISECONDS) {
      this.#means.tell('note: that line came before the ways could be read. Type the number once more.')
      this.#show()
      return undefined
    }
    const number = line.trim()
    const method = /^[1-9]\d*$/.test(number) ? this.#methods[Number(number) - 1] : undefined
    if (method !== undefined && method.isElsewhere !== true) return method
    const why = method === undefined ? 'type the number of a way to sign in, or /quit.' : method.description
    this.#means.tell(`note: ${boundedLine(why ?? 'it cannot be gone from here.', 500)}`)
    return undefined
  }

  #show(): void {
    for (const line of this.#lines) this.#means.tell(line)
    this.#shownAt = this.#means.now()
  }
}

/** Who chooses a program chooses all that it is given. */
function methodLines({ name, description, isTerminal, isElsewhere, runs }: SignInMethod, index: number) {
  const about = description === undefined ? '' : `, ${boundedLine(description, 300)}`
  const how = isTerminal && isElsewhere !== true ? ' (a program in this terminal)' : ''
  const where = isElsewhere === true ? ' (not from here)' : ''
  const line = `  ${index + 1}  ${boundedLine(name, 200)}${about}${how}${where}`
  return runs === undefined ? [line] : [line, `     runs ${boundedLine(runs, LONGEST_RUNS)}`]
}
