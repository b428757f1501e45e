/** Errors that cross the wire (a number) and errors that never do (a word), and the one way from an exception to the wire. */

import type { ErrorObject } from './message.js'

/** The numbers this layer itself gives out; what they mean beyond JSON-RPC is decided above. */
export const errorCodes = {
  parse_error: -32700,
  invalid_request: -32600,
  method_not_found: -32601,
  invalid_params: -32602,
  internal_error: -32603,
  request_cancelled: -32800,
  rate_limited: -32008,
} as const

const MAX_MESSAGE_CHARACTERS = 1_024
const MAX_DATA_CHARACTERS = 4_096
const MAX_REASON_CHARACTERS = 64
const MAX_METHOD_CHARACTERS = 128

/**
 * An error that crosses the wire: thrown by a handler it is the answer, thrown by a call it is what the peer answered.
 * What a peer answered is not passed on by a handler that lets it through: who means to, throws an error made of it.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: unknown
  /** The method that a peer answered with this; absent in an error that was made here. */
  declare readonly answerTo?: string

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** The word for what went wrong, where the peer gave one. */
  get reason(): string | undefined {
    const { data } = this
    if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined
    return typeof data.reason === 'string' ? data.reason : undefined
  }
}

/** What a peer answered to a call of ours, as an error of that call. */
export function receivedError({ code, message, data }: ErrorObject, method: string): RpcError {
  return Object.assign(new RpcError(code, message, data), { answerTo: method })
}

/** Why a call could not be made, or will not be answered, in one word. */
export type ConnectionErrorReason =
  | 'closed'
  | 'timeout'
  | 'too_large'
  | 'unsendable'
  | 'backlogged'
  | 'invalid_answer'
  | 'stalled'
  | 'transport'

/** An error of this side alone: it says why a call could not be made or will not be answered. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly reason: ConnectionErrorReason

  constructor(reason: ConnectionErrorReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Whether this is an error that crossed the wire, also one of another copy of this library. */
export function isRpcError(error: unknown): error is RpcError {
  return isNamed(error, 'RpcError') && 'code' in error && typeof error.code === 'number'
}

/** Whether this is an error of the connection, also one of another copy of this library. */
export function isConnectionError(error: unknown): error is ConnectionError {
  return isNamed(error, 'ConnectionError') && 'reason' in error
}

function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name
}

/** A name for one failure that both logs can be searched for; says nothing about its cause. */
export function correlationId(): string {
  return globalThis.crypto.randomUUID()
}

/** An error object of this layer's own, with its word in `data.reason`. */
export function wireError(reason: keyof typeof errorCodes, message: string, more?: object): ErrorObject {
  return { code: errorCodes[reason], message, data: { reason, ...more } }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** Turns whatever was thrown into what a peer may know of it: an `RpcError` as it is, a bug only as a number. */
export function toErrorObject(thrown: unknown, cancelled: boolean): ErrorObject {
  if (isRpcError(thrown)) return bounded(thrown)
  if (cancelled && isAbort(thrown)) return wireError('request_cancelled', 'Request cancelled')
  return wireError('internal_error', 'Internal error', { correlationId: correlationId() })
}

/**
 * What a peer may know of what came out of a handler: as `toErrorObject` has it, but where nobody chose to pass on what another
 * call was answered, only which call failed. The words may be meant for nobody else, or be the asker's own.
 */
export function toHandlerError(thrown: unknown, cancelled: boolean): ErrorObject {
  if (!isRpcError(thrown) || thrown.answerTo === undefined) return toErrorObject(thrown, cancelled)
  if (cancelled && thrown.code === errorCodes.request_cancelled)
    return wireError('request_cancelled', 'Request cancelled')
  const method = sendable(thrown.answerTo, MAX_METHOD_CHARACTERS)
  const message = `Internal error: ${method} was answered with an error`
  return wireError('internal_error', message, { correlationId: correlationId() })
}

function bounded(error: RpcError): ErrorObject {
  const message = sendable(error.message, MAX_MESSAGE_CHARACTERS)
  const code = Number.isSafeInteger(error.code) ? error.code : errorCodes.internal_error
  if (error.data === undefined) return { code, message }
  if (fits(error.data)) return { code, message, data: error.data }
  return { code, message, data: { reason: sendable(error.reason ?? 'unknown', MAX_REASON_CHARACTERS) } }
}

// Names that the peer chose end up in errors, cut or whole: half a character would make the answer unsendable.
function sendable(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Surrogate}/gu, '\ufffd')
}

function fits(data: unknown): boolean {
  try {
    const text = JSON.stringify(data)
    return text !== undefined && text.length <= MAX_DATA_CHARACTERS && !/\\ud[89a-f]/.test(text)
  } catch {
    return false
  }
}
