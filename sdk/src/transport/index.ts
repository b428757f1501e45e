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
export { memoryPair } from './memory.js'
export { type Direction, tap } from './tap.js'
