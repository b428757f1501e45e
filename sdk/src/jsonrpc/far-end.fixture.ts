/** The far end of a wire, worked by hand: says anything, hears everything, answers nothing by itself. */
import { memoryPair } from '../transport/index.js'
import type { Channel } from './channel.js'
import { Connection } from './connection.js'
import type { ConnectionOptions } from './connection-options.js'
import type { Message } from './message.js'
import type { Report } from './report.js'
import type { Handler } from './router.js'

export interface Heard {
  readonly jsonrpc?: string
  readonly id?: unknown
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Record<string, unknown>
  }
}

export class FarEnd {
  readonly heard: Heard[] = []
  readonly ended: Promise<void>
  readonly #channel: Channel
  readonly #waiting = new Set<() => void>()
  #isOver = false
  #read = 0

  constructor(channel: Channel) {
    this.#channel = channel
    this.ended = this.#listen()
  }

  /** Sends values exactly as they are, valid or not. */
  say(...values: unknown[]): void {
    for (const value of values) this.sayText(JSON.stringify(value))
  }

  sayText(text: string): void {
    void this.#channel.send({} as Message, text)
  }

  request(id: unknown, method: string, params?: unknown): void {
    this.say({ jsonrpc: '2.0', id, method, params })
  }

  notify(method: string, params?: unknown): void {
    this.say({ jsonrpc: '2.0', method, params })
  }

  answer(id: unknown, result: unknown): void {
    this.say({ jsonrpc: '2.0', id, result })
  }

  /** The next thing heard that was not yet asked for. */
  async next(): Promise<Heard> {
    while (this.heard.length <= this.#read) await this.more()
    return this.heard[this.#read++] as Heard
  }

  /** Resolves when something more was heard; rejects when nothing more will be. */
  async more(): Promise<void> {
    if (this.#isOver) throw new Error('the wire ended before anything more was heard')
    await new Promise<void>(resolve => {
      this.#waiting.add(resolve)
    })
  }

  close(): Promise<void> {
    return this.#channel.close()
  }

  async #listen(): Promise<void> {
    for await (const { messages } of this.#channel.incoming) {
      this.heard.push(...(messages as Heard[]))
      this.#wake()
    }
    this.#isOver = true
    this.#wake()
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

export type Handlers = Partial<Handler>

export interface Wired {
  readonly connection: Connection
  readonly far: FarEnd
  readonly reports: Report[]
}

/** A connection on a memory pair whose other end is worked by hand. */
export function wired(handlers: Handlers = {}, options: Omit<ConnectionOptions, 'handler'> = {}): Wired {
  const [near, farChannel] = memoryPair(options.limits)
  const reports: Report[] = []
  const connection = new Connection(near, {
    report: report => reports.push(report),
    ...options,
    handler: handler(handlers),
  })
  return { connection, far: new FarEnd(farChannel), reports }
}

export interface Joined {
  readonly here: Connection
  readonly there: Connection
  readonly reports: { readonly here: Report[]; readonly there: Report[] }
}

/** Two connections on one memory pair. */
export function joined(
  here: Handlers = {},
  there: Handlers = {},
  options: Omit<ConnectionOptions, 'handler'> = {},
): Joined {
  const [one, other] = memoryPair(options.limits)
  const reports = { here: [] as Report[], there: [] as Report[] }
  return {
    here: new Connection(one, { report: it => reports.here.push(it), ...options, handler: handler(here) }),
    there: new Connection(other, {
      report: it => reports.there.push(it),
      ...options,
      handler: handler(there),
    }),
    reports,
  }
}

export function handler(handlers: Handlers): Handler {
  return { request: () => null, notification: () => undefined, ...handlers }
}

/** Long enough for everything that is ready to have happened. */
export function calm(milliseconds = 15): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })
}

export interface Gate {
  readonly opened: Promise<void>
  open(): void
}

/** A promise that a test opens when it likes. */
export function gate(): Gate {
  let open = (): void => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}
