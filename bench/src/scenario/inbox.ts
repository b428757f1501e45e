/** Where a bench client's updates arrive: counted, read, and waited for. One inbox per connection. */
import type { ClientHandlers, SessionLink, Update } from '../contestants/contestant.js'
import type { Command } from './command.js'
import { readContent } from './messages.js'

interface TextContent {
  readonly type: 'text'
  readonly text: string
}

export class Inbox {
  readonly handlers: ClientHandlers
  /** Replaced by a scenario whose reader is slow or stuck. */
  onUpdate: (update: Update) => void | Promise<void> = () => {}
  handled = 0
  /** Read from every update: a reader that looks at nothing would be cheaper than any real one. */
  characters = 0
  #lastText = ''
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined

  constructor() {
    this.handlers = {
      update: update => {
        const busy = this.onUpdate(update)
        if (busy === undefined) this.#finish(update)
        else return busy.then(() => this.#finish(update))
      },
      read: () => readContent,
    }
  }

  /** Settles when this many updates have been handled since the inbox was made. */
  async reached(count: number): Promise<void> {
    if (this.handled >= count) return
    await new Promise<void>(resolve => {
      this.#waiting = { count, resolve }
    })
  }

  /** Gives the agent an order whose answer is one chunk of JSON. */
  async ask<Result>(session: SessionLink, command: Command): Promise<Result> {
    const before = this.handled
    await session.prompt(JSON.stringify(command))
    await this.reached(before + 1)
    const result: Result = JSON.parse(this.#lastText)
    return result
  }

  #finish(update: Update): void {
    this.handled++
    if (isText(update.content)) {
      this.#lastText = update.content.text
      this.characters += this.#lastText.length
    }
    if (this.#waiting !== undefined && this.handled >= this.#waiting.count) {
      this.#waiting.resolve()
      this.#waiting = undefined
    }
  }
}

function isText(content: unknown): content is TextContent {
  return typeof content === 'object' && content !== null && 'type' in content && content.type === 'text'
}
