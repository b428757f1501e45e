/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { list, sift, table } from '../collection.js'
import { softList, softPart, softRecord, softText } from '../property.js'
import { isRecord, isWhole, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'
import { SessionListCapabilities } from '../v1/initialize.gen.js'
import { AvailableCommandsUpdate, CompactionSummaryChunk, CompactionUpdate, ContentBlock, ContentChunk, CurrentModeUpdate, McpServerHttp, McpServerStdio, Notice, Plan, PlanEntry, SessionInfoUpdate, SetSessionConfigOptionResponse, ToolCall, ToolCallUpdate, UsageUpdate, isStopReason } from '../v1/shapes.gen.js'

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
  if (typeof value.baseUrl !== 'string') return trail.failAt('baseUrl', 'string', value.baseUrl)
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
  out = softText(out, 'nextCursor', value.nextCursor, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionInfo(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories !== undefined) {
    trail.enter('additionalDirectories')
    const next = sift(value.additionalDirectories, trail, text)
    trail.leave()
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', trail.pardon(next, []))
  }
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'updatedAt', value.updatedAt, trail)
  if (value.archived != null && typeof value.archived !== 'boolean') out = trail.drop(out, 'archived', 'boolean')
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionStatusResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.status !== 'string') return trail.failAt('status', 'string', value.status)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionTitleResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.title !== 'string') return trail.failAt('title', 'string', value.title)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PromptResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isStopReason(value.stopReason)) return trail.failAt('stopReason', 'StopReason', value.stopReason)
  out = softPart(out, 'usage', value.usage, Usage, trail)
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

export function Error(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (!isWhole(value.code, -2147483648, 2147483647)) return trail.failAt('code', 'int32', value.code)
  if (typeof value.message !== 'string') return trail.failAt('message', 'string', value.message)
  return value
}

export function SessionNotification(value: unknown, trail: Trail): unknown {
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
      return ContentChunk(value, trail)
    case 'tool_call':
      return ToolCall(value, trail)
    case 'tool_call_update':
      return ToolCallUpdate(value, trail)
    case 'plan':
      return Plan(value, trail)
    case 'plan_update':
      return PlanUpdate(value, trail)
    case 'plan_removed':
      return PlanRemoved(value, trail)
    case 'available_commands_update':
      return AvailableCommandsUpdate(value, trail)
    case 'current_mode_update':
      return CurrentModeUpdate(value, trail)
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
    case 'session_message_chunk':
      return SessionMessageChunk(value, trail)
    default:
      return trail.failAt('sessionUpdate', 'SessionUpdate', value.sessionUpdate)
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
      return trail.failAt('type', 'PlanUpdateContent', value.type)
  }
}

export function PlanItems(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  {
    if (value.entries === undefined) return trail.failAt('entries', 'array', undefined)
    trail.enter('entries')
    const next = sift(value.entries, trail, PlanEntry)
    trail.leave()
    if (next !== value.entries) out = trail.put(out, 'entries', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanFile(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  if (typeof value.uri !== 'string') return trail.failAt('uri', 'string', value.uri)
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

export function SubagentSessionCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'cancel', value.cancel, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function StateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.state) {
    case 'running':
    case 'requires_action':
    case 'unknown':
      return SessionListCapabilities(value, trail)
    case 'idle':
      return IdleStateUpdate(value, trail)
    default:
      return typeof value.state === 'string' ? value : trail.failAt('state', 'string', value.state)
  }
}

export function ErrorStopReason(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  return softPart(out, 'error', value.error, Error, trail)
}

export function IdleStateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'usage', value.usage, Usage, trail)
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

export function SubagentUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  out = softPart(out, 'capabilities', value.capabilities, SubagentSessionCapabilities, trail)
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

export function SessionMessageChunk(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.messageId !== 'string') return trail.failAt('messageId', 'string', value.messageId)
  {
    trail.enter('content')
    const next = ContentBlock(value.content, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetProviderRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.providerId !== 'string') return trail.failAt('providerId', 'string', value.providerId)
  if (typeof value.apiType !== 'string') return trail.failAt('apiType', 'string', value.apiType)
  if (typeof value.baseUrl !== 'string') return trail.failAt('baseUrl', 'string', value.baseUrl)
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
  else {
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
    case 'sse':
      if (trail.fits(McpServerHttp, value) || !trail.fits(McpServerStdio, value)) return McpServerHttp(value, trail)
      return McpServerStdio(trail.drop(value, 'type', 'McpServer'), trail)
    case 'acp':
      if (trail.fits(McpServerAcp, value) || !trail.fits(McpServerStdio, value)) return McpServerAcp(value, trail)
      return McpServerStdio(trail.drop(value, 'type', 'McpServer'), trail)
    default:
      return McpServerStdio(value, trail)
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

export function LoadSessionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.mcpServers === null) out = trail.put(trail.drop(out, 'mcpServers', 'array'), 'mcpServers', [])
  else {
    trail.enter('mcpServers')
    const next = list(value.mcpServers, trail, McpServer)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.mcpServers) out = trail.put(out, 'mcpServers', next)
  }
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.additionalDirectories === null) out = trail.put(trail.drop(out, 'additionalDirectories', 'array'), 'additionalDirectories', [])
  else if (value.additionalDirectories !== undefined) {
    trail.enter('additionalDirectories')
    const next = list(value.additionalDirectories, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.additionalDirectories) out = trail.put(out, 'additionalDirectories', next)
  }
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (value.systemPrompt != null) {
    trail.enter('systemPrompt')
    const next = SystemPrompt(value.systemPrompt, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.systemPrompt) out = trail.put(out, 'systemPrompt', next)
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
  WriteTextFileRequest,
  ReadTextFileRequest,
  RequestPermissionRequest,
  ToolCallUpdate,
  ToolCallContent,
  ContentBlock,
  Annotations,
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
  Terminal,
  ToolCallLocation,
  PermissionOption,
  CreateTerminalRequest,
  EnvVariable,
  TerminalOutputRequest,
  TerminalOutputRequest as ReleaseTerminalRequest,
  TerminalOutputRequest as WaitForTerminalExitRequest,
  TerminalOutputRequest as KillTerminalRequest,
  NewSessionResponse,
  SessionModeState,
  SessionConfigOption,
  SessionConfigSelectOptions,
  SessionConfigSelectOption,
  SessionConfigSelectGroup,
  SessionConfigSelect,
  SessionConfigBoolean,
  LoadSessionResponse,
  NewSessionResponse as ForkSessionResponse,
  LoadSessionResponse as ResumeSessionResponse,
  SetSessionConfigOptionResponse,
  ContentChunk,
  ToolCall,
  PlanEntry,
  Plan,
  AvailableCommand,
  UnstructuredCommandInput,
  AvailableCommandsUpdate,
  CurrentModeUpdate,
  SetSessionConfigOptionResponse as ConfigOptionUpdate,
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
  Notice,
  CompactionUpdate,
  CompactionSummaryChunk,
  AuthenticateRequest,
  EnvVariable as HttpHeader,
  McpServerHttp,
  McpServerHttp as McpServerSse,
  McpServerStdio,
  DeleteSessionRequest,
  DeleteSessionRequest as ArchiveSessionRequest,
  DeleteSessionRequest as UnarchiveSessionRequest,
  DeleteSessionRequest as SessionStatusRequest,
  DeleteSessionRequest as CloseSessionRequest,
  SetSessionModeRequest,
  SetSessionConfigOptionRequest,
  PromptRequest,
  ReadTextFileResponse,
  RequestPermissionResponse,
  RequestPermissionOutcome,
  SelectedPermissionOutcome,
  Terminal as CreateTerminalResponse,
  TerminalOutputResponse,
  TerminalExitStatus,
  TerminalExitStatus as WaitForTerminalExitResponse,
  DeleteSessionRequest as CancelNotification,
  CancelRequestNotification,
} from '../v1/shapes.gen.js'

export {
  SessionListCapabilities as AuthenticateResponse,
  SessionListCapabilities as SetProviderResponse,
  SessionListCapabilities as DisableProviderResponse,
  SessionListCapabilities as LogoutResponse,
  AuthMethodAgent as SessionMode,
  SessionListCapabilities as DeleteSessionResponse,
  SessionListCapabilities as ArchiveSessionResponse,
  SessionListCapabilities as UnarchiveSessionResponse,
  SessionListCapabilities as CloseSessionResponse,
  SessionListCapabilities as SetSessionModeResponse,
  SessionListCapabilities as SessionCancelCapabilities,
  SessionListCapabilities as RunningStateUpdate,
  SessionListCapabilities as RequiresActionStateUpdate,
  SessionListCapabilities as UnknownStateUpdate,
  SessionListCapabilities as ListProvidersRequest,
  SessionListCapabilities as LogoutRequest,
  SessionListCapabilities as AuthStatusRequest,
  SessionListCapabilities as WriteTextFileResponse,
  SessionListCapabilities as ReleaseTerminalResponse,
  SessionListCapabilities as KillTerminalResponse,
} from '../v1/initialize.gen.js'

export {
  AuthStatusResponse as AuthStatusUpdateNotification,
  ForkSessionRequest as ResumeSessionRequest,
  MessageMcpRequest as MessageMcpNotification,
  ProxySuccessorRequest as ProxySuccessorNotification,
}
