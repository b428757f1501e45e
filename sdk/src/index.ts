/** The front door: what both sides need whatever they write. */

export type {
  Channel,
  Extension,
  HandledExtension,
  Limits,
  LogEntry,
  LogHook,
  Reason,
} from './protocol/index.js'
export {
  AcpError,
  ConnectionError,
  extensionNotification,
  extensionRequest,
  handleExtension,
  isAcpError,
  isConnectionError,
  isRpcError,
  RpcError,
  reasonOf,
  rpcError,
} from './protocol/index.js'
