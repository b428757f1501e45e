/** The door of the room that turns bytes into messages. */

export type { ByteStream } from './byte-stream.js'
export { contentLength, detected, type FramedOptions, lines } from './framed-channel.js'
export { memoryPair } from './memory.js'
export type { RetryOptions } from './remote/back-off.js'
export { type RemoteChannel, type RemoteOptions, remoteChannel } from './remote/remote-channel.js'
export type { RemoteState } from './remote/remote-state.js'
export { type ServedOptions, servedChannel } from './remote/served-channel.js'
export type { Retention } from './remote/stream-log.js'
export { type Direction, tap } from './tap.js'
