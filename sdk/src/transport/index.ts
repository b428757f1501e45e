/** The door of the room that turns bytes into messages. */

export type { ByteStream } from './byte-stream.js'
export { contentLength, detected, type FramedOptions, lines } from './framed-channel.js'
export { memoryPair } from './memory.js'
export type { RetryOptions } from './remote/back-off.js'
export {
  type Arrival,
  type Link,
  type LinkEnd,
  LinkLost,
  type Opening,
  type OpenLink,
  type Resumption,
} from './remote/link.js'
export type { Listening, ListeningRefusal, Outlet, Port } from './remote/port.js'
export { type RemoteChannel, type RemoteOptions, remoteChannel } from './remote/remote-channel.js'
export type { RemoteState } from './remote/remote-state.js'
export { type ServedOptions, servedChannel } from './remote/served-channel.js'
export type { Asking, Caller, Refusal, Serving } from './remote/serving.js'
export type { Retention } from './remote/stream-log.js'
export { type Direction, tap } from './tap.js'
export { tooLarge } from './websocket/text-socket.js'
export { closeCodes, type WebSocketEvent, type WebSocketLike } from './websocket/web-socket.js'
export { type WebSocketChannelOptions, webSocketChannel } from './websocket/web-socket-channel.js'
export { type OpenSocket, type WebSocketLinkOptions, webSocketLinks } from './websocket/web-socket-links.js'
export {
  type AcceptedSocket,
  newConnectionId,
  type WebSocketPortOptions,
  type WebSocketPorts,
  webSocketPorts,
} from './websocket/web-socket-ports.js'
