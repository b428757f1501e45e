/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import type {
  WriteTextFileRequest,
  SessionId,
  ReadTextFileRequest,
  RequestPermissionRequest,
  ToolCallUpdate,
  ContentBlock,
  CreateTerminalRequest,
  TerminalOutputRequest,
  ReleaseTerminalRequest,
  WaitForTerminalExitRequest,
  KillTerminalRequest,
  CreateElicitationRequest,
  ProtocolVersion,
  PromptCapabilities,
  SessionListCapabilities,
  SessionDeleteCapabilities,
  SessionAdditionalDirectoriesCapabilities,
  SessionResumeCapabilities,
  SessionCloseCapabilities,
  LogoutCapabilities,
  AuthMethod,
  Implementation,
  AuthenticateResponse,
  LogoutResponse,
  NewSessionResponse,
  SessionModeState,
  SessionConfigOption,
  LoadSessionResponse,
  DeleteSessionResponse,
  ResumeSessionResponse,
  CloseSessionResponse,
  SetSessionModeResponse,
  SetSessionConfigOptionResponse,
  StopReason,
  Error,
  MessageId,
  ContentChunk,
  ToolCall,
  PlanEntry,
  Plan,
  AvailableCommandsUpdate,
  CurrentModeUpdate,
  ConfigOptionUpdate,
  SessionInfoUpdate,
  UsageUpdate,
  Notice,
  CompactionUpdate,
  CompactionSummaryChunk,
  CompleteElicitationNotification,
  FileSystemCapabilities,
  ClientSessionCapabilities,
  AuthCapabilities,
  ElicitationCapabilities,
  AuthenticateRequest,
  LogoutRequest,
  McpServerHttp,
  McpServerSse,
  McpServerStdio,
  DeleteSessionRequest,
  CloseSessionRequest,
  SetSessionModeRequest,
  SetSessionConfigOptionRequest,
  PromptRequest,
  WriteTextFileResponse,
  ReadTextFileResponse,
  RequestPermissionResponse,
  CreateTerminalResponse,
  TerminalOutputResponse,
  ReleaseTerminalResponse,
  WaitForTerminalExitResponse,
  KillTerminalResponse,
  CreateElicitationResponse,
  CancelNotification,
  CancelRequestNotification,
} from '../v1/types.gen.js'

export interface MessageMcpRequest {
  readonly serverId: McpServerAcpId
  readonly requestId: McpRequestId
  readonly method: string
  readonly params?: { readonly [key: string]: unknown } | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type McpServerAcpId = string

export type McpRequestId = string

/** What an agent says of itself, and the version both will speak. */
export interface InitializeResponse {
  readonly protocolVersion: ProtocolVersion
  readonly agentCapabilities?: AgentCapabilities | undefined
  readonly authMethods?: readonly AuthMethod[] | undefined
  readonly agentInfo?: Implementation | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What an agent can do beyond the minimum; what is missing here must not be asked of it. */
export interface AgentCapabilities {
  readonly loadSession?: boolean | undefined
  readonly promptCapabilities?: PromptCapabilities | undefined
  readonly mcpCapabilities?: McpCapabilities | undefined
  readonly sessionCapabilities?: SessionCapabilities | undefined
  readonly auth?: AgentAuthCapabilities | undefined
  readonly providers?: ProvidersCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpCapabilities {
  readonly http?: boolean | undefined
  readonly sse?: boolean | undefined
  readonly acp?: boolean | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What can be done with sessions beyond the minimum. */
export interface SessionCapabilities {
  readonly list?: SessionListCapabilities | null | undefined
  readonly delete?: SessionDeleteCapabilities | null | undefined
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null | undefined
  readonly systemPrompt?: SessionSystemPromptCapabilities | null | undefined
  readonly fork?: SessionForkCapabilities | null | undefined
  readonly archive?: SessionArchiveCapabilities | null | undefined
  readonly status?: SessionStatusCapabilities | null | undefined
  readonly title?: SessionTitleCapabilities | null | undefined
  readonly resume?: SessionResumeCapabilities | null | undefined
  readonly close?: SessionCloseCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionSystemPromptCapabilities {
  readonly mode?: SessionSystemPromptModeCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionSystemPromptModeCapabilities {
  readonly override?: SessionSystemPromptOverrideCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionSystemPromptOverrideCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionForkCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionArchiveCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionStatusCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionTitleCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AgentAuthCapabilities {
  readonly status?: AuthStatusCapabilities | null | undefined
  readonly logout?: LogoutCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AuthStatusCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ProvidersCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListProvidersResponse {
  readonly providers: readonly ProviderInfo[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A model provider and how it is set now, without its secrets. */
export interface ProviderInfo {
  readonly providerId: ProviderId
  readonly supported: readonly LlmProtocol[]
  readonly required: boolean
  readonly current?: ProviderCurrentConfig | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ProviderId = string

/** The dialect in which a model provider is spoken to. */
export type LlmProtocol = 'anthropic' | 'openai' | 'azure' | 'vertex' | 'bedrock' | (string & {})

export interface ProviderCurrentConfig {
  readonly apiType: LlmProtocol
  readonly baseUrl: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetProviderResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface DisableProviderResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AuthStatusResponse {
  readonly state: AuthState
  readonly accounts?: readonly AuthAccount[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Whether anybody is signed in, as far as the agent knows. */
export type AuthState = 'authenticated' | 'unauthenticated' | 'not_required' | 'unknown' | (string & {})

/** One account the agent is signed in with, for show. */
export interface AuthAccount {
  readonly label: string
  readonly active?: boolean | null | undefined
  readonly name?: string | null | undefined
  readonly email?: string | null | undefined
  readonly organization?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListSessionsResponse {
  readonly sessions: readonly SessionInfo[]
  readonly nextCursor?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A stored session, as a list shows it. */
export interface SessionInfo {
  readonly sessionId: SessionId
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly title?: string | null | undefined
  readonly updatedAt?: string | null | undefined
  readonly archived?: boolean | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ForkSessionResponse {
  readonly sessionId: SessionId
  readonly modes?: SessionModeState | null | undefined
  readonly configOptions?: readonly SessionConfigOption[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ArchiveSessionResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface UnarchiveSessionResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionStatusResponse {
  readonly status: SessionStatus
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SessionStatus = 'open' | 'saved' | (string & {})

export interface SetSessionTitleResponse {
  readonly title: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a prompt came to. */
export interface PromptResponse {
  readonly stopReason: StopReason
  readonly usage?: Usage | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Tokens used. */
export interface Usage {
  readonly totalTokens: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly thoughtTokens?: number | null | undefined
  readonly cachedReadTokens?: number | null | undefined
  readonly cachedWriteTokens?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One thing that happened in one session. */
export interface SessionNotification {
  readonly sessionId: SessionId
  readonly update: SessionUpdate
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One thing that happened in a session; `sessionUpdate` says what. */
export type SessionUpdate =
  | ({ readonly sessionUpdate: 'user_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_thought_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'tool_call' } & ToolCall)
  | ({ readonly sessionUpdate: 'tool_call_update' } & ToolCallUpdate)
  | ({ readonly sessionUpdate: 'plan' } & Plan)
  | ({ readonly sessionUpdate: 'plan_update' } & PlanUpdate)
  | ({ readonly sessionUpdate: 'plan_removed' } & PlanRemoved)
  | ({ readonly sessionUpdate: 'available_commands_update' } & AvailableCommandsUpdate)
  | ({ readonly sessionUpdate: 'current_mode_update' } & CurrentModeUpdate)
  | ({ readonly sessionUpdate: 'config_option_update' } & ConfigOptionUpdate)
  | ({ readonly sessionUpdate: 'session_info_update' } & SessionInfoUpdate)
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate)
  | ({ readonly sessionUpdate: 'notice' } & Notice)
  | ({ readonly sessionUpdate: 'compaction_update' } & CompactionUpdate)
  | ({ readonly sessionUpdate: 'compaction_summary_chunk' } & CompactionSummaryChunk)
  | ({ readonly sessionUpdate: 'subagent_update' } & SubagentUpdate)
  | ({ readonly sessionUpdate: 'session_message' } & SessionMessage)
  | ({ readonly sessionUpdate: 'session_message_chunk' } & SessionMessageChunk)

/** A plan as steps, as a file, or as text. */
export type PlanUpdateContent =
  | ({ readonly type: 'items' } & PlanItems)
  | ({ readonly type: 'file' } & PlanFile)
  | ({ readonly type: 'markdown' } & PlanMarkdown)

export type PlanId = string

export interface PlanItems {
  readonly planId: PlanId
  readonly entries: readonly PlanEntry[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PlanFile {
  readonly planId: PlanId
  readonly uri: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PlanMarkdown {
  readonly planId: PlanId
  readonly content: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One of several plans has changed: its new content in full. */
export interface PlanUpdate {
  readonly plan: PlanUpdateContent
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PlanRemoved {
  readonly planId: PlanId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SubagentSessionCapabilities {
  readonly cancel?: SessionCancelCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionCancelCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Whether a session is working, waiting for the user, or idle. */
export type StateUpdate =
  | ({ readonly state: 'running' } & RunningStateUpdate)
  | ({ readonly state: 'idle' } & IdleStateUpdate)
  | ({ readonly state: 'requires_action' } & RequiresActionStateUpdate)
  | ({ readonly state: 'unknown' } & UnknownStateUpdate)
  | ({ readonly state: `_${string}`; readonly [key: string]: unknown })

export interface RunningStateUpdate {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ErrorStopReason {
  readonly error?: Error | null | undefined
}

export type IdleStateUpdate = { readonly usage?: Usage | null | undefined; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly stopReason: 'end_turn' })
  | ({ readonly stopReason: 'max_tokens' })
  | ({ readonly stopReason: 'max_turn_requests' })
  | ({ readonly stopReason: 'refusal' })
  | ({ readonly stopReason: 'cancelled' })
  | ({ readonly stopReason: 'error' } & ErrorStopReason)
  | ({ readonly stopReason: `_${string}`; readonly [key: string]: unknown })
  | { readonly stopReason?: null | undefined }
)

export interface RequiresActionStateUpdate {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface UnknownStateUpdate {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A session that another session has started, and how it fares. */
export interface SubagentUpdate {
  readonly sessionId: SessionId
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly capabilities?: SubagentSessionCapabilities | null | undefined
  readonly state?: StateUpdate | null | undefined
  readonly cwd?: string | null | undefined
  readonly additionalDirectories?: readonly string[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A message from one session to another. */
export interface SessionMessage {
  readonly messageId: MessageId
  readonly senderSessionId?: SessionId | null | undefined
  readonly recipientSessionId?: SessionId | null | undefined
  readonly senderMessageId?: MessageId | null | undefined
  readonly recipientMessageId?: MessageId | null | undefined
  readonly content?: readonly ContentBlock[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionMessageChunk {
  readonly messageId: MessageId
  readonly content: ContentBlock
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AuthStatusUpdateNotification {
  readonly state: AuthState
  readonly accounts?: readonly AuthAccount[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a client says of itself: its version, its name, what it can do. */
export interface InitializeRequest {
  readonly protocolVersion: ProtocolVersion
  readonly clientCapabilities?: ClientCapabilities | undefined
  readonly clientInfo?: Implementation | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a client can do for an agent; what is missing here must not be asked of it. */
export interface ClientCapabilities {
  readonly fs?: FileSystemCapabilities | undefined
  readonly terminal?: boolean | undefined
  readonly session?: ClientSessionCapabilities | null | undefined
  readonly subagents?: SubagentCapabilities | null | undefined
  readonly plan?: PlanCapabilities | null | undefined
  readonly auth?: AuthCapabilities | undefined
  readonly elicitation?: ElicitationCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SubagentCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PlanCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListProvidersRequest {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetProviderRequest {
  readonly providerId: ProviderId
  readonly apiType: LlmProtocol
  readonly baseUrl: string
  readonly headers?: { readonly [key: string]: string } | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface DisableProviderRequest {
  readonly providerId: ProviderId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AuthStatusRequest {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface NewSessionRequest {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers: readonly McpServer[]
  readonly systemPrompt?: SystemPrompt | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How to reach one MCP server that the session should use. */
export type McpServer =
  | ({ readonly type: 'http' } & McpServerHttp)
  | ({ readonly type: 'sse' } & McpServerSse)
  | ({ readonly type: 'acp' } & McpServerAcp)
  | ({ readonly type?: undefined } & McpServerStdio)

export interface McpServerAcp {
  readonly name: string
  readonly serverId: McpServerAcpId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Instructions from the client, added to the agent’s own or in place of them. */
export interface SystemPrompt {
  readonly mode: SystemPromptMode
  readonly content: readonly ContentBlock[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SystemPromptMode = 'append' | 'override' | (string & {})

export interface LoadSessionRequest {
  readonly mcpServers: readonly McpServer[]
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly sessionId: SessionId
  readonly systemPrompt?: SystemPrompt | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListSessionsRequest {
  readonly cwd?: string | null | undefined
  readonly cursor?: string | null | undefined
  readonly archived?: SessionArchiveFilter | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SessionArchiveFilter = 'exclude' | 'include' | 'only' | (string & {})

export interface ForkSessionRequest {
  readonly sessionId: SessionId
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly systemPrompt?: SystemPrompt | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ArchiveSessionRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface UnarchiveSessionRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionStatusRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetSessionTitleRequest {
  readonly sessionId: SessionId
  readonly title: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ResumeSessionRequest {
  readonly sessionId: SessionId
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly systemPrompt?: SystemPrompt | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type MessageMcpResponse = { readonly result: unknown; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } | { readonly error: McpError; readonly _meta?: { readonly [key: string]: unknown } | null | undefined }

export interface McpError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface MessageMcpNotification {
  readonly serverId: McpServerAcpId
  readonly requestId: McpRequestId
  readonly method: string
  readonly params?: { readonly [key: string]: unknown } | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type InitializeProxyRequest = InitializeRequest

export interface ProxySuccessorRequest {
  readonly method: string
  readonly params?: unknown
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type InitializeProxyResponse = InitializeResponse

export type ProxySuccessorResponse = unknown

export interface ProxySuccessorNotification {
  readonly method: string
  readonly params?: unknown
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What an agent is asked, and what it answers. */
export interface AgentRequests {
  /** Tells whether anybody is signed in, and as whom, without changing anything. */
  readonly 'auth/status': { readonly params: AuthStatusRequest; readonly result: AuthStatusResponse }
  /** Signs the user in by one of the ways that the agent offered at the start. */
  readonly 'authenticate': { readonly params: AuthenticateRequest; readonly result: AuthenticateResponse }
  /** The first call on a connection: both sides settle the version and say what they can do. */
  readonly 'initialize': { readonly params: InitializeRequest; readonly result: InitializeResponse }
  /** Forgets the sign-in; new sessions will need another one. */
  readonly 'logout': { readonly params: LogoutRequest; readonly result: LogoutResponse }
  /** Switches a model provider off, unless the agent cannot work without it. */
  readonly 'providers/disable': { readonly params: DisableProviderRequest; readonly result: DisableProviderResponse }
  /** Lists the model providers that can be set, and how each is set now; secrets stay hidden. */
  readonly 'providers/list': { readonly params: ListProvidersRequest; readonly result: ListProvidersResponse }
  /** Says where and how to reach a model provider, in place of what was set before. */
  readonly 'providers/set': { readonly params: SetProviderRequest; readonly result: SetProviderResponse }
  /** The handshake for a component that stands in the middle of a chain and has a successor. */
  readonly 'proxy/initialize': { readonly params: InitializeProxyRequest; readonly result: InitializeProxyResponse }
  /** Carries one request to or from the next component of the chain, and its answer back. */
  readonly 'proxy/successor': { readonly params: ProxySuccessorRequest; readonly result: ProxySuccessorResponse }
  /** Takes a session out of the usual list without deleting it. */
  readonly 'session/archive': { readonly params: ArchiveSessionRequest; readonly result: ArchiveSessionResponse }
  /** Ends the work of a session and frees what it holds; the conversation stays stored. */
  readonly 'session/close': { readonly params: CloseSessionRequest; readonly result: CloseSessionResponse }
  /** Removes a session from the list for good. */
  readonly 'session/delete': { readonly params: DeleteSessionRequest; readonly result: DeleteSessionResponse }
  /** Starts a second conversation that remembers everything said in the first. */
  readonly 'session/fork': { readonly params: ForkSessionRequest; readonly result: ForkSessionResponse }
  /** Lists stored sessions, page by page, perhaps of one working directory only. */
  readonly 'session/list': { readonly params: ListSessionsRequest; readonly result: ListSessionsResponse }
  /** Opens a stored session and replays the whole conversation before the answer comes. */
  readonly 'session/load': { readonly params: LoadSessionRequest; readonly result: LoadSessionResponse }
  /** Starts an empty conversation in a working directory. */
  readonly 'session/new': { readonly params: NewSessionRequest; readonly result: NewSessionResponse }
  /** Hands the agent a message from the user. */
  readonly 'session/prompt': { readonly params: PromptRequest; readonly result: PromptResponse }
  /** Opens a stored session to go on with it. */
  readonly 'session/resume': { readonly params: ResumeSessionRequest; readonly result: ResumeSessionResponse }
  /** Changes one setting of a session; the answer is the whole list of settings. */
  readonly 'session/set_config_option': { readonly params: SetSessionConfigOptionRequest; readonly result: SetSessionConfigOptionResponse }
  /** Puts a session into another of the modes that it offers. */
  readonly 'session/set_mode': { readonly params: SetSessionModeRequest; readonly result: SetSessionModeResponse }
  /** Gives a session a title of the user’s choosing; the answer is the title as stored. */
  readonly 'session/set_title': { readonly params: SetSessionTitleRequest; readonly result: SetSessionTitleResponse }
  /** Tells whether a session is open or only stored, without opening it. */
  readonly 'session/status': { readonly params: SessionStatusRequest; readonly result: SessionStatusResponse }
  /** Brings an archived session back into the usual list, without opening it. */
  readonly 'session/unarchive': { readonly params: UnarchiveSessionRequest; readonly result: UnarchiveSessionResponse }
}

/** What an agent is told without being asked. */
export interface AgentNotifications {
  /** The caller no longer needs an answer to one of its own requests; the request is still answered. */
  readonly '$/cancel_request': { readonly params: CancelRequestNotification }
  /** The client passes on what its MCP server says while a call to it is running. */
  readonly 'mcp/message': { readonly params: MessageMcpNotification }
  /** Carries one notification to or from the next component of the chain. */
  readonly 'proxy/successor': { readonly params: ProxySuccessorNotification }
  /** Stop what this session is doing; a prompt still running ends with the reason `cancelled`. */
  readonly 'session/cancel': { readonly params: CancelNotification }
}

/** What a client is asked, and what it answers. */
export interface ClientRequests {
  /** Asks the user for something the agent lacks: a form to fill in, or a page to visit. */
  readonly 'elicitation/create': { readonly params: CreateElicitationRequest; readonly result: CreateElicitationResponse }
  /** Reads a text file as the editor has it, changes not yet saved included. */
  readonly 'fs/read_text_file': { readonly params: ReadTextFileRequest; readonly result: ReadTextFileResponse }
  /** Writes a text file through the editor, and makes it when it is not there. */
  readonly 'fs/write_text_file': { readonly params: WriteTextFileRequest; readonly result: WriteTextFileResponse }
  /** The agent calls an MCP server that lives behind the client, over this same connection. */
  readonly 'mcp/message': { readonly params: MessageMcpRequest; readonly result: MessageMcpResponse }
  /** The handshake for a component that stands in the middle of a chain and has a successor. */
  readonly 'proxy/initialize': { readonly params: InitializeProxyRequest; readonly result: InitializeProxyResponse }
  /** Carries one request to or from the next component of the chain, and its answer back. */
  readonly 'proxy/successor': { readonly params: ProxySuccessorRequest; readonly result: ProxySuccessorResponse }
  /** Asks the user to choose before the agent goes on with something sensitive. */
  readonly 'session/request_permission': { readonly params: RequestPermissionRequest; readonly result: RequestPermissionResponse }
  /** Starts a command in a terminal of the client and returns at once. */
  readonly 'terminal/create': { readonly params: CreateTerminalRequest; readonly result: CreateTerminalResponse }
  /** Stops the command but keeps the terminal, so that its output can still be read. */
  readonly 'terminal/kill': { readonly params: KillTerminalRequest; readonly result: KillTerminalResponse }
  /** What the terminal has printed so far, and how it ended if it has. */
  readonly 'terminal/output': { readonly params: TerminalOutputRequest; readonly result: TerminalOutputResponse }
  /** Gives the terminal back; a command still running is stopped. */
  readonly 'terminal/release': { readonly params: ReleaseTerminalRequest; readonly result: ReleaseTerminalResponse }
  /** Answers when the command has ended, and says how. */
  readonly 'terminal/wait_for_exit': { readonly params: WaitForTerminalExitRequest; readonly result: WaitForTerminalExitResponse }
}

/** What a client is told without being asked. */
export interface ClientNotifications {
  /** The caller no longer needs an answer to one of its own requests; the request is still answered. */
  readonly '$/cancel_request': { readonly params: CancelRequestNotification }
  /** The sign-in has changed since the client last heard of it. */
  readonly 'auth/status_update': { readonly params: AuthStatusUpdateNotification }
  /** The page that the user was sent to has done its part; the client may put its prompt away. */
  readonly 'elicitation/complete': { readonly params: CompleteElicitationNotification }
  /** Carries one notification to or from the next component of the chain. */
  readonly 'proxy/successor': { readonly params: ProxySuccessorNotification }
  /** Something happened in a session: text arrived, a tool moved on, a plan changed. */
  readonly 'session/update': { readonly params: SessionNotification }
}

export type {
  RequestId,
  WriteTextFileRequest,
  SessionId,
  ReadTextFileRequest,
  RequestPermissionRequest,
  ToolCallUpdate,
  ToolCallId,
  ToolKind,
  ToolCallStatus,
  ToolCallContent,
  ContentBlock,
  Annotations,
  Role,
  TextContent,
  ImageContent,
  AudioContent,
  ResourceLink,
  EmbeddedResourceResource,
  TextResourceContents,
  BlobResourceContents,
  EmbeddedResource,
  Content,
  Diff,
  TerminalId,
  Terminal,
  ToolCallLocation,
  PermissionOption,
  PermissionOptionId,
  PermissionOptionKind,
  CreateTerminalRequest,
  EnvVariable,
  TerminalOutputRequest,
  ReleaseTerminalRequest,
  WaitForTerminalExitRequest,
  KillTerminalRequest,
  CreateElicitationRequest,
  ElicitationSessionScope,
  ElicitationRequestScope,
  ElicitationSchema,
  ElicitationSchemaType,
  ElicitationPropertySchema,
  StringFormat,
  EnumOption,
  StringPropertySchema,
  NumberPropertySchema,
  IntegerPropertySchema,
  BooleanPropertySchema,
  MultiSelectItems,
  StringMultiSelectItems,
  TitledMultiSelectItems,
  MultiSelectPropertySchema,
  ElicitationFormMode,
  ElicitationId,
  ElicitationUrlMode,
  ProtocolVersion,
  PromptCapabilities,
  SessionListCapabilities,
  SessionDeleteCapabilities,
  SessionAdditionalDirectoriesCapabilities,
  SessionResumeCapabilities,
  SessionCloseCapabilities,
  LogoutCapabilities,
  AuthMethod,
  AuthMethodId,
  AuthMethodTerminal,
  AuthMethodAgent,
  Implementation,
  AuthenticateResponse,
  LogoutResponse,
  NewSessionResponse,
  SessionModeState,
  SessionModeId,
  SessionMode,
  SessionConfigOption,
  SessionConfigId,
  SessionConfigOptionCategory,
  SessionConfigValueId,
  SessionConfigSelectOptions,
  SessionConfigSelectOption,
  SessionConfigSelectGroup,
  SessionConfigGroupId,
  SessionConfigSelect,
  SessionConfigBoolean,
  LoadSessionResponse,
  DeleteSessionResponse,
  ResumeSessionResponse,
  CloseSessionResponse,
  SetSessionModeResponse,
  SetSessionConfigOptionResponse,
  StopReason,
  Error,
  ErrorCode,
  MessageId,
  ContentChunk,
  ToolCall,
  PlanEntry,
  PlanEntryPriority,
  PlanEntryStatus,
  Plan,
  AvailableCommand,
  AvailableCommandInput,
  UnstructuredCommandInput,
  AvailableCommandsUpdate,
  CurrentModeUpdate,
  ConfigOptionUpdate,
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
  NoticeSeverity,
  Notice,
  CompactionId,
  CompactionStatus,
  CompactionUpdate,
  CompactionSummaryChunk,
  CompleteElicitationNotification,
  FileSystemCapabilities,
  ClientSessionCapabilities,
  CompactionCapabilities,
  SessionConfigOptionsCapabilities,
  BooleanConfigOptionCapabilities,
  NoticeCapabilities,
  AuthCapabilities,
  ElicitationCapabilities,
  ElicitationFormCapabilities,
  ElicitationUrlCapabilities,
  AuthenticateRequest,
  LogoutRequest,
  HttpHeader,
  McpServerHttp,
  McpServerSse,
  McpServerStdio,
  DeleteSessionRequest,
  CloseSessionRequest,
  SetSessionModeRequest,
  SetSessionConfigOptionRequest,
  PromptRequest,
  WriteTextFileResponse,
  ReadTextFileResponse,
  RequestPermissionResponse,
  RequestPermissionOutcome,
  SelectedPermissionOutcome,
  CreateTerminalResponse,
  TerminalOutputResponse,
  TerminalExitStatus,
  ReleaseTerminalResponse,
  WaitForTerminalExitResponse,
  KillTerminalResponse,
  CreateElicitationResponse,
  ElicitationContentValue,
  ElicitationAcceptAction,
  CancelNotification,
  CancelRequestNotification,
} from '../v1/types.gen.js'
