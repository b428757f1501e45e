/** Requests of HTTP by hand: any verb, any header, any body, in pieces where that is wanted. Follows nothing and mends nothing. */

import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'
import type { RemoteAddress } from './remote-address.js'

export interface HttpQuestion {
  readonly verb: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  /** The body is handed over in pieces of so many bytes. */
  readonly pieceBytes?: number | undefined
  /** Milliseconds between two pieces. */
  readonly pieceMilliseconds?: number | undefined
}

/** An answer whose body may still be coming. */
export interface HttpHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
}

/** An answer with the beginning of its body. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const ANSWER_MILLISECONDS = 30_000
const MOST_BYTES = 64 * 1024 * 1024

/** Resolves with the head of the answer. Rejects where nobody answers. */
export function askHead(address: RemoteAddress, question: HttpQuestion): Promise<HttpHead> {
  const { verb, headers, body } = question
  const start = address.url.protocol === 'https:' ? secureRequest : plainRequest
  const length =
    body === undefined || question.pieceBytes ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const request = start(address.url, {
      method: verb,
      headers: { ...address.headers, ...headers, ...length },
      agent: false,
    })
    const late = setTimeout(
      () => request.destroy(new Error(`no answer within ${ANSWER_MILLISECONDS} ms`)),
      ANSWER_MILLISECONDS,
    )
    request.on('error', reject)
    request.on('response', response => {
      clearTimeout(late)
      response.on('error', () => {})
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    request.on('close', () => clearTimeout(late))
    void write(request, question)
  })
}

/** Resolves with the whole answer. */
export async function askWhole(address: RemoteAddress, question: HttpQuestion): Promise<HttpAnswer> {
  const { status, headers, body } = await askHead(address, question)
  return { status, headers, text: await textOf(body) }
}

/** What is read of a body; one that breaks off or has no end is as long as it was. */
export async function textOf(body: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let left = MOST_BYTES
  const late = setTimeout(() => body.destroy(), ANSWER_MILLISECONDS)
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part)
      left -= part.length
      if (left < 0) break
    }
  } catch {
    // It broke off.
  }
  clearTimeout(late)
  return Buffer.concat(parts).toString('utf8')
}

type Outgoing = ReturnType<typeof plainRequest>

async function write(request: Outgoing, question: HttpQuestion): Promise<void> {
  const { body, pieceBytes, pieceMilliseconds = 1 } = question
  if (body === undefined || !pieceBytes) return void request.end(body)
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    request.write(bytes.subarray(at, at + pieceBytes))
    await pause(pieceMilliseconds)
  }
  request.end()
}
