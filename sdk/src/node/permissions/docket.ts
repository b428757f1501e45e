/** What is known of one session while it lasts: which changes were approved, and what it has to ask. */

import type { Session } from '../../client/index.js'
import { addPass, type EditPass, type FileWrite, findPass, usePass } from '../../guard/index.js'
import type { Version } from '../../protocol/index.js'
import type { QuestionLine } from './question-line.js'

export class Docket {
  readonly session: Session<Version>
  readonly line: QuestionLine
  #passes: readonly EditPass[] = []

  constructor(session: Session<Version>, line: QuestionLine) {
    this.session = session
    this.line = line
  }

  get passes(): readonly EditPass[] {
    return this.#passes
  }

  addPass(change: Pick<EditPass, 'path' | 'sha256' | 'before'>, now: number): void {
    this.#passes = addPass(this.#passes, { sessionId: this.session.id, ...change }, now)
  }

  /** Whether there was a pass for this write; there is none any more. */
  takePass(write: FileWrite, now: number): boolean {
    const at = { sessionId: this.session.id, now }
    const isCovered = findPass(this.#passes, write, at) !== undefined
    this.#passes = usePass(this.#passes, write, at)
    return isCovered
  }

  /** What was approved is not made any more, and nobody waits for an answer. */
  cancel(): void {
    this.#passes = []
    this.line.dismissAll()
  }
}
