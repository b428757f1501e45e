/** What a model's way of speaking must know: where it is asked, how it is read, how it answers. */
import type { Conversation, Json, Reply } from './conversation.js'

/** One event of a stream, with its name where the dialect names them. */
export interface ServerEvent {
  readonly event?: string
  readonly data: unknown
}

export interface Dialect {
  readonly path: RegExp
  read(body: Json): Conversation
  stream(reply: Reply, model: string): readonly ServerEvent[]
  whole(reply: Reply, model: string): Json
}
