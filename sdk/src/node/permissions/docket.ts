/** What is known of one session while it lasts: which changes and commands were approved, and what it has to ask. */

import type { HostedSession } from '../../client/index.js'
import {
  type Action,
  addCommandPass,
  addPass,
  type CommandPass,
  type EditPass,
  findCommandPass,
  findPass,
  type ShownCommand,
  useCommandPass,
  usePass,
} from '../../guard/index.js'
import type { Matter, QuestionLine } from './question-line.js'
import type { Ruling } from './ruling.js'

export class Docket {
  readonly session: HostedSession
  readonly line: QuestionLine
  #passes: readonly EditPass[] = []
  #commandPasses: readonly CommandPass[] = []
  /** The turns that ran when something was approved last. */
  #approvedIn: HostedSession['turns'] = []
  /** The turns in which something was asked. */
  readonly #askedIn = new WeakSet<HostedSession['turns'][number]>()

  constructor(session: HostedSession, line: QuestionLine) {
    this.session = session
    this.line = line
  }

  get passes(): readonly EditPass[] {
    this.#dropOver()
    return this.#passes
  }

  get commandPasses(): readonly CommandPass[] {
    this.#dropOver()
    return this.#commandPasses
  }

  addPass(change: Pick<EditPass, 'path' | 'sha256' | 'before'>, now: number): void {
    this.#note()
    this.#passes = addPass(this.#passes, { sessionId: this.session.id, ...change }, now)
  }

  addCommandPass(shown: ShownCommand, now: number): void {
    this.#note()
    this.#commandPasses = addCommandPass(this.#commandPasses, { sessionId: this.session.id, ...shown }, now)
  }

  /** Whether there was a pass for this; there is none any more. */
  takePass(action: Action, now: number): boolean {
    this.#dropOver()
    const at = { sessionId: this.session.id, now }
    if (action.action === 'fs.write') {
      const isCovered = findPass(this.#passes, action, at) !== undefined
      this.#passes = usePass(this.#passes, action, at)
      return isCovered
    }
    if (action.action !== 'terminal.exec') return false
    const isCovered = findCommandPass(this.#commandPasses, action, at) !== undefined
    this.#commandPasses = useCommandPass(this.#commandPasses, action, at)
    return isCovered
  }

  /** Who has just written a prompt has the time to read what it leads to: questions are counted from each prompt on. */
  ask(matter: Matter): Promise<Ruling> {
    const { turns } = this.session
    if (turns.some(turn => !this.#askedIn.has(turn))) this.line.countAnew()
    for (const turn of turns) this.#askedIn.add(turn)
    return this.line.ask(matter)
  }

  #note(): void {
    this.#dropOver()
    this.#approvedIn = [...this.session.turns]
  }

  /** A yes is for the turn in which it was asked for. */
  #dropOver(): void {
    if (!this.#approvedIn.some(turn => !turn.isOver)) this.#dropAll()
  }

  #dropAll(): void {
    this.#passes = []
    this.#commandPasses = []
  }

  /** What was approved is not made any more, and nobody waits for an answer. */
  cancel(): void {
    this.#dropAll()
    this.line.dismissAll()
  }
}
