/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { list, sift } from '../collection.js'
import { softList, softPart, softRecord, softText } from '../property.js'
import { isRecord, isWhole, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'
import { AuthMethodAgent } from './initialize.gen.js'

export function isRequestId(value: unknown): boolean {
  return value === null || Number.isInteger(value) || typeof value === 'string'
}

export function isToolKind(value: unknown): boolean {
  return value === 'read' || value === 'edit' || value === 'delete' || value === 'move' || value === 'search' || value === 'execute' || value === 'think' || value === 'fetch' || value === 'switch_mode' || value === 'other'
}

export function isToolCallStatus(value: unknown): boolean {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'failed'
}

export function isRole(value: unknown): boolean {
  return value === 'assistant' || value === 'user'
}

export function isPermissionOptionKind(value: unknown): boolean {
  return value === 'allow_once' || value === 'allow_always' || value === 'reject_once' || value === 'reject_always'
}

export function isStopReason(value: unknown): boolean {
  return value === 'end_turn' || value === 'max_tokens' || value === 'max_turn_requests' || value === 'refusal' || value === 'cancelled'
}

export function isPlanEntryPriority(value: unknown): boolean {
  return value === 'high' || value === 'medium' || value === 'low'
}

export function isPlanEntryStatus(value: unknown): boolean {
  return value === 'pending' || value === 'in_progress' || value === 'completed'
}

export function WriteTextFileRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.path !== 'string') return trail.failAt('path', 'string', value.path)
  if (typeof value.content !== 'string') return trail.failAt('content', 'string', value.content)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ReadTextFileRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.path !== 'string') return trail.failAt('path', 'string', value.path)
  if (value.line != null && !isWhole(value.line, 0, 4294967295)) return trail.failAt('line', 'uint32', value.line)
  if (value.limit != null && !isWhole(value.limit, 0, 4294967295)) return trail.failAt('limit', 'uint32', value.limit)
  return softRecord(out, '_meta', value._meta, trail)
}

export function RequestPermissionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  {
    trail.enter('toolCall')
    const next = ToolCallUpdate(value.toolCall, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.toolCall) out = trail.put(out, 'toolCall', next)
  }
  {
    trail.enter('options')
    const next = list(value.options, trail, PermissionOption)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.options) out = trail.put(out, 'options', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function ToolCallUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.toolCallId !== 'string') return trail.failAt('toolCallId', 'string', value.toolCallId)
  if (value.kind != null && !isToolKind(value.kind)) out = trail.drop(out, 'kind', 'ToolKind')
  if (value.status != null && !isToolCallStatus(value.status)) out = trail.drop(out, 'status', 'ToolCallStatus')
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'name', value.name, trail)
  out = softList(out, 'content', value.content, ToolCallContent, trail)
  out = softList(out, 'locations', value.locations, ToolCallLocation, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ToolCallContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'content':
      return Content(value, trail)
    case 'diff':
      return Diff(value, trail)
    case 'terminal':
      return Terminal(value, trail)
    default:
      return trail.failAt('type', 'ToolCallContent', value.type)
  }
}

export function ContentBlock(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'text':
      return TextContent(value, trail)
    case 'image':
      return ImageContent(value, trail)
    case 'audio':
      return AudioContent(value, trail)
    case 'resource_link':
      return ResourceLink(value, trail)
    case 'resource':
      return EmbeddedResource(value, trail)
    default:
      return trail.failAt('type', 'ContentBlock', value.type)
  }
}

export function Annotations(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softList(out, 'audience', value.audience, eachRole, trail)
  out = softText(out, 'lastModified', value.lastModified, trail)
  if (value.priority != null && !Number.isFinite(value.priority)) out = trail.drop(out, 'priority', 'number')
  return softRecord(out, '_meta', value._meta, trail)
}

export function TextContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  if (typeof value.text !== 'string') return trail.failAt('text', 'string', value.text)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ImageContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  if (typeof value.data !== 'string') return trail.failAt('data', 'string', value.data)
  if (typeof value.mimeType !== 'string') return trail.failAt('mimeType', 'string', value.mimeType)
  out = softText(out, 'uri', value.uri, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AudioContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  if (typeof value.data !== 'string') return trail.failAt('data', 'string', value.data)
  if (typeof value.mimeType !== 'string') return trail.failAt('mimeType', 'string', value.mimeType)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ResourceLink(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  out = softText(out, 'description', value.description, trail)
  out = softText(out, 'mimeType', value.mimeType, trail)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (value.size != null && !Number.isInteger(value.size)) out = trail.drop(out, 'size', 'integer')
  out = softText(out, 'title', value.title, trail)
  if (typeof value.uri !== 'string') return trail.failAt('uri', 'string', value.uri)
  return softRecord(out, '_meta', value._meta, trail)
}

export function EmbeddedResourceResource(value: unknown, trail: Trail): unknown {
  if (trail.fits(TextResourceContents, value)) return TextResourceContents(value, trail)
  if (trail.fits(BlobResourceContents, value)) return BlobResourceContents(value, trail)
  return trail.fail('EmbeddedResourceResource', value)
}

export function TextResourceContents(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'mimeType', value.mimeType, trail)
  if (typeof value.text !== 'string') return trail.failAt('text', 'string', value.text)
  if (typeof value.uri !== 'string') return trail.failAt('uri', 'string', value.uri)
  return softRecord(out, '_meta', value._meta, trail)
}

export function BlobResourceContents(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.blob !== 'string') return trail.failAt('blob', 'string', value.blob)
  out = softText(out, 'mimeType', value.mimeType, trail)
  if (typeof value.uri !== 'string') return trail.failAt('uri', 'string', value.uri)
  return softRecord(out, '_meta', value._meta, trail)
}

export function EmbeddedResource(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  {
    trail.enter('resource')
    const next = EmbeddedResourceResource(value.resource, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.resource) out = trail.put(out, 'resource', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function Content(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('content')
    const next = ContentBlock(value.content, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function Diff(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.path !== 'string') return trail.failAt('path', 'string', value.path)
  out = softText(out, 'oldText', value.oldText, trail)
  if (typeof value.newText !== 'string') return trail.failAt('newText', 'string', value.newText)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Terminal(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.terminalId !== 'string') return trail.failAt('terminalId', 'string', value.terminalId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ToolCallLocation(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.path !== 'string') return trail.failAt('path', 'string', value.path)
  if (value.line != null && !isWhole(value.line, 0, 4294967295)) out = trail.drop(out, 'line', 'uint32')
  return softRecord(out, '_meta', value._meta, trail)
}

export function PermissionOption(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.optionId !== 'string') return trail.failAt('optionId', 'string', value.optionId)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (!isPermissionOptionKind(value.kind)) return trail.failAt('kind', 'PermissionOptionKind', value.kind)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CreateTerminalRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.command !== 'string') return trail.failAt('command', 'string', value.command)
  if (value.args === null) out = trail.put(trail.drop(out, 'args', 'array'), 'args', [])
  else if (value.args !== undefined) {
    trail.enter('args')
    const next = list(value.args, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.args) out = trail.put(out, 'args', next)
  }
  if (value.env === null) out = trail.put(trail.drop(out, 'env', 'array'), 'env', [])
  else if (value.env !== undefined) {
    trail.enter('env')
    const next = list(value.env, trail, EnvVariable)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.env) out = trail.put(out, 'env', next)
  }
  if (value.cwd != null && typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.outputByteLimit != null && !isWhole(value.outputByteLimit, 0, Infinity)) return trail.failAt('outputByteLimit', 'uint64', value.outputByteLimit)
  return softRecord(out, '_meta', value._meta, trail)
}

export function EnvVariable(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.value !== 'string') return trail.failAt('value', 'string', value.value)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalOutputRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.terminalId !== 'string') return trail.failAt('terminalId', 'string', value.terminalId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function NewSessionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  out = softPart(out, 'modes', value.modes, SessionModeState, trail)
  out = softList(out, 'configOptions', value.configOptions, SessionConfigOption, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionModeState(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.currentModeId !== 'string') return trail.failAt('currentModeId', 'string', value.currentModeId)
  {
    if (value.availableModes === undefined) return trail.failAt('availableModes', 'array', undefined)
    trail.enter('availableModes')
    const next = sift(value.availableModes, trail, AuthMethodAgent)
    trail.leave()
    if (next !== value.availableModes) out = trail.put(out, 'availableModes', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionConfigOption(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.id !== 'string') return trail.failAt('id', 'string', value.id)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'description', value.description, trail)
  out = softText(out, 'category', value.category, trail)
  out = softRecord(out, '_meta', value._meta, trail)
  switch (out.type) {
    case 'select':
      return SessionConfigSelect(out, trail)
    case 'boolean':
      return SessionConfigBoolean(out, trail)
    default:
      return trail.failAt('type', 'SessionConfigOption', out.type)
  }
}

export function SessionConfigSelectOptions(value: unknown, trail: Trail): unknown {
  if (trail.fits(SessionConfigSelectOptions1, value)) return SessionConfigSelectOptions1(value, trail)
  if (trail.fits(SessionConfigSelectOptions2, value)) return SessionConfigSelectOptions2(value, trail)
  return trail.fail('SessionConfigSelectOptions', value)
}

export function SessionConfigSelectOption(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.value !== 'string') return trail.failAt('value', 'string', value.value)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'description', value.description, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionConfigSelectGroup(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.group !== 'string') return trail.failAt('group', 'string', value.group)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  {
    if (value.options === undefined) return trail.failAt('options', 'array', undefined)
    trail.enter('options')
    const next = sift(value.options, trail, SessionConfigSelectOption)
    trail.leave()
    if (next !== value.options) out = trail.put(out, 'options', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionConfigSelect(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.currentValue !== 'string') return trail.failAt('currentValue', 'string', value.currentValue)
  {
    trail.enter('options')
    const next = SessionConfigSelectOptions(value.options, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.options) out = trail.put(out, 'options', next)
  }
  return out
}

export function SessionConfigBoolean(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.currentValue !== 'boolean') return trail.failAt('currentValue', 'boolean', value.currentValue)
  return value
}

export function LoadSessionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'modes', value.modes, SessionModeState, trail)
  out = softList(out, 'configOptions', value.configOptions, SessionConfigOption, trail)
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionConfigOptionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    if (value.configOptions === undefined) return trail.failAt('configOptions', 'array', undefined)
    trail.enter('configOptions')
    const next = sift(value.configOptions, trail, SessionConfigOption)
    trail.leave()
    if (next !== value.configOptions) out = trail.put(out, 'configOptions', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function PromptResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isStopReason(value.stopReason)) return trail.failAt('stopReason', 'StopReason', value.stopReason)
  return softRecord(out, '_meta', value._meta, trail)
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
    default:
      return trail.failAt('sessionUpdate', 'SessionUpdate', value.sessionUpdate)
  }
}

export function ContentChunk(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('content')
    const next = ContentBlock(value.content, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  out = softText(out, 'messageId', value.messageId, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ToolCall(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.toolCallId !== 'string') return trail.failAt('toolCallId', 'string', value.toolCallId)
  if (typeof value.title !== 'string') return trail.failAt('title', 'string', value.title)
  out = softText(out, 'name', value.name, trail)
  if (value.kind !== undefined && !isToolKind(value.kind)) out = trail.drop(out, 'kind', 'ToolKind')
  if (value.status !== undefined && !isToolCallStatus(value.status)) out = trail.drop(out, 'status', 'ToolCallStatus')
  if (value.content !== undefined) {
    trail.enter('content')
    const next = sift(value.content, trail, ToolCallContent)
    trail.leave()
    if (next !== value.content) out = trail.put(out, 'content', trail.pardon(next, []))
  }
  if (value.locations !== undefined) {
    trail.enter('locations')
    const next = sift(value.locations, trail, ToolCallLocation)
    trail.leave()
    if (next !== value.locations) out = trail.put(out, 'locations', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanEntry(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.content !== 'string') return trail.failAt('content', 'string', value.content)
  if (!isPlanEntryPriority(value.priority)) return trail.failAt('priority', 'PlanEntryPriority', value.priority)
  if (!isPlanEntryStatus(value.status)) return trail.failAt('status', 'PlanEntryStatus', value.status)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Plan(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    if (value.entries === undefined) return trail.failAt('entries', 'array', undefined)
    trail.enter('entries')
    const next = sift(value.entries, trail, PlanEntry)
    trail.leave()
    if (next !== value.entries) out = trail.put(out, 'entries', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function AvailableCommand(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.description !== 'string') return trail.failAt('description', 'string', value.description)
  out = softPart(out, 'input', value.input, UnstructuredCommandInput, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function UnstructuredCommandInput(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.hint !== 'string') return trail.failAt('hint', 'string', value.hint)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AvailableCommandsUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    if (value.availableCommands === undefined) return trail.failAt('availableCommands', 'array', undefined)
    trail.enter('availableCommands')
    const next = sift(value.availableCommands, trail, AvailableCommand)
    trail.leave()
    if (next !== value.availableCommands) out = trail.put(out, 'availableCommands', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function CurrentModeUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.currentModeId !== 'string') return trail.failAt('currentModeId', 'string', value.currentModeId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionInfoUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'updatedAt', value.updatedAt, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Cost(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!Number.isFinite(value.amount)) return trail.failAt('amount', 'number', value.amount)
  if (typeof value.currency !== 'string') return trail.failAt('currency', 'string', value.currency)
  return softRecord(out, '_meta', value._meta, trail)
}

export function UsageUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.used, 0, Infinity)) return trail.failAt('used', 'uint64', value.used)
  if (!isWhole(value.size, 0, Infinity)) return trail.failAt('size', 'uint64', value.size)
  out = softPart(out, 'cost', value.cost, Cost, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Notice(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.severity !== 'string') return trail.failAt('severity', 'string', value.severity)
  if ((typeof value.title !== 'string' || value.title === '')) return trail.failAt('title', 'non-empty string', value.title)
  out = softText(out, 'description', value.description, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CompactionUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.compactionId !== 'string') return trail.failAt('compactionId', 'string', value.compactionId)
  if (typeof value.status !== 'string') return trail.failAt('status', 'string', value.status)
  out = softList(out, 'summary', value.summary, ContentBlock, trail)
  out = softText(out, 'error', value.error, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CompactionSummaryChunk(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.compactionId !== 'string') return trail.failAt('compactionId', 'string', value.compactionId)
  {
    trail.enter('content')
    const next = ContentBlock(value.content, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthenticateRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.methodId !== 'string') return trail.failAt('methodId', 'string', value.methodId)
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpServer(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'http':
    case 'sse':
      if (trail.fits(McpServerHttp, value) || !trail.fits(McpServerStdio, value)) return McpServerHttp(value, trail)
      return McpServerStdio(trail.drop(value, 'type', 'McpServer'), trail)
    default:
      return McpServerStdio(value, trail)
  }
}

export function McpServerHttp(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.url !== 'string') return trail.failAt('url', 'string', value.url)
  if (value.headers === null) out = trail.put(trail.drop(out, 'headers', 'array'), 'headers', [])
  else {
    trail.enter('headers')
    const next = list(value.headers, trail, EnvVariable)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.headers) out = trail.put(out, 'headers', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpServerStdio(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.command !== 'string') return trail.failAt('command', 'string', value.command)
  if (value.args === null) out = trail.put(trail.drop(out, 'args', 'array'), 'args', [])
  else {
    trail.enter('args')
    const next = list(value.args, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.args) out = trail.put(out, 'args', next)
  }
  if (value.env === null) out = trail.put(trail.drop(out, 'env', 'array'), 'env', [])
  else {
    trail.enter('env')
    const next = list(value.env, trail, EnvVariable)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.env) out = trail.put(out, 'env', next)
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function ListSessionsRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.cwd != null && typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.cursor != null && typeof value.cursor !== 'string') return trail.failAt('cursor', 'string', value.cursor)
  return softRecord(out, '_meta', value._meta, trail)
}

export function DeleteSessionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionModeRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.modeId !== 'string') return trail.failAt('modeId', 'string', value.modeId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionConfigOptionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.configId !== 'string') return trail.failAt('configId', 'string', value.configId)
  out = softRecord(out, '_meta', value._meta, trail)
  switch (out.type) {
    case 'boolean':
      if (trail.fits(SetSessionConfigOptionRequestBoolean, out) || !trail.fits(SetSessionConfigOptionRequestValueId, out)) return SetSessionConfigOptionRequestBoolean(out, trail)
      return SetSessionConfigOptionRequestValueId(trail.drop(out, 'type', 'SetSessionConfigOptionRequest'), trail)
    default:
      return SetSessionConfigOptionRequestValueId(out, trail)
  }
}

export function PromptRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  {
    trail.enter('prompt')
    const next = list(value.prompt, trail, ContentBlock)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.prompt) out = trail.put(out, 'prompt', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function ReadTextFileResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.content !== 'string') return trail.failAt('content', 'string', value.content)
  return softRecord(out, '_meta', value._meta, trail)
}

export function RequestPermissionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('outcome')
    const next = RequestPermissionOutcome(value.outcome, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.outcome) out = trail.put(out, 'outcome', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function RequestPermissionOutcome(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.outcome) {
    case 'cancelled':
      return value
    case 'selected':
      return SelectedPermissionOutcome(value, trail)
    default:
      return trail.failAt('outcome', 'RequestPermissionOutcome', value.outcome)
  }
}

export function SelectedPermissionOutcome(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.optionId !== 'string') return trail.failAt('optionId', 'string', value.optionId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalOutputResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.output !== 'string') return trail.failAt('output', 'string', value.output)
  if (typeof value.truncated !== 'boolean') return trail.failAt('truncated', 'boolean', value.truncated)
  out = softPart(out, 'exitStatus', value.exitStatus, TerminalExitStatus, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalExitStatus(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.exitCode != null && !isWhole(value.exitCode, 0, 4294967295)) out = trail.drop(out, 'exitCode', 'uint32')
  out = softText(out, 'signal', value.signal, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CancelRequestNotification(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isRequestId(value.requestId)) return trail.failAt('requestId', 'RequestId', value.requestId)
  return softRecord(out, '_meta', value._meta, trail)
}

function eachRole(value: unknown, trail: Trail): unknown {
  return isRole(value) ? value : trail.fail('Role', value)
}

function SessionConfigSelectOptions1(value: unknown, trail: Trail): unknown {
  return list(value, trail, SessionConfigSelectOption)
}

function SessionConfigSelectOptions2(value: unknown, trail: Trail): unknown {
  return list(value, trail, SessionConfigSelectGroup)
}

function SetSessionConfigOptionRequestValueId(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.value !== 'string') return trail.failAt('value', 'string', value.value)
  return value
}

function SetSessionConfigOptionRequestBoolean(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.value !== 'boolean') return trail.failAt('value', 'boolean', value.value)
  return value
}

export {
  TerminalOutputRequest as ReleaseTerminalRequest,
  TerminalOutputRequest as WaitForTerminalExitRequest,
  TerminalOutputRequest as KillTerminalRequest,
  LoadSessionResponse as ResumeSessionResponse,
  SetSessionConfigOptionResponse as ConfigOptionUpdate,
  EnvVariable as HttpHeader,
  McpServerHttp as McpServerSse,
  DeleteSessionRequest as CloseSessionRequest,
  Terminal as CreateTerminalResponse,
  TerminalExitStatus as WaitForTerminalExitResponse,
  DeleteSessionRequest as CancelNotification,
}

export {
  SessionListCapabilities as AuthenticateResponse,
  SessionListCapabilities as LogoutResponse,
  AuthMethodAgent as SessionMode,
  SessionListCapabilities as DeleteSessionResponse,
  SessionListCapabilities as CloseSessionResponse,
  SessionListCapabilities as SetSessionModeResponse,
  SessionListCapabilities as LogoutRequest,
  SessionListCapabilities as WriteTextFileResponse,
  SessionListCapabilities as ReleaseTerminalResponse,
  SessionListCapabilities as KillTerminalResponse,
} from './initialize.gen.js'
