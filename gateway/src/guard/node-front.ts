/** The guard in front of Node's servers: a request as an `Asking`, and the gateway's own small pages. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { TLSSocket } from 'node:tls'
import { headerOf } from '@parley/acp/node'
import { type Asking, answerInLine, TOO_MUCH } from '@parley/acp/transport'
import { type Answer, answerHealth } from './answer.js'
import type { Exchange } from './exchange.js'

/** A request of `node:http`, `node:https` or `node:http2`. */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/** The response that belongs to it. */
export type NodeResponse = ServerResponse | Http2ServerResponse

const MOST_BODY_BYTES = 4_096
const UNCHANGED = 304

/** A request as the guard sees it. */
export function toAsking(request: NodeRequest): Asking {
  const { method = 'GET', url = '/', socket } = request
  const header = (name: string): string | undefined => headerOf(request, name)
  return {
    ...{ method, target: url, address: socket.remoteAddress, port: socket.remotePort },
    header,
    isEncrypted: socket instanceof TLSSocket,
    wantsSocket: method === 'GET' && /\bwebsocket\b/i.test(header('upgrade') ?? ''),
  }
}

/** Answers what is neither ACP nor anybody else's: health and the exchanges. False: somebody else must. */
export function answerOwnPages(exchange: Exchange, request: NodeRequest, response: NodeResponse): boolean {
  const asking = toAsking(request)
  const answer = answerHealth(asking) ?? exchange.answer(asking, () => readBody(request))
  if (answer === undefined) return false
  sendAnswer(answer, request, response)
  return true
}

/** Whoever comes too often waits for the answer, too. */
export function sendAnswer(
  answer: Answer | Promise<Answer>,
  request: NodeRequest,
  response: NodeResponse,
): void {
  void Promise.resolve(answer).then(each => {
    if (each.status === TOO_MUCH)
      response.once(
        'close',
        answerInLine(() => write(each, request, response)),
      )
    else write(each, request, response)
  })
}

async function readBody(request: NodeRequest): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  // Leaving the loop must leave the way open for the answer.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.from(piece)
    length += bytes.length
    if (length > MOST_BODY_BYTES) return undefined
    pieces.push(bytes)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function write({ status, headers, body }: Answer, request: NodeRequest, response: NodeResponse): void {
  const length = status === UNCHANGED ? {} : { 'content-length': Buffer.byteLength(body) }
  // What was refused unread is not waited for.
  const isUnread = !request.complete && request.httpVersionMajor < 2
  response.writeHead(status, { ...headers, ...length, ...(isUnread ? { connection: 'close' } : {}) })
  response.end(body)
}
