/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { list, sift, table } from '../collection.js'
import { softList, softPart, softRecord, softText } from '../property.js'
import { isDateTime, isRecord, isUri, isWhole, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'
import { AvailableCommandsUpdate, BackgroundToolCall, CompactionSummaryChunk, CompactionUpdate, ContentBlock, ContentChunk, ErrorStopReason, McpServerHttp, McpServerStdio, Notice, PlanItems, ReplayFrom, SessionInfoUpdate, SessionNotFoundErrorData, SetSessionConfigOptionResponse, Terminal, TerminalOutputChunk, TerminalUpdate, ToolCallCapabilities, ToolCallContentChunk, ToolCallUpdate, UsageUpdate, UserMessage } from '../v2/shapes.gen.js'

export function MessageMcpRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.serverId !== 'string') return trail.failAt('serverId', 'string', value.serverId)
  if (typeof value.requestId !== 'string') return trail.failAt('requestId', 'string', value.requestId)
  if (typeof value.method !== 'string') return trail.failAt('method', 'string', value.method)
  if (value.params != null && !isRecord(value.params)) return trail.failAt('params', 'object', value.params)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ListProvidersResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('providers')
    const next = list(value.providers, trail, ProviderInfo)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.providers) out = trail.put(out, 'providers', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function ProviderInfo(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.providerId !== 'string') return trail.failAt('providerId', 'string', value.providerId)
  {
    if (value.supported === undefined) return trail.failAt('supported', 'array', undefined)
    trail.enter('supported')
    const next = sift(value.supported, trail, text)
    trail.leave()
    if (next !== value.supported) out = trail.put(out, 'supported', trail.pardon(next, []))
  }
  if (typeof value.required !== 'boolean') return trail.failAt('required', 'boolean', value.required)
  if (value.current != null) {
    trail.enter('current')
    const next = ProviderCurrentConfig(value.current, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.current) out = trail.put(out, 'current', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function ProviderCurrentConfig(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.apiType !== 'string') return trail.failAt('apiType', 'string', value.apiType)
  if (!isUri(value.baseUrl)) return trail.failAt('baseUrl', 'uri', value.baseUrl)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthStatusResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.state !== 'string') return trail.failAt('state', 'string', value.state)
  if (value.accounts !== undefined) {
    trail.enter('accounts')
    const next = sift(value.accounts, trail, AuthAccount)
    trail.leave()
    if (next !== value.accounts) out = trail.put(out, 'accounts', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthAccount(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.label !== 'string') return trail.failAt('label', 'string', value.label)
  if (value.active != null && typeof value.active !== 'boolean') out = trail.drop(out, 'active', 'boolean')
  out = softText(out, 'name', value.name, trail)
  out = softText(out, 'email', value.email, trail)
  out = softText(out, 'organization', value.organization, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ListSessionsResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    if (value.sessions === undefined) return trail.failAt('sessions', 'array', undefined)
    trail.enter('sessions')
    const next = sift(value.sessions, trail, SessionInfo)
    trail.leave()
    if (next !== value.sessions) out = trail.put(out, 'sessions', trail.pardon(next, []))
  }
  if (value.nextCursor != null && typeof value.nextCursor !== 'string') return trail.failAt('nextCursor', 'string', value.nextCursor)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionInfo(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories === null) out = trail.put(trail.drop(out, 'additionalDirectories', 'array'), 'additionalDirectories', [])
  else if (value.additionalDirectories !== undefined) {
    trail.enter('additionalDirectories')
    const next = list(value.additionalDirectories, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', next)
  }
  out = softText(out, 'title', value.title, trail)
  if (value.updatedAt != null && !isDateTime(value.updatedAt)) out = trail.drop(out, 'updatedAt', 'date-time')
  if (value.archived != null && typeof value.archived !== 'boolean') out = trail.drop(out, 'archived', 'boolean')
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionStatusResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.status !== 'string') return trail.failAt('status', 'string', value.status)
  out = softPart(out, 'state', value.state, StateUpdate, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function StateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.state) {
    case 'running':
    case 'requires_action':
    case 'unknown':
      return RunningStateUpdate(value, trail)
    case 'idle':
      return IdleStateUpdate(value, trail)
    default:
      return typeof value.state === 'string' ? value : trail.failAt('state', 'string', value.state)
  }
}

export function BackgroundWork(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'terminal':
      return Terminal(value, trail)
    case 'tool_call':
      return BackgroundToolCall(value, trail)
    case 'subagent':
      return SessionNotFoundErrorData(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function RunningStateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.background != null) {
    trail.enter('background')
    const next = list(value.background, trail, BackgroundWork)
    trail.leave()
    if (next !== value.background) out = trail.put(out, 'background', trail.pardon(next, undefined))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function Usage(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.totalTokens, 0, Infinity)) return trail.failAt('totalTokens', 'uint64', value.totalTokens)
  if (!isWhole(value.inputTokens, 0, Infinity)) return trail.failAt('inputTokens', 'uint64', value.inputTokens)
  if (!isWhole(value.outputTokens, 0, Infinity)) return trail.failAt('outputTokens', 'uint64', value.outputTokens)
  if (value.thoughtTokens != null && !isWhole(value.thoughtTokens, 0, Infinity)) out = trail.drop(out, 'thoughtTokens', 'uint64')
  if (value.cachedReadTokens != null && !isWhole(value.cachedReadTokens, 0, Infinity)) out = trail.drop(out, 'cachedReadTokens', 'uint64')
  if (value.cachedWriteTokens != null && !isWhole(value.cachedWriteTokens, 0, Infinity)) out = trail.drop(out, 'cachedWriteTokens', 'uint64')
  return softRecord(out, '_meta', value._meta, trail)
}

export function IdleStateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'usage', value.usage, Usage, trail)
  if (value.background != null) {
    trail.enter('background')
    const next = list(value.background, trail, BackgroundWork)
    trail.leave()
    if (next !== value.background) out = trail.put(out, 'background', trail.pardon(next, undefined))
  }
  out = softRecord(out, '_meta', value._meta, trail)
  out = softText(out, 'stopReason', value.stopReason, trail)
  switch (out.stopReason) {
    case 'end_turn':
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
    case 'cancelled':
      return out
    case 'error':
      return ErrorStopReason(out, trail)
    default:
      return typeof out.stopReason === 'string' ? out : IdleStateUpdateNone(out, trail)
  }
}

export function SetSessionTitleResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.title !== 'string') return trail.failAt('title', 'string', value.title)
  return softRecord(out, '_meta', value._meta, trail)
}

export function UpdateSessionNotification(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  {
    trail.enter('update')
    const next = SessionUpdate(value.update, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.update) out = trail.put(out, 'update', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
    case 'session_message_chunk':
      return ContentChunk(value, trail)
    case 'user_message':
    case 'agent_message':
    case 'agent_thought':
      return UserMessage(value, trail)
    case 'state_update':
      return StateUpdate(value, trail)
    case 'tool_call_content_chunk':
      return ToolCallContentChunk(value, trail)
    case 'tool_call_update':
      return ToolCallUpdate(value, trail)
    case 'terminal_update':
      return TerminalUpdate(value, trail)
    case 'terminal_output_chunk':
      return TerminalOutputChunk(value, trail)
    case 'plan_update':
      return PlanUpdate(value, trail)
    case 'plan_removed':
      return PlanRemoved(value, trail)
    case 'available_commands_update':
      return AvailableCommandsUpdate(value, trail)
    case 'config_option_update':
      return SetSessionConfigOptionResponse(value, trail)
    case 'session_info_update':
      return SessionInfoUpdate(value, trail)
    case 'usage_update':
      return UsageUpdate(value, trail)
    case 'notice':
      return Notice(value, trail)
    case 'compaction_update':
      return CompactionUpdate(value, trail)
    case 'compaction_summary_chunk':
      return CompactionSummaryChunk(value, trail)
    case 'subagent_update':
      return SubagentUpdate(value, trail)
    case 'session_message':
      return SessionMessage(value, trail)
    default:
      return typeof value.sessionUpdate === 'string' ? value : trail.failAt('sessionUpdate', 'string', value.sessionUpdate)
  }
}

export function PlanUpdateContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'items':
      return PlanItems(value, trail)
    case 'file':
      return PlanFile(value, trail)
    case 'markdown':
      return PlanMarkdown(value, trail)
    default:
      return typeof value.type === 'string' ? PlanUpdateContentOther(value, trail) : trail.failAt('type', 'string', value.type)
  }
}

export function PlanFile(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  if (!isUri(value.uri)) return trail.failAt('uri', 'uri', value.uri)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanMarkdown(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  if (typeof value.content !== 'string') return trail.failAt('content', 'string', value.content)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('plan')
    const next = PlanUpdateContent(value.plan, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.plan) out = trail.put(out, 'plan', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanRemoved(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SubagentUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  out = softPart(out, 'capabilities', value.capabilities, ToolCallCapabilities, trail)
  out = softPart(out, 'state', value.state, StateUpdate, trail)
  if (value.cwd != null && typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories != null) {
    trail.enter('additionalDirectories')
    const next = list(value.additionalDirectories, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionMessage(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.messageId !== 'string') return trail.failAt('messageId', 'string', value.messageId)
  out = softText(out, 'senderSessionId', value.senderSessionId, trail)
  out = softText(out, 'recipientSessionId', value.recipientSessionId, trail)
  out = softText(out, 'senderMessageId', value.senderMessageId, trail)
  out = softText(out, 'recipientMessageId', value.recipientMessageId, trail)
  out = softList(out, 'content', value.content, ContentBlock, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetProviderRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.providerId !== 'string') return trail.failAt('providerId', 'string', value.providerId)
  if (typeof value.apiType !== 'string') return trail.failAt('apiType', 'string', value.apiType)
  if (!isUri(value.baseUrl)) return trail.failAt('baseUrl', 'uri', value.baseUrl)
  if (value.headers !== undefined) {
    trail.enter('headers')
    const next = table(value.headers, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.headers) out = trail.put(out, 'headers', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function DisableProviderRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.providerId !== 'string') return trail.failAt('providerId', 'string', value.providerId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function NewSessionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories === null) out = trail.put(trail.drop(out, 'additionalDirectories', 'array'), 'additionalDirectories', [])
  else if (value.additionalDirectories !== undefined) {
    trail.enter('additionalDirectories')
    const next = list(value.additionalDirectories, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', next)
  }
  if (value.mcpServers === null) out = trail.put(trail.drop(out, 'mcpServers', 'array'), 'mcpServers', [])
  else if (value.mcpServers !== undefined) {
    trail.enter('mcpServers')
    const next = list(value.mcpServers, trail, McpServer)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.mcpServers) out = trail.put(out, 'mcpServers', next)
  }
  if (value.systemPrompt != null) {
    trail.enter('systemPrompt')
    const next = SystemPrompt(value.systemPrompt, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.systemPrompt) out = trail.put(out, 'systemPrompt', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpServer(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'http':
      return McpServerHttp(value, trail)
    case 'acp':
      return McpServerAcp(value, trail)
    case 'stdio':
      return McpServerStdio(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function McpServerAcp(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.serverId !== 'string') return trail.failAt('serverId', 'string', value.serverId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SystemPrompt(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.mode !== 'string') return trail.failAt('mode', 'string', value.mode)
  {
    trail.enter('content')
    const next = list(value.content, trail, ContentBlock)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function ListSessionsRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.cwd != null && typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.cursor != null && typeof value.cursor !== 'string') return trail.failAt('cursor', 'string', value.cursor)
  if (value.archived != null && typeof value.archived !== 'string') return trail.failAt('archived', 'string', value.archived)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ForkSessionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories === null) out = trail.put(trail.drop(out, 'additionalDirectories', 'array'), 'additionalDirectories', [])
  else if (value.additionalDirectories !== undefined) {
    trail.enter('additionalDirectories')
    const next = list(value.additionalDirectories, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', next)
  }
  if (value.mcpServers === null) out = trail.put(trail.drop(out, 'mcpServers', 'array'), 'mcpServers', [])
  else if (value.mcpServers !== undefined) {
    trail.enter('mcpServers')
    const next = list(value.mcpServers, trail, McpServer)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.mcpServers) out = trail.put(out, 'mcpServers', next)
  }
  if (value.systemPrompt != null) {
    trail.enter('systemPrompt')
    const next = SystemPrompt(value.systemPrompt, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.systemPrompt) out = trail.put(out, 'systemPrompt', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionTitleRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.title !== 'string') return trail.failAt('title', 'string', value.title)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ResumeSessionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories === null) out = trail.put(trail.drop(out, 'additionalDirectories', 'array'), 'additionalDirectories', [])
  else if (value.additionalDirectories !== undefined) {
    trail.enter('additionalDirectories')
    const next = list(value.additionalDirectories, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', next)
  }
  if (value.mcpServers === null) out = trail.put(trail.drop(out, 'mcpServers', 'array'), 'mcpServers', [])
  else if (value.mcpServers !== undefined) {
    trail.enter('mcpServers')
    const next = list(value.mcpServers, trail, McpServer)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.mcpServers) out = trail.put(out, 'mcpServers', next)
  }
  if (value.replayFrom != null) {
    trail.enter('replayFrom')
    const next = ReplayFrom(value.replayFrom, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.replayFrom) out = trail.put(out, 'replayFrom', next)
  }
  if (value.systemPrompt != null) {
    trail.enter('systemPrompt')
    const next = SystemPrompt(value.systemPrompt, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.systemPrompt) out = trail.put(out, 'systemPrompt', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function MessageMcpResponse(value: unknown, trail: Trail): unknown {
  if (trail.fits(MessageMcpResponse1, value)) return MessageMcpResponse1(value, trail)
  if (trail.fits(MessageMcpResponse2, value)) return MessageMcpResponse2(value, trail)
  return trail.fail('MessageMcpResponse', value)
}

export function McpError(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (!isWhole(value.code, -2147483648, 2147483647)) return trail.failAt('code', 'int32', value.code)
  if (typeof value.message !== 'string') return trail.failAt('message', 'string', value.message)
  return value
}

export function ProxySuccessorRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.method !== 'string') return trail.failAt('method', 'string', value.method)
  return softRecord(out, '_meta', value._meta, trail)
}

function IdleStateUpdateNone(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (value.stopReason !== undefined && value.stopReason !== null) return trail.failAt('stopReason', 'null', value.stopReason)
  return value
}

function PlanUpdateContentOther(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  return value
}

function MessageMcpResponse1(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.result === undefined) return trail.failAt('result', 'a value', undefined)
  return softRecord(out, '_meta', value._meta, trail)
}

function MessageMcpResponse2(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('error')
    const next = McpError(value.error, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.error) out = trail.put(out, 'error', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export {
  RequestPermissionRequest,
  RequestPermissionSubject,
  ToolCallUpdate,
  ToolCallContent,
  ContentBlock,
  Annotations,
  TextContent,
  ImageContent,
  AudioContent,
  Icon,
  ResourceLink,
  EmbeddedResourceResource,
  TextResourceContents,
  BlobResourceContents,
  EmbeddedResource,
  Content,
  DiffChange,
  DiffPathChange,
  DiffPathPairChange,
  DiffPatch,
  Diff,
  Terminal,
  ToolCallLocation,
  ToolCallCapabilities,
  ToolCallPermissionSubject,
  CommandPermissionSubject,
  PermissionOption,
  NewSessionResponse,
  SessionConfigOption,
  SessionConfigSelectOptions,
  SessionConfigSelectOption,
  SessionConfigSelectGroup,
  SessionConfigSelect,
  SessionConfigBoolean,
  AvailableCommand,
  AvailableCommandInput,
  TextCommandInput,
  Command,
  NewSessionResponse as ForkSessionResponse,
  Terminal as BackgroundTerminal,
  BackgroundToolCall,
  SessionNotFoundErrorData as BackgroundSubagent,
  Error,
  ErrorData,
  UnsupportedProtocolVersionErrorData,
  SessionNotFoundErrorData,
  ErrorStopReason,
  ResumeSessionResponse,
  SetSessionConfigOptionResponse,
  PromptResponse,
  ContentChunk,
  UserMessage,
  UserMessage as AgentMessage,
  UserMessage as AgentThought,
  ToolCallContentChunk,
  TerminalOutput,
  TerminalExitStatus,
  TerminalSize,
  ToolCallCapabilities as TerminalCapabilities,
  TerminalUpdate,
  TerminalOutputChunk,
  PlanEntry,
  PlanItems,
  AvailableCommandsUpdate,
  SetSessionConfigOptionResponse as ConfigOptionUpdate,
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
  Notice,
  CompactionUpdate,
  CompactionSummaryChunk,
  ToolCallCapabilities as SubagentSessionCapabilities,
  ContentChunk as SessionMessageChunk,
  LoginAuthRequest,
  McpServerHttp,
  McpServerStdio,
  SessionNotFoundErrorData as DeleteSessionRequest,
  SessionNotFoundErrorData as ArchiveSessionRequest,
  SessionNotFoundErrorData as UnarchiveSessionRequest,
  SessionNotFoundErrorData as SessionStatusRequest,
  ReplayFrom,
  SessionNotFoundErrorData as CloseSessionRequest,
  CancelToolCallRequest,
  CancelTerminalRequest,
  SetSessionConfigOptionRequest,
  PromptRequest,
  RequestPermissionResponse,
  RequestPermissionOutcome,
  SelectedPermissionOutcome,
  SessionNotFoundErrorData as CancelSessionNotification,
  CancelRequestNotification,
} from '../v2/shapes.gen.js'

export {
  PromptImageCapabilities as ToolCallCancelCapabilities,
  PromptImageCapabilities as LoginAuthResponse,
  PromptImageCapabilities as SetProviderResponse,
  PromptImageCapabilities as DisableProviderResponse,
  PromptImageCapabilities as LogoutAuthResponse,
  PromptImageCapabilities as DeleteSessionResponse,
  PromptImageCapabilities as ArchiveSessionResponse,
  PromptImageCapabilities as UnarchiveSessionResponse,
  PromptImageCapabilities as CloseSessionResponse,
  PromptImageCapabilities as CancelToolCallResponse,
  PromptImageCapabilities as CancelTerminalResponse,
  PromptImageCapabilities as TerminalCancelCapabilities,
  PromptImageCapabilities as SessionCancelCapabilities,
  PromptImageCapabilities as ListProvidersRequest,
  PromptImageCapabilities as LogoutAuthRequest,
  PromptImageCapabilities as AuthStatusRequest,
  EnvVariable as HttpHeader,
  PromptImageCapabilities as ReplayFromStart,
  PromptImageCapabilities as CancelledPermissionOutcome,
} from '../v2/initialize.gen.js'

export {
  RunningStateUpdate as RequiresActionStateUpdate,
  RunningStateUpdate as UnknownStateUpdate,
  AuthStatusResponse as AuthStatusUpdateNotification,
  MessageMcpRequest as MessageMcpNotification,
  ProxySuccessorRequest as ProxySuccessorNotification,
}
