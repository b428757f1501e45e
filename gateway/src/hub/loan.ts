/** A session as the one sees it who lends for it: what is asked and told there goes the way of all else. */

import { Cancellation } from '@parley/acp/jsonrpc'
import type { HubEvent } from './event.js'
import { type Inquiry, PERMISSION_METHOD } from './inquiry.js'
import type { Borrower, PeopleQuestion, TurnSign } from './lender.js'
import type { SessionFacts } from './session-facts.js'
import { NEWS_METHOD } from './words.js'

/** What a loan needs of its session. */
export interface Lent {
  readonly facts: SessionFacts
  readonly isGone: boolean
  readonly past: { readonly isWorking: boolean }
  readonly work: { readonly turns: { readonly signs: readonly TurnSign[] } }
  note(event: HubEvent): void
}

export class Loan implements Borrower {
  readonly #session: Lent
  readonly #inquiry: Inquiry
  readonly #working: TurnSign

  constructor(session: Lent, inquiry: Inquiry) {
    this.#session = session
    this.#inquiry = inquiry
    this.#working = {
      get isOver() {
        return !session.past.isWorking
      },
    }
  }

  get facts(): SessionFacts {
    return this.#session.facts
  }

  get isGone(): boolean {
    return this.#session.isGone
  }

  get turns(): readonly TurnSign[] {
    const { signs } = this.#session.work.turns
    // In version 2 a prompt is answered at once, and the agent says for how long it works.
    return signs.length === 0 && !this.#working.isOver ? [this.#working] : signs
  }

  async askPeople({ params, kept, signal }: PeopleQuestion): Promise<unknown> {
    const call = new Cancellation()
    const withdraw = (): void => call.cancel()
    signal.throwIfAborted()
    signal.addEventListener('abort', withdraw, { once: true })
    try {
      return await this.#inquiry.ask({ method: PERMISSION_METHOD, params, kept, call })
    } finally {
      signal.removeEventListener('abort', withdraw)
    }
  }

  tell(update: object): void {
    const { sessionId } = this.facts
    this.#session.note({ type: 'told', method: NEWS_METHOD, params: { sessionId, update } })
  }
}
