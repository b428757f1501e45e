/** The door of the room that turns bytes into messages. */

export type { ByteStream } from './byte-stream.js'
export { contentLength, detected, type FramedOptions, lines } from './framed-channel.js'
export { type HttpEndpoint, httpEndpoint } from './http-server/endpoint.js'
export type { Exchange, HeaderFields, Spout } from './http-server/exchange.js'
export type { FetchFacts } from './http-server/fetch-exchange.js'
export type { EndpointLimits, EndpointOptions } from './http-server/options.js'
export type { RefusedRequest } from './http-server/refusal.js'
export { memoryPair } from './memory.js'
export type { Listening, ListeningRefusal, Outlet, Port } from './remote/port.js'
export type { Asking, Caller, Refusal, Serving } from './remote/serving.js'
export { type Direction, tap } from './tap.js'
