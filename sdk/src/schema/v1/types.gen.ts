/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

/** The id of a JSON-RPC request. */
export type RequestId = null | number | string

export interface WriteTextFileRequest {
  readonly sessionId: SessionId
  readonly path: string
  readonly content: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The name of a conversation, chosen by the agent. */
export type SessionId = string

export interface ReadTextFileRequest {
  readonly sessionId: SessionId
  readonly path: string
  readonly line?: number | null | undefined
  readonly limit?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What is about to happen, and the buttons to choose from. */
export interface RequestPermissionRequest {
  readonly sessionId: SessionId
  readonly toolCall: ToolCallUpdate
  readonly options: readonly PermissionOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What has changed about a tool call; what is absent stays as it was. */
export interface ToolCallUpdate {
  readonly toolCallId: ToolCallId
  readonly kind?: ToolKind | null | undefined
  readonly status?: ToolCallStatus | null | undefined
  readonly title?: string | null | undefined
  readonly name?: string | null | undefined
  readonly content?: readonly ToolCallContent[] | null | undefined
  readonly locations?: readonly ToolCallLocation[] | null | undefined
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ToolCallId = string

/** What sort of thing a tool does, for its icon and for permission rules. */
export type ToolKind = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other'

/** How far a tool call is. */
export type ToolCallStatus = 'pending' | 'in_progress' | 'completed' | 'failed'

/** What a tool call shows: content, a diff, or a terminal. */
export type ToolCallContent =
  | ({ readonly type: 'content' } & Content)
  | ({ readonly type: 'diff' } & Diff)
  | ({ readonly type: 'terminal' } & Terminal)

/** One piece of a message: text, picture, sound, a link to a resource, or the resource itself. */
export type ContentBlock =
  | ({ readonly type: 'text' } & TextContent)
  | ({ readonly type: 'image' } & ImageContent)
  | ({ readonly type: 'audio' } & AudioContent)
  | ({ readonly type: 'resource_link' } & ResourceLink)
  | ({ readonly type: 'resource' } & EmbeddedResource)

/** Hints on how to treat a piece of content: for whom it is, and how much it matters. */
export interface Annotations {
  readonly audience?: readonly Role[] | null | undefined
  readonly lastModified?: string | null | undefined
  readonly priority?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Who a piece of content is meant for. */
export type Role = 'assistant' | 'user'

/** Text, usually Markdown. */
export interface TextContent {
  readonly annotations?: Annotations | null | undefined
  readonly text: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A picture, in base64; only for agents that said they take it. */
export interface ImageContent {
  readonly annotations?: Annotations | null | undefined
  readonly data: string
  readonly mimeType: string
  readonly uri?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Sound, in base64; only for agents that said they take it. */
export interface AudioContent {
  readonly annotations?: Annotations | null | undefined
  readonly data: string
  readonly mimeType: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A resource that the agent can fetch by its address. */
export interface ResourceLink {
  readonly annotations?: Annotations | null | undefined
  readonly description?: string | null | undefined
  readonly mimeType?: string | null | undefined
  readonly name: string
  readonly size?: number | null | undefined
  readonly title?: string | null | undefined
  readonly uri: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents

/** The text of a resource. */
export interface TextResourceContents {
  readonly mimeType?: string | null | undefined
  readonly text: string
  readonly uri: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The bytes of a resource, in base64. */
export interface BlobResourceContents {
  readonly blob: string
  readonly mimeType?: string | null | undefined
  readonly uri: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A resource with its contents inside the message. */
export interface EmbeddedResource {
  readonly annotations?: Annotations | null | undefined
  readonly resource: EmbeddedResourceResource
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A content block as the output of a tool. */
export interface Content {
  readonly content: ContentBlock
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A change to files, shown to the user. */
export interface Diff {
  readonly path: string
  readonly oldText?: string | null | undefined
  readonly newText: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type TerminalId = string

/** A terminal whose output belongs to a tool call, shown live. */
export interface Terminal {
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A place in a file that a tool call is working at, so that an editor can follow. */
export interface ToolCallLocation {
  readonly path: string
  readonly line?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One button of a permission request. */
export interface PermissionOption {
  readonly optionId: PermissionOptionId
  readonly name: string
  readonly kind: PermissionOptionKind
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type PermissionOptionId = string

/** What a button means: yes or no, this time or always. */
export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always'

export interface CreateTerminalRequest {
  readonly sessionId: SessionId
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly env?: readonly EnvVariable[] | undefined
  readonly cwd?: string | null | undefined
  readonly outputByteLimit?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface EnvVariable {
  readonly name: string
  readonly value: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalOutputRequest {
  readonly sessionId: SessionId
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ReleaseTerminalRequest {
  readonly sessionId: SessionId
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface WaitForTerminalExitRequest {
  readonly sessionId: SessionId
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface KillTerminalRequest {
  readonly sessionId: SessionId
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A question to the user: either a form or a page to visit, for one session or one request. */
export type CreateElicitationRequest = { readonly message: string; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly mode: 'form' } & ElicitationFormMode)
  | ({ readonly mode: 'url' } & ElicitationUrlMode)
  | ({ readonly mode: `_${string}`; readonly [key: string]: unknown } & (
  | ElicitationSessionScope
  | ElicitationRequestScope))
)

export interface ElicitationSessionScope {
  readonly sessionId: SessionId
  readonly toolCallId?: ToolCallId | null | undefined
}

export interface ElicitationRequestScope {
  readonly requestId: RequestId
}

/** The fields of a form: a flat object of simple values. */
export interface ElicitationSchema {
  readonly type?: ElicitationSchemaType | undefined
  readonly title?: string | null | undefined
  readonly properties?: { readonly [key: string]: ElicitationPropertySchema } | undefined
  readonly required?: readonly string[] | null | undefined
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ElicitationSchemaType = 'object'

/** One field of a form. */
export type ElicitationPropertySchema =
  | ({ readonly type: 'string' } & StringPropertySchema)
  | ({ readonly type: 'number' } & NumberPropertySchema)
  | ({ readonly type: 'integer' } & IntegerPropertySchema)
  | ({ readonly type: 'boolean' } & BooleanPropertySchema)
  | ({ readonly type: 'array' } & MultiSelectPropertySchema)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

export type StringFormat = 'email' | 'uri' | 'date' | 'date-time'

export interface EnumOption {
  readonly const: string
  readonly title: string
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface StringPropertySchema {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly minLength?: number | null | undefined
  readonly maxLength?: number | null | undefined
  readonly pattern?: string | null | undefined
  readonly format?: StringFormat | null | undefined
  readonly default?: string | null | undefined
  readonly enum?: readonly string[] | null | undefined
  readonly oneOf?: readonly EnumOption[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface NumberPropertySchema {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly minimum?: number | null | undefined
  readonly maximum?: number | null | undefined
  readonly default?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface IntegerPropertySchema {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly minimum?: number | null | undefined
  readonly maximum?: number | null | undefined
  readonly default?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface BooleanPropertySchema {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly default?: boolean | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type MultiSelectItems =
  | ({ readonly type: 'string' } & StringMultiSelectItems)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })
  | ({ readonly type?: undefined } & TitledMultiSelectItems)

export interface StringMultiSelectItems {
  readonly enum: readonly string[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TitledMultiSelectItems {
  readonly anyOf: readonly EnumOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface MultiSelectPropertySchema {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly minItems?: number | null | undefined
  readonly maxItems?: number | null | undefined
  readonly items: MultiSelectItems
  readonly default?: readonly string[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ElicitationFormMode = { readonly requestedSchema: ElicitationSchema } & (
  | ElicitationSessionScope
  | ElicitationRequestScope
)

export type ElicitationId = string

export type ElicitationUrlMode = { readonly elicitationId: ElicitationId; readonly url: string } & (
  | ElicitationSessionScope
  | ElicitationRequestScope
)

/** What an agent says of itself, and the version both will speak. */
export interface InitializeResponse {
  readonly protocolVersion: ProtocolVersion
  readonly agentCapabilities?: AgentCapabilities | undefined
  readonly authMethods?: readonly AuthMethod[] | undefined
  readonly agentInfo?: Implementation | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ProtocolVersion = number

/** What an agent can do beyond the minimum; what is missing here must not be asked of it. */
export interface AgentCapabilities {
  readonly loadSession?: boolean | undefined
  readonly promptCapabilities?: PromptCapabilities | undefined
  readonly mcpCapabilities?: McpCapabilities | undefined
  readonly sessionCapabilities?: SessionCapabilities | undefined
  readonly auth?: AgentAuthCapabilities | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Which content a prompt may hold besides text and links. */
export interface PromptCapabilities {
  readonly image?: boolean | undefined
  readonly audio?: boolean | undefined
  readonly embeddedContext?: boolean | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpCapabilities {
  readonly http?: boolean | undefined
  readonly sse?: boolean | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What can be done with sessions beyond the minimum. */
export interface SessionCapabilities {
  readonly list?: SessionListCapabilities | null | undefined
  readonly delete?: SessionDeleteCapabilities | null | undefined
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null | undefined
  readonly resume?: SessionResumeCapabilities | null | undefined
  readonly close?: SessionCloseCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionListCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionDeleteCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionAdditionalDirectoriesCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionResumeCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionCloseCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AgentAuthCapabilities {
  readonly logout?: LogoutCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LogoutCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One way to sign in. */
export type AuthMethod =
  | ({ readonly type: 'terminal' } & AuthMethodTerminal)
  | ({ readonly type?: undefined } & AuthMethodAgent)

export type AuthMethodId = string

/** The user signs in by running the agent’s own program in a terminal. */
export interface AuthMethodTerminal {
  readonly id: AuthMethodId
  readonly name: string
  readonly description?: string | null | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: { readonly [key: string]: string } | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The agent handles this sign-in by itself. */
export interface AuthMethodAgent {
  readonly id: AuthMethodId
  readonly name: string
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The name and version of a program, for logs and for show. */
export interface Implementation {
  readonly name: string
  readonly title?: string | null | undefined
  readonly version: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AuthenticateResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LogoutResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface NewSessionResponse {
  readonly sessionId: SessionId
  readonly modes?: SessionModeState | null | undefined
  readonly configOptions?: readonly SessionConfigOption[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The modes of a session and the one it is in. */
export interface SessionModeState {
  readonly currentModeId: SessionModeId
  readonly availableModes: readonly SessionMode[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SessionModeId = string

/** One way for a session to work, such as only asking or also writing. */
export interface SessionMode {
  readonly id: SessionModeId
  readonly name: string
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One setting of a session, with its current value and what else it could be. */
export type SessionConfigOption = { readonly id: SessionConfigId; readonly name: string; readonly description?: string | null | undefined; readonly category?: SessionConfigOptionCategory | null | undefined; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly type: 'select' } & SessionConfigSelect)
  | ({ readonly type: 'boolean' } & SessionConfigBoolean)
)

export type SessionConfigId = string

/** What a setting is about, so that a client can place it. */
export type SessionConfigOptionCategory = 'mode' | 'model' | 'model_config' | 'thought_level' | (string & {})

export type SessionConfigValueId = string

export type SessionConfigSelectOptions = readonly SessionConfigSelectOption[] | readonly SessionConfigSelectGroup[]

export interface SessionConfigSelectOption {
  readonly value: SessionConfigValueId
  readonly name: string
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionConfigSelectGroup {
  readonly group: SessionConfigGroupId
  readonly name: string
  readonly options: readonly SessionConfigSelectOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SessionConfigGroupId = string

/** A setting that takes one of several values. */
export interface SessionConfigSelect {
  readonly currentValue: SessionConfigValueId
  readonly options: SessionConfigSelectOptions
}

/** A setting that is on or off. */
export interface SessionConfigBoolean {
  readonly currentValue: boolean
}

export interface LoadSessionResponse {
  readonly modes?: SessionModeState | null | undefined
  readonly configOptions?: readonly SessionConfigOption[] | null | undefined
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
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface DeleteSessionResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ResumeSessionResponse {
  readonly modes?: SessionModeState | null | undefined
  readonly configOptions?: readonly SessionConfigOption[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CloseSessionResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetSessionModeResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetSessionConfigOptionResponse {
  readonly configOptions: readonly SessionConfigOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a prompt came to. */
export interface PromptResponse {
  readonly stopReason: StopReason
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Why a turn ended. */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled'

/** Why a request failed. */
export interface Error {
  readonly code: ErrorCode
  readonly message: string
  readonly data?: unknown
}

/** The number of an error: JSON-RPC’s own, the protocol’s, or another. */
export type ErrorCode = number

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
  | ({ readonly sessionUpdate: 'available_commands_update' } & AvailableCommandsUpdate)
  | ({ readonly sessionUpdate: 'current_mode_update' } & CurrentModeUpdate)
  | ({ readonly sessionUpdate: 'config_option_update' } & ConfigOptionUpdate)
  | ({ readonly sessionUpdate: 'session_info_update' } & SessionInfoUpdate)
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate)
  | ({ readonly sessionUpdate: 'notice' } & Notice)
  | ({ readonly sessionUpdate: 'compaction_update' } & CompactionUpdate)
  | ({ readonly sessionUpdate: 'compaction_summary_chunk' } & CompactionSummaryChunk)

export type MessageId = string

/** One more block of a message that is still being said. */
export interface ContentChunk {
  readonly content: ContentBlock
  readonly messageId?: MessageId | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A tool call begins. */
export interface ToolCall {
  readonly toolCallId: ToolCallId
  readonly title: string
  readonly name?: string | null | undefined
  readonly kind?: ToolKind | undefined
  readonly status?: ToolCallStatus | undefined
  readonly content?: readonly ToolCallContent[] | undefined
  readonly locations?: readonly ToolCallLocation[] | undefined
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One step of a plan. */
export interface PlanEntry {
  readonly content: string
  readonly priority: PlanEntryPriority
  readonly status: PlanEntryStatus
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How much a step matters. */
export type PlanEntryPriority = 'high' | 'medium' | 'low'

/** How far a step is. */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed'

/** What the agent intends to do: the full list each time. */
export interface Plan {
  readonly entries: readonly PlanEntry[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A command the user may begin a prompt with, such as `/plan`. */
export interface AvailableCommand {
  readonly name: string
  readonly description: string
  readonly input?: AvailableCommandInput | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type AvailableCommandInput = UnstructuredCommandInput

export interface UnstructuredCommandInput {
  readonly hint: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The commands that can be used from now on, in place of the former list. */
export interface AvailableCommandsUpdate {
  readonly availableCommands: readonly AvailableCommand[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The session is in another mode now. */
export interface CurrentModeUpdate {
  readonly currentModeId: SessionModeId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** All settings of the session as they are now. */
export interface ConfigOptionUpdate {
  readonly configOptions: readonly SessionConfigOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a list shows of the session has changed. */
export interface SessionInfoUpdate {
  readonly title?: string | null | undefined
  readonly updatedAt?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Money spent, and its currency. */
export interface Cost {
  readonly amount: number
  readonly currency: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How full the context is, and what the session has cost. */
export interface UsageUpdate {
  readonly used: number
  readonly size: number
  readonly cost?: Cost | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type NoticeSeverity = 'info' | 'warning' | 'error' | (string & {})

/** A line for the user that is not part of the conversation. */
export interface Notice {
  readonly severity: NoticeSeverity
  readonly title: string
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type CompactionId = string

export type CompactionStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled' | (string & {})

/** The agent shortens its memory of the conversation: how far that is, and what remains. */
export interface CompactionUpdate {
  readonly compactionId: CompactionId
  readonly status: CompactionStatus
  readonly summary?: readonly ContentBlock[] | null | undefined
  readonly error?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CompactionSummaryChunk {
  readonly compactionId: CompactionId
  readonly content: ContentBlock
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CompleteElicitationNotification {
  readonly elicitationId: ElicitationId
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
  readonly auth?: AuthCapabilities | undefined
  readonly elicitation?: ElicitationCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface FileSystemCapabilities {
  readonly readTextFile?: boolean | undefined
  readonly writeTextFile?: boolean | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ClientSessionCapabilities {
  readonly compaction?: CompactionCapabilities | null | undefined
  readonly configOptions?: SessionConfigOptionsCapabilities | null | undefined
  readonly notices?: NoticeCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type CompactionCapabilities = { readonly [key: string]: unknown }

export interface SessionConfigOptionsCapabilities {
  readonly boolean?: BooleanConfigOptionCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface BooleanConfigOptionCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type NoticeCapabilities = { readonly [key: string]: unknown }

export interface AuthCapabilities {
  readonly terminal?: boolean | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Which kinds of question a client can put to its user. */
export interface ElicitationCapabilities {
  readonly form?: ElicitationFormCapabilities | null | undefined
  readonly url?: ElicitationUrlCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ElicitationFormCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ElicitationUrlCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AuthenticateRequest {
  readonly methodId: AuthMethodId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LogoutRequest {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface NewSessionRequest {
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers: readonly McpServer[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How to reach one MCP server that the session should use. */
export type McpServer =
  | ({ readonly type: 'http' } & McpServerHttp)
  | ({ readonly type: 'sse' } & McpServerSse)
  | ({ readonly type?: undefined } & McpServerStdio)

export interface HttpHeader {
  readonly name: string
  readonly value: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpServerHttp {
  readonly name: string
  readonly url: string
  readonly headers: readonly HttpHeader[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpServerSse {
  readonly name: string
  readonly url: string
  readonly headers: readonly HttpHeader[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpServerStdio {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly EnvVariable[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LoadSessionRequest {
  readonly mcpServers: readonly McpServer[]
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListSessionsRequest {
  readonly cwd?: string | null | undefined
  readonly cursor?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface DeleteSessionRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ResumeSessionRequest {
  readonly sessionId: SessionId
  readonly cwd: string
  readonly additionalDirectories?: readonly string[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CloseSessionRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetSessionModeRequest {
  readonly sessionId: SessionId
  readonly modeId: SessionModeId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SetSessionConfigOptionRequest = { readonly sessionId: SessionId; readonly configId: SessionConfigId; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly type: 'boolean' } & { readonly value: boolean })
  | ({ readonly type?: undefined } & { readonly value: SessionConfigValueId })
)

/** A message from the user to the agent. */
export interface PromptRequest {
  readonly sessionId: SessionId
  readonly prompt: readonly ContentBlock[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface WriteTextFileResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ReadTextFileResponse {
  readonly content: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface RequestPermissionResponse {
  readonly outcome: RequestPermissionOutcome
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Which button was pressed, or that none was because the turn was cancelled. */
export type RequestPermissionOutcome =
  | ({ readonly outcome: 'cancelled' })
  | ({ readonly outcome: 'selected' } & SelectedPermissionOutcome)

export interface SelectedPermissionOutcome {
  readonly optionId: PermissionOptionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CreateTerminalResponse {
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalOutputResponse {
  readonly output: string
  readonly truncated: boolean
  readonly exitStatus?: TerminalExitStatus | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How a command ended: a code, or the signal that ended it. */
export interface TerminalExitStatus {
  readonly exitCode?: number | null | undefined
  readonly signal?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ReleaseTerminalResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface WaitForTerminalExitResponse {
  readonly exitCode?: number | null | undefined
  readonly signal?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface KillTerminalResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What came of the question: answered, declined, or closed without a choice. */
export type CreateElicitationResponse = { readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly action: 'accept' } & ElicitationAcceptAction)
  | ({ readonly action: 'decline' })
  | ({ readonly action: 'cancel' })
  | ({ readonly action: `_${string}`; readonly [key: string]: unknown })
)

/** What one field of an answered form may hold. */
export type ElicitationContentValue = string | number | boolean | readonly string[]

/** The user answered; the content follows the form that was asked. */
export interface ElicitationAcceptAction {
  readonly content?: { readonly [key: string]: ElicitationContentValue } | null | undefined
}

export interface CancelNotification {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CancelRequestNotification {
  readonly requestId: RequestId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What an agent is asked, and what it answers. */
export interface AgentRequests {
  /** Signs the user in by one of the ways that the agent offered at the start. */
  readonly 'authenticate': { readonly params: AuthenticateRequest; readonly result: AuthenticateResponse }
  /** The first call on a connection: both sides settle the version and say what they can do. */
  readonly 'initialize': { readonly params: InitializeRequest; readonly result: InitializeResponse }
  /** Forgets the sign-in; new sessions will need another one. */
  readonly 'logout': { readonly params: LogoutRequest; readonly result: LogoutResponse }
  /** Ends the work of a session and frees what it holds; the conversation stays stored. */
  readonly 'session/close': { readonly params: CloseSessionRequest; readonly result: CloseSessionResponse }
  /** Removes a session from the list for good. */
  readonly 'session/delete': { readonly params: DeleteSessionRequest; readonly result: DeleteSessionResponse }
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
}

/** What an agent is told without being asked. */
export interface AgentNotifications {
  /** The caller no longer needs an answer to one of its own requests; the request is still answered. */
  readonly '$/cancel_request': { readonly params: CancelRequestNotification }
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
  /** The page that the user was sent to has done its part; the client may put its prompt away. */
  readonly 'elicitation/complete': { readonly params: CompleteElicitationNotification }
  /** Something happened in a session: text arrived, a tool moved on, a plan changed. */
  readonly 'session/update': { readonly params: SessionNotification }
}
