/** What is known of one session while it lasts: which changes and commands were approved, and what it has to ask. */

import type { Session } from '../../client/index.js'
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
import type { Version } from '../../protocol/index.js'
import type { QuestionLine } from './question-line.js'

export class Docket {
  readonly session: Session<Version>
  readonly line: QuestionLine
  #passes: readonly EditPass[] = []
  #commandPasses: readonly CommandPass[] = []
  /** The turns that ran when something was approved last. */
  #approvedIn: Session<Version>['turns'] = []

  constructor(session: Session<Version>, line: QuestionLine) {
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
