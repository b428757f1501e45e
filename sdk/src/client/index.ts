/** The door for those who drive an agent. */

export {
  AcpError,
  ConnectionError,
  type Extension,
  extensionNotification,
  extensionRequest,
  type HandledExtension,
  handleExtension,
  isAcpError,
  isConnectionError,
  isRpcError,
  type LogEntry,
  type LogHook,
  RpcError,
  reasonOf,
} from '../protocol/index.js'
export type { AuthMethod } from './auth-method.js'
export type { Client } from './client.js'
export { type ConnectOptions, connect } from './connect.js'
export type { Mentioned, Message } from './content.js'
export { formFaults } from './form.js'
export type {
  ElicitationAnswer,
  ElicitationContext,
  FormRequest,
  Host,
  HostContext,
  HostedSession,
  Permission,
  PermissionChange,
  PermissionChoice,
  PermissionRequest,
  UrlRequest,
} from './host.js'
export type { UpdateListener } from './listeners.js'
export type { PromptQueue } from './prompt-queue.js'
export { type RetryOptions, withRetry } from './recovery.js'
export type { CancelOptions, KeptSession, NewSession, Session, SessionPlace } from './session.js'
export type { PageRequest, SessionFilter, SessionInfo, SessionPage } from './session-list.js'
export type { OptionChoice, SessionMode, SessionOption } from './session-option.js'
export type { SessionCommand, SessionUsage } from './session-state.js'
export type { BlockOf, McpServerOf, Outcome, SessionUpdate, UpdateOf } from './speech.js'
export type { PromptOptions, Turn, TurnState } from './turn.js'
