/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

/** The id of a JSON-RPC request. */
export type RequestId = number | string

/** What is about to happen, and the buttons to choose from. */
export interface RequestPermissionRequest {
  readonly sessionId: SessionId
  readonly title: string
  readonly description?: string | null | undefined
  readonly subject?: RequestPermissionSubject | null | undefined
  readonly options: readonly PermissionOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The name of a conversation, chosen by the agent. */
export type SessionId = string

/** What the permission is for: a tool call, a command, or something newer. */
export type RequestPermissionSubject =
  | ({ readonly type: 'tool_call' } & ToolCallPermissionSubject)
  | ({ readonly type: 'command' } & CommandPermissionSubject)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

/** What has changed about a tool call; what is absent stays as it was. */
export interface ToolCallUpdate {
  readonly toolCallId: ToolCallId
  readonly name?: string | null | undefined
  readonly title?: string | null | undefined
  readonly kind?: ToolKind | null | undefined
  readonly status?: ToolCallStatus | null | undefined
  readonly content?: readonly ToolCallContent[] | null | undefined
  readonly locations?: readonly ToolCallLocation[] | null | undefined
  readonly rawInput?: unknown
  readonly rawOutput?: unknown
  readonly capabilities?: ToolCallCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ToolCallId = string

/** What sort of thing a tool does, for its icon and for permission rules. */
export type ToolKind = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other' | (string & {})

/** How far a tool call is. */
export type ToolCallStatus = 'pending' | 'in_progress' | 'paused' | 'completed' | 'failed' | 'cancelled' | (string & {})

/** What a tool call shows: content, a diff, or a terminal. */
export type ToolCallContent =
  | ({ readonly type: 'content' } & Content)
  | ({ readonly type: 'diff' } & Diff)
  | ({ readonly type: 'terminal' } & Terminal)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

/** One piece of a message: text, picture, sound, a link to a resource, or the resource itself. */
export type ContentBlock =
  | ({ readonly type: 'text' } & TextContent)
  | ({ readonly type: 'image' } & ImageContent)
  | ({ readonly type: 'audio' } & AudioContent)
  | ({ readonly type: 'resource_link' } & ResourceLink)
  | ({ readonly type: 'resource' } & EmbeddedResource)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

/** Hints on how to treat a piece of content: for whom it is, and how much it matters. */
export interface Annotations {
  readonly audience?: readonly Role[] | null | undefined
  readonly lastModified?: string | null | undefined
  readonly priority?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Who a piece of content is meant for. */
export type Role = 'assistant' | 'user' | (string & {})

/** Text, usually Markdown. */
export interface TextContent {
  readonly text: string
  readonly annotations?: Annotations | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type MediaType = string

/** A picture, in base64; only for agents that said they take it. */
export interface ImageContent {
  readonly data: string
  readonly mimeType: MediaType
  readonly uri?: string | null | undefined
  readonly annotations?: Annotations | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Sound, in base64; only for agents that said they take it. */
export interface AudioContent {
  readonly data: string
  readonly mimeType: MediaType
  readonly annotations?: Annotations | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface Icon {
  readonly src: string
  readonly mimeType?: MediaType | null | undefined
  readonly sizes?: readonly string[] | null | undefined
  readonly theme?: IconTheme | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type IconTheme = 'light' | 'dark' | (string & {})

/** A resource that the agent can fetch by its address. */
export interface ResourceLink {
  readonly name: string
  readonly uri: string
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  readonly icons?: readonly Icon[] | null | undefined
  readonly mimeType?: MediaType | null | undefined
  readonly size?: number | null | undefined
  readonly annotations?: Annotations | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents

/** The text of a resource. */
export interface TextResourceContents {
  readonly text: string
  readonly uri: string
  readonly mimeType?: MediaType | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The bytes of a resource, in base64. */
export interface BlobResourceContents {
  readonly blob: string
  readonly uri: string
  readonly mimeType?: MediaType | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A resource with its contents inside the message. */
export interface EmbeddedResource {
  readonly resource: EmbeddedResourceResource
  readonly annotations?: Annotations | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A content block as the output of a tool. */
export interface Content {
  readonly content: ContentBlock
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What happens to one file in a diff. */
export type DiffChange = { readonly fileType?: DiffFileType | null | undefined; readonly mimeType?: MediaType | null | undefined; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly operation: 'add' } & DiffPathChange)
  | ({ readonly operation: 'delete' } & DiffPathChange)
  | ({ readonly operation: 'modify' } & DiffPathChange)
  | ({ readonly operation: 'move' } & DiffPathPairChange)
  | ({ readonly operation: 'copy' } & DiffPathPairChange)
  | ({ readonly operation: `_${string}`; readonly [key: string]: unknown })
)

export type DiffFileType = 'text' | 'binary' | 'directory' | 'symlink' | (string & {})

/** A path from the root of the file system. */
export type AbsolutePath = string

export interface DiffPathChange {
  readonly path: AbsolutePath
}

export interface DiffPathPairChange {
  readonly oldPath: AbsolutePath
  readonly path: AbsolutePath
}

export interface DiffPatch {
  readonly format: DiffPatchFormat
  readonly text: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type DiffPatchFormat = 'git_patch' | (string & {})

/** A change to files, shown to the user. */
export interface Diff {
  readonly changes: readonly DiffChange[]
  readonly patch?: DiffPatch | null | undefined
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
  readonly path: AbsolutePath
  readonly line?: number | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ToolCallCapabilities {
  readonly cancel?: ToolCallCancelCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ToolCallCancelCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ToolCallPermissionSubject {
  readonly toolCall: ToolCallUpdate
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CommandPermissionSubject {
  readonly command: string
  readonly cwd: AbsolutePath
  readonly toolCallId?: ToolCallId | null | undefined
  readonly terminalId?: TerminalId | null | undefined
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
export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | (string & {})

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
  readonly type: ElicitationSchemaType
  readonly title?: string | null | undefined
  readonly properties: { readonly [key: string]: ElicitationPropertySchema }
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

export type StringFormat = 'email' | 'uri' | 'date' | 'date-time' | (string & {})

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
  readonly info: Implementation
  readonly capabilities?: AgentCapabilities | undefined
  readonly authMethods?: readonly AuthMethod[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ProtocolVersion = number

/** The name and version of a program, for logs and for show. */
export interface Implementation {
  readonly name: string
  readonly title?: string | null | undefined
  readonly version: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What an agent can do beyond the minimum; what is missing here must not be asked of it. */
export interface AgentCapabilities {
  readonly session?: SessionCapabilities | null | undefined
  readonly auth?: AgentAuthCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What can be done with sessions beyond the minimum. */
export interface SessionCapabilities {
  readonly prompt?: PromptCapabilities | null | undefined
  readonly mcp?: McpCapabilities | null | undefined
  readonly delete?: SessionDeleteCapabilities | null | undefined
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Which content a prompt may hold besides text and links. */
export interface PromptCapabilities {
  readonly image?: PromptImageCapabilities | null | undefined
  readonly audio?: PromptAudioCapabilities | null | undefined
  readonly embeddedContext?: PromptEmbeddedContextCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PromptImageCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PromptAudioCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface PromptEmbeddedContextCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpCapabilities {
  readonly stdio?: McpStdioCapabilities | null | undefined
  readonly http?: McpHttpCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpStdioCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpHttpCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionDeleteCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionAdditionalDirectoriesCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface AgentAuthCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One way to sign in. */
export type AuthMethod =
  | ({ readonly type: 'terminal' } & AuthMethodTerminal)
  | ({ readonly type: 'agent' } & AuthMethodAgent)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown } & { readonly methodId: AuthMethodId; readonly name: string })

export type AuthMethodId = string

export interface EnvVariable {
  readonly name: string
  readonly value: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The user signs in by running the agent’s own program in a terminal. */
export interface AuthMethodTerminal {
  readonly methodId: AuthMethodId
  readonly name: string
  readonly description?: string | null | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: readonly EnvVariable[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The agent handles this sign-in by itself. */
export interface AuthMethodAgent {
  readonly methodId: AuthMethodId
  readonly name: string
  readonly description?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LoginAuthResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LogoutAuthResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface NewSessionResponse {
  readonly sessionId: SessionId
  readonly configOptions?: readonly SessionConfigOption[] | undefined
  readonly availableCommands?: readonly AvailableCommand[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One setting of a session, with its current value and what else it could be. */
export type SessionConfigOption = { readonly configId: SessionConfigId; readonly name: string; readonly description?: string | null | undefined; readonly category?: SessionConfigOptionCategory | null | undefined; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly type: 'select' } & SessionConfigSelect)
  | ({ readonly type: 'boolean' } & SessionConfigBoolean)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })
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
  readonly groupId: SessionConfigGroupId
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

/** A command the user may begin a prompt with, such as `/plan`. */
export type AvailableCommand =
  | ({ readonly type: 'command' } & Command)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown } & { readonly name: string; readonly description: string })

export type AvailableCommandInput =
  | ({ readonly type: 'text' } & TextCommandInput)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

export interface TextCommandInput {
  readonly hint: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface Command {
  readonly name: string
  readonly description: string
  readonly input?: AvailableCommandInput | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListSessionsResponse {
  readonly sessions: readonly SessionInfo[]
  readonly nextCursor?: SessionListCursor | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A stored session, as a list shows it. */
export interface SessionInfo {
  readonly sessionId: SessionId
  readonly cwd: AbsolutePath
  readonly additionalDirectories?: readonly AbsolutePath[] | undefined
  readonly title?: string | null | undefined
  readonly updatedAt?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SessionListCursor = string

export interface DeleteSessionResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ResumeSessionResponse {
  readonly configOptions?: readonly SessionConfigOption[] | undefined
  readonly availableCommands?: readonly AvailableCommand[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CloseSessionResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CancelToolCallResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CancelTerminalResponse {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SetSessionConfigOptionResponse {
  readonly configOptions: readonly SessionConfigOption[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a prompt came to. */
export interface PromptResponse {
  readonly messageId: MessageId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type MessageId = string

/** Why a request failed. */
export interface Error {
  readonly code: ErrorCode
  readonly message: string
  readonly data?: ErrorData | null | undefined
}

/** The number of an error: JSON-RPC’s own, the protocol’s, or another. */
export type ErrorCode = number

export type ErrorData = UnsupportedProtocolVersionErrorData | SessionNotFoundErrorData | unknown

export interface UnsupportedProtocolVersionErrorData {
  readonly requested: ProtocolVersion
  readonly supported: readonly ProtocolVersion[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SessionNotFoundErrorData {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One thing that happened in one session. */
export interface UpdateSessionNotification {
  readonly sessionId: SessionId
  readonly update: SessionUpdate
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One thing that happened in a session; `sessionUpdate` says what. */
export type SessionUpdate =
  | ({ readonly sessionUpdate: 'user_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'user_message' } & UserMessage)
  | ({ readonly sessionUpdate: 'agent_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_message' } & AgentMessage)
  | ({ readonly sessionUpdate: 'agent_thought_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_thought' } & AgentThought)
  | ({ readonly sessionUpdate: 'state_update' } & StateUpdate)
  | ({ readonly sessionUpdate: 'tool_call_content_chunk' } & ToolCallContentChunk)
  | ({ readonly sessionUpdate: 'tool_call_update' } & ToolCallUpdate)
  | ({ readonly sessionUpdate: 'terminal_update' } & TerminalUpdate)
  | ({ readonly sessionUpdate: 'terminal_output_chunk' } & TerminalOutputChunk)
  | ({ readonly sessionUpdate: 'plan_update' } & PlanUpdate)
  | ({ readonly sessionUpdate: 'available_commands_update' } & AvailableCommandsUpdate)
  | ({ readonly sessionUpdate: 'config_option_update' } & ConfigOptionUpdate)
  | ({ readonly sessionUpdate: 'session_info_update' } & SessionInfoUpdate)
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate)
  | ({ readonly sessionUpdate: 'notice' } & Notice)
  | ({ readonly sessionUpdate: 'compaction_update' } & CompactionUpdate)
  | ({ readonly sessionUpdate: 'compaction_summary_chunk' } & CompactionSummaryChunk)
  | ({ readonly sessionUpdate: `_${string}`; readonly [key: string]: unknown })

/** One more block of a message that is still being said. */
export interface ContentChunk {
  readonly messageId: MessageId
  readonly content: ContentBlock
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The whole of one message by the user, in place of what is known of it. */
export interface UserMessage {
  readonly messageId: MessageId
  readonly content?: readonly ContentBlock[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The whole of one message by the agent, in place of what is known of it. */
export interface AgentMessage {
  readonly messageId: MessageId
  readonly content?: readonly ContentBlock[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The whole of one piece of reasoning, in place of what is known of it. */
export interface AgentThought {
  readonly messageId: MessageId
  readonly content?: readonly ContentBlock[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Something that goes on although the turn is over. */
export type BackgroundWork =
  | ({ readonly type: 'terminal' } & BackgroundTerminal)
  | ({ readonly type: 'tool_call' } & BackgroundToolCall)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

export interface BackgroundTerminal {
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface BackgroundToolCall {
  readonly toolCallId: ToolCallId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface RunningStateUpdate {
  readonly background?: readonly BackgroundWork[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ErrorStopReason {
  readonly error?: Error | null | undefined
}

export type IdleStateUpdate = { readonly background?: readonly BackgroundWork[] | null | undefined; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
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
  readonly background?: readonly BackgroundWork[] | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Whether a session is working, waiting for the user, or idle. */
export type StateUpdate =
  | ({ readonly state: 'running' } & RunningStateUpdate)
  | ({ readonly state: 'idle' } & IdleStateUpdate)
  | ({ readonly state: 'requires_action' } & RequiresActionStateUpdate)
  | ({ readonly state: `_${string}`; readonly [key: string]: unknown })

/** One more thing that a tool call shows. */
export interface ToolCallContentChunk {
  readonly toolCallId: ToolCallId
  readonly content: ToolCallContent
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalOutput {
  readonly data: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How a command ended: a code, or the signal that ended it. */
export interface TerminalExitStatus {
  readonly exitCode?: number | null | undefined
  readonly signal?: string | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalSize {
  readonly cols: number
  readonly rows: number
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalCapabilities {
  readonly cancel?: TerminalCancelCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalCancelCapabilities {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What is known of a terminal of the agent, created when its id is new. */
export interface TerminalUpdate {
  readonly terminalId: TerminalId
  readonly command?: string | null | undefined
  readonly cwd?: AbsolutePath | null | undefined
  readonly output?: TerminalOutput | null | undefined
  readonly exitStatus?: TerminalExitStatus | null | undefined
  readonly size?: TerminalSize | null | undefined
  readonly capabilities?: TerminalCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** More bytes that a terminal printed, in base64. */
export interface TerminalOutputChunk {
  readonly terminalId: TerminalId
  readonly data: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** A plan as steps, as a file, or as text. */
export type PlanUpdateContent =
  | ({ readonly type: 'items' } & PlanItems)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown } & { readonly planId: PlanId })

export type PlanId = string

/** One step of a plan. */
export interface PlanEntry {
  readonly content: string
  readonly priority: PlanEntryPriority
  readonly status: PlanEntryStatus
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How much a step matters. */
export type PlanEntryPriority = 'high' | 'medium' | 'low' | (string & {})

/** How far a step is. */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed' | 'cancelled' | (string & {})

export interface PlanItems {
  readonly planId: PlanId
  readonly entries: readonly PlanEntry[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** One of several plans has changed: its new content in full. */
export interface PlanUpdate {
  readonly plan: PlanUpdateContent
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** The commands that can be used from now on, in place of the former list. */
export interface AvailableCommandsUpdate {
  readonly availableCommands: readonly AvailableCommand[]
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
  readonly info: Implementation
  readonly capabilities?: ClientCapabilities | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** What a client can do for an agent; what is missing here must not be asked of it. */
export interface ClientCapabilities {
  readonly auth?: ClientAuthCapabilities | null | undefined
  readonly elicitation?: ElicitationCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ClientAuthCapabilities {
  readonly terminal?: TerminalAuthCapabilities | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface TerminalAuthCapabilities {
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

export interface LoginAuthRequest {
  readonly methodId: AuthMethodId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface LogoutAuthRequest {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface NewSessionRequest {
  readonly cwd: AbsolutePath
  readonly additionalDirectories?: readonly AbsolutePath[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** How to reach one MCP server that the session should use. */
export type McpServer =
  | ({ readonly type: 'http' } & McpServerHttp)
  | ({ readonly type: 'stdio' } & McpServerStdio)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

export interface HttpHeader {
  readonly name: string
  readonly value: string
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpServerHttp {
  readonly name: string
  readonly url: string
  readonly headers?: readonly HttpHeader[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface McpServerStdio {
  readonly name: string
  readonly command: AbsolutePath
  readonly args?: readonly string[] | undefined
  readonly env?: readonly EnvVariable[] | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ListSessionsRequest {
  readonly cwd?: AbsolutePath | null | undefined
  readonly cursor?: SessionListCursor | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface DeleteSessionRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface ResumeSessionRequest {
  readonly sessionId: SessionId
  readonly cwd: AbsolutePath
  readonly additionalDirectories?: readonly AbsolutePath[] | undefined
  readonly mcpServers?: readonly McpServer[] | undefined
  readonly replayFrom?: ReplayFrom | null | undefined
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type ReplayFrom =
  | ({ readonly type: 'start' } & ReplayFromStart)
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown })

export interface ReplayFromStart {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CloseSessionRequest {
  readonly sessionId: SessionId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CancelToolCallRequest {
  readonly sessionId: SessionId
  readonly toolCallId: ToolCallId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface CancelTerminalRequest {
  readonly sessionId: SessionId
  readonly terminalId: TerminalId
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export type SetSessionConfigOptionRequest = { readonly sessionId: SessionId; readonly configId: SessionConfigId; readonly _meta?: { readonly [key: string]: unknown } | null | undefined } & (
  | ({ readonly type: 'id' } & { readonly value: SessionConfigValueId })
  | ({ readonly type: 'boolean' } & { readonly value: boolean })
  | ({ readonly type: `_${string}`; readonly [key: string]: unknown } & { readonly value: unknown })
)

/** A message from the user to the agent. */
export interface PromptRequest {
  readonly sessionId: SessionId
  readonly prompt: readonly ContentBlock[]
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface RequestPermissionResponse {
  readonly outcome: RequestPermissionOutcome
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

/** Which button was pressed, or that none was because the turn was cancelled. */
export type RequestPermissionOutcome =
  | ({ readonly outcome: 'cancelled' } & CancelledPermissionOutcome)
  | ({ readonly outcome: 'selected' } & SelectedPermissionOutcome)
  | ({ readonly outcome: `_${string}`; readonly [key: string]: unknown })

export interface CancelledPermissionOutcome {
  readonly _meta?: { readonly [key: string]: unknown } | null | undefined
}

export interface SelectedPermissionOutcome {
  readonly optionId: PermissionOptionId
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
export type ElicitationContentValue = string | number | boolean | readonly string[] | unknown

/** The user answered; the content follows the form that was asked. */
export interface ElicitationAcceptAction {
  readonly content?: { readonly [key: string]: ElicitationContentValue } | null | undefined
}

export interface CancelSessionNotification {
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
  readonly 'auth/login': { readonly params: LoginAuthRequest; readonly result: LoginAuthResponse }
  /** Forgets the sign-in; new sessions will need another one. */
  readonly 'auth/logout': { readonly params: LogoutAuthRequest; readonly result: LogoutAuthResponse }
  /** The first call on a connection: both sides settle the version and say what they can do. */
  readonly 'initialize': { readonly params: InitializeRequest; readonly result: InitializeResponse }
  /** Ends the work of a session and frees what it holds; the conversation stays stored. */
  readonly 'session/close': { readonly params: CloseSessionRequest; readonly result: CloseSessionResponse }
  /** Removes a session from the list for good. */
  readonly 'session/delete': { readonly params: DeleteSessionRequest; readonly result: DeleteSessionResponse }
  /** Lists stored sessions, page by page, perhaps of one working directory only. */
  readonly 'session/list': { readonly params: ListSessionsRequest; readonly result: ListSessionsResponse }
  /** Starts an empty conversation in a working directory. */
  readonly 'session/new': { readonly params: NewSessionRequest; readonly result: NewSessionResponse }
  /** Hands the agent a message from the user. */
  readonly 'session/prompt': { readonly params: PromptRequest; readonly result: PromptResponse }
  /** Opens a stored session to go on with it. */
  readonly 'session/resume': { readonly params: ResumeSessionRequest; readonly result: ResumeSessionResponse }
  /** Changes one setting of a session; the answer is the whole list of settings. */
  readonly 'session/set_config_option': { readonly params: SetSessionConfigOptionRequest; readonly result: SetSessionConfigOptionResponse }
  /** Asks the agent to stop a command that runs in one of its terminals. */
  readonly 'terminal/cancel': { readonly params: CancelTerminalRequest; readonly result: CancelTerminalResponse }
  /** Asks the agent to stop one tool call while the turn goes on. */
  readonly 'tool_call/cancel': { readonly params: CancelToolCallRequest; readonly result: CancelToolCallResponse }
}

/** What an agent is told without being asked. */
export interface AgentNotifications {
  /** The caller no longer needs an answer to one of its own requests; the request is still answered. */
  readonly '$/cancel_request': { readonly params: CancelRequestNotification }
  /** Stop what this session is doing; a prompt still running ends with the reason `cancelled`. */
  readonly 'session/cancel': { readonly params: CancelSessionNotification }
}

/** What a client is asked, and what it answers. */
export interface ClientRequests {
  /** Asks the user for something the agent lacks: a form to fill in, or a page to visit. */
  readonly 'elicitation/create': { readonly params: CreateElicitationRequest; readonly result: CreateElicitationResponse }
  /** Asks the user to choose before the agent goes on with something sensitive. */
  readonly 'session/request_permission': { readonly params: RequestPermissionRequest; readonly result: RequestPermissionResponse }
}

/** What a client is told without being asked. */
export interface ClientNotifications {
  /** The caller no longer needs an answer to one of its own requests; the request is still answered. */
  readonly '$/cancel_request': { readonly params: CancelRequestNotification }
  /** The page that the user was sent to has done its part; the client may put its prompt away. */
  readonly 'elicitation/complete': { readonly params: CompleteElicitationNotification }
  /** Something happened in a session: text arrived, a tool moved on, a plan changed. */
  readonly 'session/update': { readonly params: UpdateSessionNotification }
}
