/** JSON-RPC with nothing spare: parse, one lookup, call. No validation and no limits, so it is the floor and no model. */
import { Outbox, type RawOutput } from './outbox.js'
import { createSplitter } from './split.js'

/** Typed per handler by whoever registers it: raw trusts its peer. */
export type RawHandler = (params: never) => unknown

export type RawHandlers = Readonly<Record<string, RawHandler>>

interface RawMessage {
  readonly id?: number
  readonly method?: string
  readonly params?: never
  readonly result?: never
  readonly error?: { readonly message: string }
}

interface Waiting {
  resolve(result: never): void
  reject(reason: Error): void
}

/** Where messages leave. A promise asks to wait. */
export interface RawSender {
  send(message: object): Promise<void>
}

export class RawPeer {
  readonly #outbox: RawSender
  readonly #handlers: ReadonlyMap<string, RawHandler>
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(outbox: RawSender, handlers: RawHandlers) {
    this.#outbox = outbox
    this.#handlers = new Map(Object.entries(handlers))
  }

  hear(text: string): void {
    this.#dispatch(JSON.parse(text))
  }

  notify(method: string, params: object): Promise<void> {
    return this.#outbox.send({ jsonrpc: '2.0', method, params })
  }

  request<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId
    void this.#outbox.send({ jsonrpc: '2.0', id, method, params })
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
    })
  }

  #dispatch(message: RawMessage): void {
    const { id, method } = message
    if (method === undefined) {
      if (id !== undefined) this.#settle(id, message)
      return
    }
    const result = this.#handlers.get(method)?.(message.params as never)
    if (id === undefined) return
    if (result instanceof Promise) result.then(value => this.#answer(id, value))
    else this.#answer(id, result)
  }

  #answer(id: number, result: unknown): void {
    void this.#outbox.send({ jsonrpc: '2.0', id, result })
  }

  #settle(id: number, message: RawMessage): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (message.error === undefined) waiting?.resolve(message.result as never)
    else waiting?.reject(new Error(message.error.message))
  }
}

/** One whose messages are lines. */
export class LinePeer extends RawPeer {
  readonly receive = createSplitter(line => this.hear(line))

  constructor(output: RawOutput, handlers: RawHandlers) {
    super(new Outbox(output), handlers)
  }
}
