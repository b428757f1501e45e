/** The face of an endpoint for runtimes whose servers take a `Request` and give a `Response`. */

import { openable } from '../../jsonrpc/waiting.js'
import type { Freight } from '../remote/serving.js'
import type { BodyLoss, Exchange, HeaderFields, Spout } from './exchange.js'

/** What a `Request` does not tell. */
export interface FetchFacts {
  /** The address at the other end of the connection. */
  readonly address?: string | undefined
  /** Whether the connection is encrypted; without it what the address of the request says. */
  readonly isEncrypted?: boolean | undefined
}

const ROOM_BYTES = 64 * 1024
const encoder = new TextEncoder()

export function fetchExchange(
  request: Request,
  facts: FetchFacts = {},
): { readonly exchange: Exchange; readonly response: Promise<Response> } {
  const { pathname, search, protocol } = new URL(request.url)
  let isAnswered = false
  let respond: (response: Response) => void = () => {}
  const response = new Promise<Response>(resolve => {
    respond = resolve
  })
  const exchange: Exchange = {
    method: request.method,
    target: pathname + search,
    header: name => request.headers.get(name) ?? undefined,
    address: facts.address,
    isEncrypted: facts.isEncrypted ?? protocol === 'https:',
    wantsSocket: request.headers.get('upgrade')?.toLowerCase() === 'websocket',
    body: (most, freight) => readBody(request, most, freight),
    answer: (status, headers, body) => {
      isAnswered = true
      respond(toResponse(status, headers, body))
    },
    accept: () => exchange.answer(202, {}, ''),
    stream: headers => {
      const spout = new FetchSpout(request.signal)
      respond(new Response(spout.readable, { headers }))
      return spout
    },
    // Some runtimes abort what is over and done with, too.
    onLeft: callback =>
      request.signal.addEventListener('abort', () => isAnswered || callback(), { once: true }),
  }
  return { exchange, response }
}

function toResponse(status: number, headers: HeaderFields, body: string): Response {
  // No response can be made of a status that only records know.
  return new Response(body === '' ? null : body, { status: status === 499 ? 400 : status, headers })
}

async function readBody(
  request: Request,
  most: number,
  freight: Freight | undefined,
): Promise<Uint8Array | BodyLoss> {
  if (Number(request.headers.get('content-length')) > most) return 'too_large'
  if (request.body === null) return new Uint8Array(0)
  const reader = request.body.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value)
      size += piece.value.length
      const isTooMuch = freight?.came(piece.value.length, size) === false
      if (size <= most && !isTooMuch) continue
      void reader.cancel().catch(() => {})
      return isTooMuch ? 'too_much' : 'too_large'
    }
  } catch {
    return 'left'
  } finally {
    freight?.gone(size)
  }
  return joined(pieces, size)
}

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}

class FetchSpout implements Spout {
  readonly readable: ReadableStream<Uint8Array>
  readonly #closed = openable()
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #room: ReturnType<typeof openable> | undefined
  #isClosed = false

  constructor(signal: AbortSignal) {
    const source: UnderlyingDefaultSource<Uint8Array> = {
      start: controller => {
        this.#controller = controller
      },
      pull: () => this.#openRoom(),
      cancel: () => this.#close(),
    }
    this.readable = new ReadableStream(source, { highWaterMark: ROOM_BYTES, size: piece => piece.length })
    signal.addEventListener('abort', () => this.drop(), { once: true })
  }

  write(text: string): Promise<void> | undefined {
    if (this.#isClosed || this.#controller === undefined) return undefined
    this.#controller.enqueue(encoder.encode(text))
    if ((this.#controller.desiredSize ?? 0) > 0) return undefined
    this.#room ??= openable()
    return this.#room.promise
  }

  whenIdle(callback: () => void): void {
    queueMicrotask(callback)
  }

  end(): void {
    if (this.#isClosed) return
    this.#controller?.close()
    this.#close()
  }

  drop(): void {
    if (this.#isClosed) return
    this.#controller?.error(new Error('the stream was ended'))
    this.#close()
  }

  onClosed(callback: () => void): void {
    void this.#closed.promise.then(callback)
  }

  #close(): void {
    this.#isClosed = true
    this.#openRoom()
    this.#closed.open()
  }

  #openRoom(): void {
    this.#room?.open()
    this.#room = undefined
  }
}
