/** What a gateway is asked outside of the protocol: a ticket, its exchange, and to take leave. One short request, one short answer. */

import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import { isObject, type JsonObject } from '../json-object.js'

/** A request to the gateway. */
export interface GuardRequest {
  readonly origin: string
  readonly path: '/auth/ticket' | '/auth/exchange' | '/auth/leave'
  readonly body: JsonObject
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Certificates to trust instead of the well-known ones. */
  readonly ca?: string | undefined
}

export interface GuardAnswer {
  readonly status: number
  readonly body: JsonObject
}

const PATIENCE_MILLISECONDS = 10_000
const MOST_BYTES = 64 * 1024

/** Rejects with words where the gateway cannot be reached; whatever it answers is an answer. Goes nowhere else than asked. */
export async function askGuard(asked: GuardRequest): Promise<GuardAnswer> {
  try {
    return await ask(asked)
  } catch (error) {
    throw new Failure(`the gateway cannot be reached: ${messageOf(error)}`, {
      exitCode: EXIT.agentFailed,
      reason: 'agent_not_reached',
      cause: error,
    })
  }
}

function ask(asked: GuardRequest): Promise<GuardAnswer> {
  let timer: NodeJS.Timeout | undefined
  const answered = new Promise<GuardAnswer>((resolve, reject) => {
    const sent = begin(asked, answer => {
      readBody(answer).then(body => resolve({ status: answer.statusCode ?? 0, body }), reject)
    })
    // For all of it: a word now and then is no answer.
    timer = setTimeout(() => {
      reject(new Error('it does not answer'))
      sent.destroy()
    }, PATIENCE_MILLISECONDS)
    sent.on('error', reject)
    sent.end(JSON.stringify(asked.body))
  })
  return answered.finally(() => clearTimeout(timer))
}

function begin(
  { origin, path, headers, ca }: GuardRequest,
  answered: (answer: IncomingMessage) => void,
): ClientRequest {
  const url = new URL(path, origin)
  const options = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  return url.protocol === 'https:'
    ? httpsRequest(url, { ...options, ...(ca === undefined ? {} : { ca }) }, answered)
    : httpRequest(url, options, answered)
}

async function readBody(answer: IncomingMessage): Promise<JsonObject> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer) {
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > MOST_BYTES) throw new Error('its answer is too long')
    pieces.push(bytes)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}
