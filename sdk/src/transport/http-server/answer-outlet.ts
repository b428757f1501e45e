/** The one message that answers an opening: it leaves as the body of the POST, and what follows waits for the first GET. */

import { openable } from '../../jsonrpc/waiting.js'
import type { Outlet } from '../remote/port.js'

/** What came instead of an answer. */
export type NoAnswer = 'timeout' | 'closed'

/** A message and the id it is told under. */
interface Told {
  readonly text: string
  readonly id: string | undefined
}

export class AnswerOutlet implements Outlet {
  readonly closed: Promise<void>
  /** The answer's text; never rejects. */
  readonly answer: Promise<{ readonly text: string; readonly isError: boolean } | NoAnswer>
  /** What was told here and is no answer: an agent that could not wait. */
  readonly others: Told[] = []
  readonly #close: () => void
  readonly #id: unknown
  #settle: (answer: { readonly text: string; readonly isError: boolean } | NoAnswer) => void = () => {}

  constructor(id: unknown) {
    const { promise, open } = openable()
    this.closed = promise
    this.#close = open
    this.#id = id
    this.answer = new Promise(resolve => {
      this.#settle = resolve
    })
  }

  write(text: string, id?: string): Promise<void> | undefined {
    const message: unknown = JSON.parse(text)
    if (!isAnswer(message, this.#id)) {
      this.others.push({ text, id })
      return undefined
    }
    this.#settle({ text, isError: 'error' in message })
    this.#close()
    // There is no room for another one, ever.
    return new Promise(() => {})
  }

  close(): void {
    this.giveUp('closed')
  }

  drop(): void {
    this.giveUp('closed')
  }

  /** Nothing follows a request that is answered whole. */
  keepAlive(): void {}

  giveUp(reason: NoAnswer): void {
    this.#settle(reason)
    this.#close()
  }
}

function isAnswer(message: unknown, id: unknown): message is object {
  return (
    typeof message === 'object' &&
    message !== null &&
    !('method' in message) &&
    'id' in message &&
    message.id === id
  )
}
