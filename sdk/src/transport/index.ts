/** The door of the room that turns bytes into messages. */

export type { ByteStream } from './byte-stream.js'
export { contentLength, detected, type FramedOptions, lines } from './framed-channel.js'
export {
  type HttpAsking,
  type HttpCarrier,
  type HttpExchange,
  HttpFailure,
  type HttpHead,
  type HttpReply,
  type HttpStream,
} from './http-client/carrier.js'
export type { HeaderRecord, HttpLinksOptions } from './http-client/endpoint.js'
export { type FetchCarrierOptions, fetchCarrier } from './http-client/fetch-carrier.js'
export { httpLinks } from './http-client/http-links.js'
export { type HttpEndpoint, httpEndpoint } from './http-server/endpoint.js'
export type { Exchange, HeaderFields, Spout } from './http-server/exchange.js'
export type { FetchFacts } from './http-server/fetch-exchange.js'
export type { EndpointLimits, EndpointOptions } from './http-server/options.js'
export type { Unheard, UnheardCounts } from './http-server/plain/unheard.js'
export type { RefusedRequest } from './http-server/refusal.js'
export { memoryPair } from './memory.js'
export type { ReconnectOptions } from './remote/back-off.js'
export { BEGINNING, type EventId, fromEventId, toEventId } from './remote/event-id.js'
export {
  type Arrival,
  type Link,
  type LinkEnd,
  LinkLost,
  type Opening,
  type OpenLink,
  type Resumption,
} from './remote/link.js'
export type {
  Listening,
  ListeningRefusal,
  Outlet,
  Port,
} from './remote/port.js'
export { answerInLine } from './remote/refusal-line.js'
export { type RemoteChannel, type RemoteOptions, remoteChannel } from './remote/remote-channel.js'
export type { RemoteState } from './remote/remote-state.js'
export { onRevoked } from './remote/revocation.js'
export { type ServedOptions, servedChannel } from './remote/served-channel.js'
export {
  type Asking,
  type Caller,
  type Freight,
  type Refusal,
  type Serving,
  ServingRefused,
  TOO_MUCH,
  type Turns,
} from './remote/serving.js'
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
