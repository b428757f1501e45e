/** The door for those who write an agent. */

export type { Ending, PeerOptions } from '../protocol/index.js'
export { AcpError, type LogEntry, type LogHook, RpcError, rpcError } from '../protocol/index.js'
export { agent } from './agent.js'
export type {
  Agent,
  AgentConnection,
  AgentDefinition,
  ContentBlock,
  McpServer,
  PlanEntry,
  StopReason,
} from './definition.js'
export type { Session } from './session.js'
export type { ToolCall, ToolCallChange, ToolCallStart, ToolContent } from './tool-call.js'
export type { Turn } from './turn.js'
export type {
  Files,
  LineWindow,
  PermissionOption,
  PermissionSubject,
  TerminalHandle,
  TerminalStart,
  Terminals,
} from './voice.js'
