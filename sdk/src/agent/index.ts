/** The door for those who write an agent. */

export type { Ending, PeerOptions } from '../protocol/index.js'
export { AcpError, type LogEntry, type LogHook, RpcError, rpcError } from '../protocol/index.js'
export { agent } from './agent.js'
export type { Account, Auth, AuthMethod } from './auth.js'
export type { Command, Invocation } from './command.js'
export type { Compaction } from './compaction.js'
export type {
  Agent,
  AgentConnection,
  AgentDefinition,
  ContentBlock,
  McpServer,
  PlanEntry,
  StopReason,
} from './definition.js'
export type {
  Elicitation,
  Elicited,
  Files,
  FormSchema,
  LineWindow,
  PermissionOption,
  PermissionSubject,
  TerminalHandle,
  TerminalOutcome,
  TerminalRun,
  TerminalStart,
  Terminals,
} from './means.js'
export { modePresets } from './mode-presets.js'
export type { ProviderInfo, ProviderSetup, Providers } from './providers.js'
export type { Session, SystemPrompt } from './session-view.js'
export type { Choice, ChoiceGroup, Mode, SelectSetting, Setting, ToggleSetting } from './setting.js'
export type { Notice, Update, Usage } from './spelling.js'
export {
  diff,
  type ToolCall,
  type ToolCallChange,
  type ToolCallStart,
  type ToolContent,
} from './tool-call.js'
export type { AskOptions, Tokens, Turn } from './turn.js'
