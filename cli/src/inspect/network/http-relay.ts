/** Streamable HTTP between a client and a server: bodies and streams pass as they are, and are read from a copy. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { EventCutter } from '@parley/conformance'
import { askTarget, mayPass, type Passage, passing, secretsOf } from './passage.js'
import type { Watch } from './watches.js'

const MOST_COPIED = 32 * 1024 * 1024
const MOST_CONNECTIONS = 1_024
const REFUSED = 400

/** Whatever is kept of a body to be read; a longer one passes, and only its beginning is seen. */
class Copy {
  readonly #parts: Buffer[] = []
  #size = 0

  add(chunk: Buffer): void {
    if (this.#size < MOST_COPIED) this.#parts.push(Buffer.from(chunk))
    this.#size += chunk.length
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

export class HttpRelay {
  readonly #passage: Passage
  /** By the id that the server gave the connection. */
  readonly #watches = new Map<string, Watch>()

  constructor(passage: Passage) {
    this.#passage = passage
  }

  pass(request: IncomingMessage, response: ServerResponse): void {
    if (!mayPass(request, this.#passage)) return void response.writeHead(403).end()
    const asking = askTarget(this.#passage, request)
    const said = new Copy()
    request.on('data', (chunk: Buffer) => said.add(chunk))
    request.pipe(asking)
    // Seen before the server can answer: it has not yet had the last of it.
    request.on('end', () => this.#watchOf(request)?.see('agent', said.bytes))
    asking.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    asking.on('response', answer => this.#answer({ request, answer, response, said }))
    response.on('close', () => asking.destroy())
  }

  #answer({ request, answer, response, said }: Exchange): void {
    const watch = this.#watchOf(request) ?? this.#begin(request, answer, said)
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passing(answer.headers))
    response.flushHeaders()
    answer.on('error', () => response.destroy())
    answer.pipe(response)
    if (watch === undefined) return
    const status = answer.statusCode ?? 0
    if (status >= REFUSED) watch.see('stderr', Buffer.from(`HTTP ${status} to ${request.method}`))
    if (isStream(answer)) this.#hear(answer, watch)
    else hearWhole(answer, watch)
    if (request.method === 'DELETE' && status < REFUSED) this.#end(request, watch)
  }

  #watchOf({ headers }: IncomingMessage): Watch | undefined {
    return this.#watches.get(String(headers['acp-connection-id']))
  }

  /** A connection that begins with this answer. */
  #begin(request: IncomingMessage, { headers }: IncomingMessage, said: Copy): Watch | undefined {
    const id = headers['acp-connection-id']
    if (typeof id !== 'string' || request.method !== 'POST') return undefined
    const watch = this.#passage.watches.open(secretsOf(request, this.#passage))
    watch.note('started', 'a connection')
    watch.see('agent', said.bytes)
    this.#watches.set(id, watch)
    const [oldest = ''] = this.#watches.keys()
    if (this.#watches.size > MOST_CONNECTIONS) this.#watches.delete(oldest)
    return watch
  }

  #end({ headers }: IncomingMessage, watch: Watch): void {
    this.#watches.delete(String(headers['acp-connection-id']))
    watch.note('client_closed', 'the client ended the connection')
    void this.#passage.watches.end(watch)
  }

  #hear(answer: IncomingMessage, watch: Watch): void {
    const cutter = new EventCutter()
    answer.on('data', (chunk: Buffer) => {
      for (const data of cutter.push(chunk)) watch.see('client', data)
      if (watch.hasRoom) return
      answer.pause()
      watch.onRoom(() => answer.resume())
    })
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly answer: IncomingMessage
  readonly response: ServerResponse
  readonly said: Copy
}

function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false
}

/** A refusal says in its own words why; what else comes whole is a message. */
function hearWhole(answer: IncomingMessage, watch: Watch): void {
  const heard = new Copy()
  answer.on('data', (chunk: Buffer) => heard.add(chunk))
  answer.on('end', () => watch.see((answer.statusCode ?? 0) >= REFUSED ? 'stderr' : 'client', heard.bytes))
}
