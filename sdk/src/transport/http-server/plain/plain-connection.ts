/**
 * The connection of a client that knows POST and no more: each request waits for its answer, which leaves as the body of
 * that very POST. Ids are told apart here, because such clients like to call everything 1.
 */

import { wireError } from '../../../jsonrpc/error.js'
import { CANCEL_METHOD } from '../../../jsonrpc/index.js'
import type { Outlet } from '../../remote/port.js'
import type { Caller } from '../../remote/serving.js'
import { HttpConnection } from '../connection.js'
import type { EventOutlet } from '../event-outlet.js'
import type { UnheardTally } from './unheard.js'

/** A request that was posted. */
export interface PostedRequest {
  readonly id: string | number | null
  readonly method: string
  readonly params?: unknown
}

/** Its answer as text, or nothing when the connection ended before. */
export type PostedAnswer = { readonly text: string; readonly isError: boolean } | undefined

interface Waiting {
  readonly id: PostedRequest['id']
  readonly settle: (answer: PostedAnswer) => void
}

/** What an agent says: a notification, a request, or an answer. */
interface Said {
  readonly id?: unknown
  readonly method?: string
}

const REFUSAL_BYTES = 256

export class PlainConnection extends HttpConnection {
  readonly isResumable = false
  readonly #tally: UnheardTally
  readonly #waiting = new Map<number, Waiting>()
  /** What the agent has asked on the stream and was not answered yet. */
  readonly #asked = new Map<unknown, string>()
  #stream: EventOutlet | undefined
  #lastId = 0

  constructor(caller: Caller, tally: UnheardTally) {
    super(caller)
    this.#tally = tally
    void this.closed.then(() => {
      for (const { settle } of this.#waiting.values()) settle(undefined)
      this.#waiting.clear()
    })
  }

  /** How many requests wait for their answers. */
  get waiting(): number {
    return this.#waiting.size
  }

  override get idleSince(): number | undefined {
    return this.#waiting.size > 0 ? undefined : super.idleSince
  }

  /** Hears everything from now on; whoever serves it is there. */
  begin(): void {
    this.announce(undefined)
  }

  announce(session: string | undefined): void {
    void this.onListen({ session, after: undefined, outlet: this.#outlet() })
  }

  /** Passes a request on; `settle` is called with its answer, once. The function returned gives it up. */
  ask(request: PostedRequest, size: number, settle: (answer: PostedAnswer) => void): () => void {
    const id = ++this.#lastId
    this.#waiting.set(id, { id: request.id, settle })
    this.incoming.add({ ...request, id }, size)
    return () => {
      if (this.#waiting.has(id)) this.#cancel(id)
    }
  }

  /** Takes a notification of the client, or its answer to what the agent has asked on the stream. */
  take(message: object, size: number): void {
    if ('method' in message && message.method === CANCEL_METHOD) return this.#cancelNamed(message)
    if ('id' in message && !('method' in message)) this.#asked.delete(message.id)
    this.incoming.add(message, size)
  }

  /** From now on what the agent says of itself goes here; somebody who listened before does so no longer. */
  listenWith(stream: EventOutlet): void {
    const before = this.#stream
    this.#stream = stream
    this.hold(undefined, stream)
    before?.drop()
    void stream.closed.then(() => {
      if (this.#stream !== stream) return
      this.#stream = undefined
      for (const [id, method] of this.#asked) this.#refuse(id, method)
    })
  }

  #outlet(): Outlet {
    return { write: text => this.#tell(text), close: () => {}, closed: this.closed }
  }

  #tell(text: string): Promise<void> | undefined {
    const said = JSON.parse(text) as Said
    if (said.method === undefined) return this.#answer(said)
    const isRequest = said.id !== undefined
    if (this.#stream !== undefined && !this.#stream.isClosed) {
      if (isRequest) this.#asked.set(said.id, said.method)
      return this.#stream.write(text)
    }
    if (isRequest) this.#refuse(said.id, said.method)
    else this.#tally.add('update', said.method, this.principal)
    return undefined
  }

  #answer(said: Said): undefined {
    const waiting = this.#waiting.get(said.id as number)
    // An answer to nobody: its client has left, or what it sent had no name.
    if (waiting === undefined) return
    this.#waiting.delete(said.id as number)
    this.use()
    waiting.settle({ text: JSON.stringify({ ...said, id: waiting.id }), isError: 'error' in said })
  }

  /** The agent is told at once: it would wait for ever for somebody who cannot hear it. */
  #refuse(id: unknown, method: string): void {
    this.#asked.delete(id)
    this.#tally.add('request', method, this.principal)
    const message = `Nobody to ask: the client posts its messages and listens to no stream, so it cannot answer ${method}`
    this.incoming.add(
      { jsonrpc: '2.0', id, error: wireError('internal_error', message, { reason: 'no_listener' }) },
      REFUSAL_BYTES,
    )
  }

  #cancelNamed(message: object): void {
    const { params } = message as { readonly params?: { readonly requestId?: unknown } | null }
    for (const [id, waiting] of this.#waiting)
      if (waiting.id !== null && waiting.id === params?.requestId) this.#cancel(id)
  }

  #cancel(id: number): void {
    this.incoming.add({ jsonrpc: '2.0', method: CANCEL_METHOD, params: { requestId: id } }, REFUSAL_BYTES)
  }
}
