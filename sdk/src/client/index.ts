/** The door for those who drive an agent. */

export {
  AcpError,
  ConnectionError,
  type LogEntry,
  type LogHook,
  RpcError,
  reasonOf,
} from '../protocol/index.js'
export { Client, type NewSession } from './client.js'
export { type ConnectOptions, connect } from './connect.js'
export type { UpdateOf } from './dialogue.js'
export type { UpdateV1 as SessionUpdate } from './dialogue-v1.js'
export type { Host, HostContext, Permission, PermissionChoice, PermissionRequest } from './host.js'
export type { Session, SessionPlace, UpdateListener } from './session.js'
export type { Outcome, Turn } from './turn.js'
