/** What has come from the peer, and those who wait for something of it. */

export type Json = Readonly<Record<string, unknown>>

/** A message, and when it came. */
export interface Received {
  readonly message: Json
  readonly at: number
}

type Wanted = (received: Received) => boolean

interface Waiting {
  readonly wanted: Wanted
  settle(received: Received | string): void
}

export class Arrivals {
  readonly all: Received[] = []
  readonly #waiting = new Set<Waiting>()
  #end: string | undefined

  /** `ended` says how the peer ended. */
  constructor(ended: Promise<string>) {
    void ended.then(how => {
      this.#end ??= how
      // Its last words may still be in the pipe.
      setTimeout(() => this.close(), LAST_WORDS_MILLISECONDS).unref()
    })
  }

  add(received: Received): void {
    this.all.push(received)
    for (const waiting of [...this.#waiting])
      if (waiting.wanted(received)) {
        this.#waiting.delete(waiting)
        waiting.settle(received)
      }
  }

  /** Nothing more will come. */
  close(): void {
    this.#end ??= 'the peer closed its output'
    for (const waiting of this.#waiting) waiting.settle(this.#end)
    this.#waiting.clear()
  }

  /** The next that fits, or in words why there is none. */
  until(wanted: Wanted, milliseconds: number): Promise<Received | string> {
    if (this.#end !== undefined) return Promise.resolve(this.#end)
    return new Promise(resolve => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        resolve(`nothing within ${milliseconds} ms`)
      }, milliseconds)
      const waiting: Waiting = {
        wanted,
        settle: received => {
          clearTimeout(timer)
          resolve(received)
        },
      }
      this.#waiting.add(waiting)
    })
  }

  /** One that has come already, else the next. */
  async find(wanted: Wanted, milliseconds: number): Promise<Received | string> {
    return this.all.find(wanted) ?? (await this.until(wanted, milliseconds))
  }

  /** Resolves when nothing has come for so long, or the peer is gone. */
  async quiet(milliseconds: number): Promise<void> {
    let next: Received | string = ''
    do next = await this.until(() => true, milliseconds)
    while (typeof next !== 'string')
  }
}

const LAST_WORDS_MILLISECONDS = 200
