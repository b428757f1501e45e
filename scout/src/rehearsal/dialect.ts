/** What a model's way of speaking must know: where it is asked, how it is read, how it answers. */
import type { Conversation, Failure, Json, Reply } from './conversation.js'

/** One event of a stream, with its name where the dialect names them. */
export interface ServerEvent {
  readonly event?: string
  readonly data: unknown
  /** Whether it carries words: what a slow reply waits before. */
  readonly isSpoken?: boolean
}

export interface Dialect {
  readonly name: 'chat' | 'messages' | 'generate'
  readonly path: RegExp
  isStreaming(path: string, body: Json): boolean
  /** The model that is asked for. */
  modelOf(path: string, body: Json): string
  read(body: Json): Conversation
  stream(reply: Reply, model: string): readonly ServerEvent[]
  whole(reply: Reply, model: string): Json
  failure(failure: Failure): Json
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'the request is not well-formed',
  401: 'the key is not known here',
  404: 'there is no such model',
  429: 'too many requests',
  500: 'something went wrong here',
  529: 'too much is going on',
}

export const messageOf = ({ status, message }: Failure): string =>
  message ?? MESSAGES[status] ?? `failed with ${status}`
