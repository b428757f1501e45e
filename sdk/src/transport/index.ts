/** The door of the room that turns bytes into messages. */

export type { ByteStream } from './byte-stream.js'
export { contentLength, detected, type FramedOptions, lines } from './framed-channel.js'
export { memoryPair } from './memory.js'
export { type EventId, fromEventId, toEventId } from './remote/event-id.js'
export type { Listening, ListeningRefusal, Outlet, Port } from './remote/port.js'
export type { Asking, Caller, Refusal, Serving } from './remote/serving.js'
export { type Direction, tap } from './tap.js'
