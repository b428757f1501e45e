/** The door of the room that knows what the protocol means: versions, gates, conduct and errors. */

export type { BatchPolicy, Channel, Ending, Limits, RequestOptions } from '../jsonrpc/index.js'
export { Call, ConnectionError, isConnectionError, isRpcError, RpcError } from '../jsonrpc/index.js'
export { Agreement } from './agreement.js'
export { type Check, isAbsolutePath, isIdentifier, Notes } from './conduct.js'
export type { Agreed, Capabilities, Contract, ContractName, Opening, Side, Vocabularies } from './contract.js'
export {
  AcpError,
  type AcpErrorReason,
  isAcpError,
  type Reason,
  reasonCodes,
  rpcError,
  unsupportedParameter,
} from './error.js'
export { type Extension, type ExtensionName, extensionNotification, extensionRequest } from './extension.js'
export { isAdvertised } from './gate.js'
export {
  type HandledExtension,
  type Handlers,
  type HandlerTable,
  handleExtension,
  handlerTable,
} from './handlers.js'
export { type Answered, type Desk, Doorkeeper, type Offer, offer, type Welcome } from './handshake.js'
export { Log, type LogEntry, type LogHook, type LogLevel } from './log.js'
export { isModelOption, SET_MODEL_METHOD, setModelRequest, withModelOption } from './models.js'
export { type Greeting, Peer, type PeerOptions } from './peer.js'
export { BAD, Reader } from './reading.js'
export { reasonOf } from './reason.js'
export {
  AGENT_METHOD,
  AGENTS_METHOD,
  ANSWERED_METHOD,
  ASK_META,
  AT_META,
  ATTACH_METHOD,
  BY_META,
  DELIVERY_META,
  GRANTS_LIST_METHOD,
  GRANTS_REVOKE_METHOD,
  KEEP_META,
  KEY_META,
  LABEL_METHOD,
  LIST_METHOD,
  NEWS_METHOD,
  PRESENCE_METHOD,
  PROOF_META,
  QUEUE_META,
  RESET_METHOD,
  RETOLD_METHOD,
  SESSION_META,
  TERMINAL_KILL_METHOD,
  TURN_METHOD,
  WORKSPACE_FIND_METHOD,
  WORKSPACE_LIST_METHOD,
  WORKSPACE_READ_METHOD,
  WORKSPACE_WRITE_METHOD,
} from './remote.js'
export { sessionOf } from './scope.js'
export { shutBy } from './shut-gate.js'
export { slipsOfVersion1, tolerances } from './tolerance.js'
export { type TraceContext, traceOf, withTrace } from './trace.js'
export { isAbove, laterVersion, loadContract, type Version, versions, versionsUpTo } from './version.js'
