/** What a JSON-RPC 2.0 message looks like, and how to tell one kind from another. Knows shapes only. */

/** What pairs an answer with its request. */
export type Id = string | number | null

export interface RequestMessage {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly method: string
  readonly params?: unknown
}

export interface NotificationMessage {
  readonly jsonrpc: '2.0'
  readonly method: string
  readonly params?: unknown
}

/** What an error answer carries. */
export interface ErrorObject {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface ResultMessage {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly result: unknown
}

export interface ErrorMessage {
  readonly jsonrpc: '2.0'
  readonly id: Id
  readonly error: ErrorObject
}

export type ResponseMessage = ResultMessage | ErrorMessage

/** Anything one side may send: a call, an answer, or an array of either. */
export type Message = RequestMessage | NotificationMessage | ResponseMessage
/** Anything that can be sent: one message, or an array of them. */
export type Outgoing = Message | readonly Message[]

/** A JSON object whose members have not been looked at yet. */
export interface Envelope {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: unknown
}

const MAX_ID_CHARACTERS = 256
const LONE_SURROGATE = /\p{Surrogate}/u

/** Whether an answer can carry it back: an id that is not valid Unicode could not even be refused by name. */
export function isId(value: unknown): value is string | number {
  if (typeof value !== 'string') return Number.isSafeInteger(value)
  return value.length <= MAX_ID_CHARACTERS && !LONE_SURROGATE.test(value)
}

export function isEnvelope(value: unknown): value is Envelope {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An answer carries `result` or `error` and no method; whether it is a sound one is for the reader to see. */
export function isResponse(envelope: Envelope): boolean {
  return envelope.method === undefined && (envelope.result !== undefined || envelope.error !== undefined)
}

export function isErrorObject(value: unknown): value is ErrorObject {
  if (!isEnvelope(value)) return false
  const { code, message } = value as { code?: unknown; message?: unknown }
  return Number.isSafeInteger(code) && typeof message === 'string'
}
