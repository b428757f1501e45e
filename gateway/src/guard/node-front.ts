/** The guard in front of Node's servers: a request as an `Asking`, and the gateway's own small pages. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { TLSSocket } from 'node:tls'
import { headerOf } from '@parley/acp/node'
import { type Asking, answerInLine, TOO_MUCH } from '@parley/acp/transport'
import { type Answer, answerHealth } from './answer.js'
import type { Exchange, ReadBody } from './exchange.js'

/** A request of `node:http`, `node:https` or `node:http2`. */
export type NodeRequest = IncomingMessage | Http2ServerRequest

/** The response that belongs to it. */
export type NodeResponse = ServerResponse | Http2ServerResponse

const MOST_BODY_BYTES = 4_096
const SLOWEST_MILLISECONDS = 60_000
// So long the rest of a body that is not read may still come, over HTTP/2: who is answered too early may not hear it.
const LINGER_MILLISECONDS = 1_000
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

/** node:http has a limit of its own for this (`requestTimeout`), node:http2 has none. */
async function readBody(request: NodeRequest): ReturnType<ReadBody> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'timeout'>(resolve => {
    timer = setTimeout(resolve, SLOWEST_MILLISECONDS, 'timeout')
  })
  try {
    return await Promise.race([gather(request), late])
  } finally {
    clearTimeout(timer)
  }
}

async function gather(request: NodeRequest): ReturnType<ReadBody> {
  const pieces: Buffer[] = []
  let length = 0
  // Leaving the loop must leave the way open for the answer.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.from(piece)
    length += bytes.length
    if (length > MOST_BODY_BYTES) return 'too_large'
    pieces.push(bytes)
  }
  return { text: Buffer.concat(pieces).toString('utf8') }
}

function write({ status, headers, body }: Answer, request: NodeRequest, response: NodeResponse): void {
  const length = status === UNCHANGED ? {} : { 'content-length': Buffer.byteLength(body) }
  // What was refused unread is not waited for.
  const isUnread = !request.complete && request.httpVersionMajor < 2
  response.writeHead(status, { ...headers, ...length, ...(isUnread ? { connection: 'close' } : {}) })
  response.end(body)
  if (!request.complete && 'stream' in request) endSoon(request)
}

/** A stream lasts as long as its request, which need never end. */
function endSoon({ stream }: Http2ServerRequest): void {
  const timer = setTimeout(() => stream.close(), LINGER_MILLISECONDS)
  stream.once('close', () => clearTimeout(timer))
}
