/** Puts what a host is asked to the person, and the answer back: promises on one side, questions and answers on the other. */

import type { Host } from '@parley/acp/client'
import type { Answer, Question } from '../model/question.js'

export interface AskingMeans {
  readonly ask: (question: Question) => void
  readonly withdraw: (questionId: string) => void
}

/** The questions of one agent. */
export class Asking {
  readonly permission: NonNullable<Host['permission']>
  readonly elicit: NonNullable<Host['elicit']>

  constructor(_means: AskingMeans) {
    this.permission = () => undefined
    this.elicit = {}
  }

  /** False where nobody waits for it any longer. */
  answer(_questionId: string, _answer: Answer): boolean {
    return false
  }
}
