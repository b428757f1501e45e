/** The door of the room that knows calls and answers, and nothing of what they mean. */

export type { BatchPolicy } from './batch.js'
export { Cancellation } from './cancellation.js'
export { type Channel, type Delivery, Malformed } from './channel.js'
export { Connection } from './connection.js'
export type { BatchCall, ConnectionOptions, Ending } from './connection-options.js'
export { decode } from './decode.js'
export { encode } from './encode.js'
export {
  ConnectionError,
  type ConnectionErrorReason,
  errorCodes,
  isConnectionError,
  isRpcError,
  RpcError,
  toErrorObject,
  toHandlerError,
} from './error.js'
export { Call, isThenable } from './inbound.js'
export { defaultLimits, type Limits, withDefaults } from './limits.js'
export type { ErrorObject, Id, Message, Outgoing } from './message.js'
export type { RequestOptions } from './pending-call.js'
export { handover } from './relay/handover.js'
export type { CallNumber, Effect, Interpreter, RelayEvent, Step } from './relay/interpreter.js'
export { relayThrough } from './relay/relay.js'
export type { Relay, RelayOptions, RelaySide } from './relay/relay-options.js'
export type { Report } from './report.js'
export { CANCEL_METHOD, type Handler } from './router.js'
