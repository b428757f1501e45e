/** The door of the room that turns bytes into messages. */

export type { ByteStream } from './byte-stream.js'
export { contentLength, detected, type FramedOptions, lines } from './framed-channel.js'
export { memoryPair } from './memory.js'
export { type ServedOptions, servedChannel } from './remote/served-channel.js'
export type { Retention } from './remote/stream-log.js'
export { type Direction, tap } from './tap.js'
