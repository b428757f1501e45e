/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { fullList, list, sift } from '../collection.js'
import { softList, softPart, softRecord, softText } from '../property.js'
import { isDateTime, isRecord, isUri, isWhole, isWithin, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'
import { EnvVariable, PromptImageCapabilities } from './initialize.gen.js'

export function isRequestId(value: unknown): boolean {
  return Number.isInteger(value) || typeof value === 'string'
}

export function RequestPermissionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.title !== 'string') return trail.failAt('title', 'string', value.title)
  out = softText(out, 'description', value.description, trail)
  if (value.subject != null) {
    trail.enter('subject')
    const next = RequestPermissionSubject(value.subject, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.subject) out = trail.put(out, 'subject', next)
  }
  {
    trail.enter('options')
    const next = fullList(value.options, trail, PermissionOption)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.options) out = trail.put(out, 'options', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function RequestPermissionSubject(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'tool_call':
      return ToolCallPermissionSubject(value, trail)
    case 'command':
      return CommandPermissionSubject(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function ToolCallUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.toolCallId !== 'string') return trail.failAt('toolCallId', 'string', value.toolCallId)
  out = softText(out, 'name', value.name, trail)
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'kind', value.kind, trail)
  out = softText(out, 'status', value.status, trail)
  out = softList(out, 'content', value.content, ToolCallContent, trail)
  out = softList(out, 'locations', value.locations, ToolCallLocation, trail)
  out = softPart(out, 'capabilities', value.capabilities, ToolCallCapabilities, trail)
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
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
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
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function Annotations(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softList(out, 'audience', value.audience, text, trail)
  out = softText(out, 'lastModified', value.lastModified, trail)
  if (value.priority != null && !isWithin(value.priority, 0, 1)) out = trail.drop(out, 'priority', 'number from 0 to 1')
  return softRecord(out, '_meta', value._meta, trail)
}

export function TextContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.text !== 'string') return trail.failAt('text', 'string', value.text)
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ImageContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.data !== 'string') return trail.failAt('data', 'string', value.data)
  if (typeof value.mimeType !== 'string') return trail.failAt('mimeType', 'string', value.mimeType)
  if (value.uri != null && !isUri(value.uri)) out = trail.drop(out, 'uri', 'uri')
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AudioContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.data !== 'string') return trail.failAt('data', 'string', value.data)
  if (typeof value.mimeType !== 'string') return trail.failAt('mimeType', 'string', value.mimeType)
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Icon(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isUri(value.src)) return trail.failAt('src', 'uri', value.src)
  out = softText(out, 'mimeType', value.mimeType, trail)
  out = softList(out, 'sizes', value.sizes, text, trail)
  out = softText(out, 'theme', value.theme, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ResourceLink(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (!isUri(value.uri)) return trail.failAt('uri', 'uri', value.uri)
  out = softText(out, 'title', value.title, trail)
  out = softText(out, 'description', value.description, trail)
  out = softList(out, 'icons', value.icons, Icon, trail)
  out = softText(out, 'mimeType', value.mimeType, trail)
  if (value.size != null && !isWhole(value.size, 0, Infinity)) out = trail.drop(out, 'size', 'uint64')
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
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
  if (typeof value.text !== 'string') return trail.failAt('text', 'string', value.text)
  if (!isUri(value.uri)) return trail.failAt('uri', 'uri', value.uri)
  out = softText(out, 'mimeType', value.mimeType, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function BlobResourceContents(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.blob !== 'string') return trail.failAt('blob', 'string', value.blob)
  if (!isUri(value.uri)) return trail.failAt('uri', 'uri', value.uri)
  out = softText(out, 'mimeType', value.mimeType, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function EmbeddedResource(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('resource')
    const next = EmbeddedResourceResource(value.resource, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.resource) out = trail.put(out, 'resource', next)
  }
  out = softPart(out, 'annotations', value.annotations, Annotations, trail)
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

export function DiffChange(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'fileType', value.fileType, trail)
  out = softText(out, 'mimeType', value.mimeType, trail)
  out = softRecord(out, '_meta', value._meta, trail)
  switch (out.operation) {
    case 'add':
    case 'delete':
    case 'modify':
      return DiffPathChange(out, trail)
    case 'move':
    case 'copy':
      return DiffPathPairChange(out, trail)
    default:
      return typeof out.operation === 'string' ? out : trail.failAt('operation', 'string', out.operation)
  }
}

export function DiffPathChange(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.path !== 'string') return trail.failAt('path', 'string', value.path)
  return value
}

export function DiffPathPairChange(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.oldPath !== 'string') return trail.failAt('oldPath', 'string', value.oldPath)
  if (typeof value.path !== 'string') return trail.failAt('path', 'string', value.path)
  return value
}

export function DiffPatch(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.format !== 'string') return trail.failAt('format', 'string', value.format)
  if (typeof value.text !== 'string') return trail.failAt('text', 'string', value.text)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Diff(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('changes')
    const next = sift(value.changes, trail, DiffChange)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.changes) out = trail.put(out, 'changes', next)
  }
  out = softPart(out, 'patch', value.patch, DiffPatch, trail)
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
  if (value.line != null && !isWhole(value.line, 1, 4294967295)) out = trail.drop(out, 'line', 'uint32')
  return softRecord(out, '_meta', value._meta, trail)
}

export function ToolCallCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'cancel', value.cancel, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ToolCallPermissionSubject(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('toolCall')
    const next = ToolCallUpdate(value.toolCall, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.toolCall) out = trail.put(out, 'toolCall', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function CommandPermissionSubject(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.command !== 'string') return trail.failAt('command', 'string', value.command)
  if (typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  out = softText(out, 'toolCallId', value.toolCallId, trail)
  out = softText(out, 'terminalId', value.terminalId, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PermissionOption(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.optionId !== 'string') return trail.failAt('optionId', 'string', value.optionId)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.kind !== 'string') return trail.failAt('kind', 'string', value.kind)
  return softRecord(out, '_meta', value._meta, trail)
}

export function NewSessionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (value.configOptions !== undefined) {
    trail.enter('configOptions')
    const next = sift(value.configOptions, trail, SessionConfigOption)
    trail.leave()
    if (next !== value.configOptions) out = trail.put(out, 'configOptions', trail.pardon(next, []))
  }
  if (value.availableCommands !== undefined) {
    trail.enter('availableCommands')
    const next = sift(value.availableCommands, trail, AvailableCommand)
    trail.leave()
    if (next !== value.availableCommands) out = trail.put(out, 'availableCommands', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionConfigOption(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.configId !== 'string') return trail.failAt('configId', 'string', value.configId)
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
      return typeof out.type === 'string' ? out : trail.failAt('type', 'string', out.type)
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
  if (typeof value.groupId !== 'string') return trail.failAt('groupId', 'string', value.groupId)
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

export function AvailableCommand(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'command':
      return Command(value, trail)
    default:
      return typeof value.type === 'string' ? AvailableCommandOther(value, trail) : trail.failAt('type', 'string', value.type)
  }
}

export function AvailableCommandInput(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'text':
      return TextCommandInput(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function TextCommandInput(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.hint !== 'string') return trail.failAt('hint', 'string', value.hint)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Command(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.description !== 'string') return trail.failAt('description', 'string', value.description)
  out = softPart(out, 'input', value.input, AvailableCommandInput, trail)
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function ResumeSessionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.configOptions !== undefined) {
    trail.enter('configOptions')
    const next = sift(value.configOptions, trail, SessionConfigOption)
    trail.leave()
    if (next !== value.configOptions) out = trail.put(out, 'configOptions', trail.pardon(next, []))
  }
  if (value.availableCommands !== undefined) {
    trail.enter('availableCommands')
    const next = sift(value.availableCommands, trail, AvailableCommand)
    trail.leave()
    if (next !== value.availableCommands) out = trail.put(out, 'availableCommands', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionConfigOptionResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('configOptions')
    const next = sift(value.configOptions, trail, SessionConfigOption)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.configOptions) out = trail.put(out, 'configOptions', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function PromptResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.messageId !== 'string') return trail.failAt('messageId', 'string', value.messageId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Error(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.code, -2147483648, 2147483647)) return trail.failAt('code', 'int32', value.code)
  if (typeof value.message !== 'string') return trail.failAt('message', 'string', value.message)
  return softPart(out, 'data', value.data, ErrorData, trail)
}

export function ErrorData(value: unknown, trail: Trail): unknown {
  if (trail.fits(UnsupportedProtocolVersionErrorData, value)) return UnsupportedProtocolVersionErrorData(value, trail)
  if (trail.fits(SessionNotFoundErrorData, value)) return SessionNotFoundErrorData(value, trail)
  return value
}

export function UnsupportedProtocolVersionErrorData(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.requested, 0, 65535)) return trail.failAt('requested', 'uint16', value.requested)
  {
    trail.enter('supported')
    const next = list(value.supported, trail, eachProtocolVersion)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.supported) out = trail.put(out, 'supported', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionNotFoundErrorData(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
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
    default:
      return typeof value.sessionUpdate === 'string' ? value : trail.failAt('sessionUpdate', 'string', value.sessionUpdate)
  }
}

export function ContentChunk(value: unknown, trail: Trail): unknown {
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

export function UserMessage(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.messageId !== 'string') return trail.failAt('messageId', 'string', value.messageId)
  out = softList(out, 'content', value.content, ContentBlock, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function BackgroundWork(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'terminal':
      return Terminal(value, trail)
    case 'tool_call':
      return BackgroundToolCall(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function BackgroundToolCall(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.toolCallId !== 'string') return trail.failAt('toolCallId', 'string', value.toolCallId)
  return softRecord(out, '_meta', value._meta, trail)
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

export function ErrorStopReason(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  return softPart(out, 'error', value.error, Error, trail)
}

export function IdleStateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
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

export function StateUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.state) {
    case 'running':
    case 'requires_action':
      return RunningStateUpdate(value, trail)
    case 'idle':
      return IdleStateUpdate(value, trail)
    default:
      return typeof value.state === 'string' ? value : trail.failAt('state', 'string', value.state)
  }
}

export function ToolCallContentChunk(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.toolCallId !== 'string') return trail.failAt('toolCallId', 'string', value.toolCallId)
  {
    trail.enter('content')
    const next = ToolCallContent(value.content, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.content) out = trail.put(out, 'content', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalOutput(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.data !== 'string') return trail.failAt('data', 'string', value.data)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalExitStatus(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.exitCode != null && !Number.isInteger(value.exitCode)) out = trail.drop(out, 'exitCode', 'integer')
  out = softText(out, 'signal', value.signal, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalSize(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.cols, 1, 65535)) return trail.failAt('cols', 'uint16', value.cols)
  if (!isWhole(value.rows, 1, 65535)) return trail.failAt('rows', 'uint16', value.rows)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.terminalId !== 'string') return trail.failAt('terminalId', 'string', value.terminalId)
  out = softText(out, 'command', value.command, trail)
  out = softText(out, 'cwd', value.cwd, trail)
  out = softPart(out, 'output', value.output, TerminalOutput, trail)
  out = softPart(out, 'exitStatus', value.exitStatus, TerminalExitStatus, trail)
  out = softPart(out, 'size', value.size, TerminalSize, trail)
  out = softPart(out, 'capabilities', value.capabilities, ToolCallCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function TerminalOutputChunk(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.terminalId !== 'string') return trail.failAt('terminalId', 'string', value.terminalId)
  if (typeof value.data !== 'string') return trail.failAt('data', 'string', value.data)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanUpdateContent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'items':
      return PlanItems(value, trail)
    default:
      return typeof value.type === 'string' ? PlanUpdateContentOther(value, trail) : trail.failAt('type', 'string', value.type)
  }
}

export function PlanEntry(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.content !== 'string') return trail.failAt('content', 'string', value.content)
  if (typeof value.priority !== 'string') return trail.failAt('priority', 'string', value.priority)
  if (typeof value.status !== 'string') return trail.failAt('status', 'string', value.status)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PlanItems(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.planId !== 'string') return trail.failAt('planId', 'string', value.planId)
  {
    trail.enter('entries')
    const next = sift(value.entries, trail, PlanEntry)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.entries) out = trail.put(out, 'entries', next)
  }
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

export function AvailableCommandsUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  {
    trail.enter('availableCommands')
    const next = sift(value.availableCommands, trail, AvailableCommand)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.availableCommands) out = trail.put(out, 'availableCommands', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionInfoUpdate(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softText(out, 'title', value.title, trail)
  if (value.updatedAt != null && !isDateTime(value.updatedAt)) out = trail.drop(out, 'updatedAt', 'date-time')
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

export function LoginAuthRequest(value: unknown, trail: Trail): unknown {
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
  else if (value.mcpServers !== undefined) {
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
      return McpServerHttp(value, trail)
    case 'stdio':
      return McpServerStdio(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function McpServerHttp(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (!isUri(value.url)) return trail.failAt('url', 'uri', value.url)
  if (value.headers === null) out = trail.put(trail.drop(out, 'headers', 'array'), 'headers', [])
  else if (value.headers !== undefined) {
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function ListSessionsRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.cwd != null && typeof value.cwd !== 'string') return trail.failAt('cwd', 'string', value.cwd)
  if (value.cursor != null && typeof value.cursor !== 'string') return trail.failAt('cursor', 'string', value.cursor)
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function ReplayFrom(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'start':
      return PromptImageCapabilities(value, trail)
    default:
      return typeof value.type === 'string' ? value : trail.failAt('type', 'string', value.type)
  }
}

export function CancelToolCallRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.toolCallId !== 'string') return trail.failAt('toolCallId', 'string', value.toolCallId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CancelTerminalRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.terminalId !== 'string') return trail.failAt('terminalId', 'string', value.terminalId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SetSessionConfigOptionRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  if (typeof value.configId !== 'string') return trail.failAt('configId', 'string', value.configId)
  out = softRecord(out, '_meta', value._meta, trail)
  switch (out.type) {
    case 'id':
      return SetSessionConfigOptionRequestId(out, trail)
    case 'boolean':
      return SetSessionConfigOptionRequestBoolean(out, trail)
    default:
      return typeof out.type === 'string' ? SetSessionConfigOptionRequestOther(out, trail) : trail.failAt('type', 'string', out.type)
  }
}

export function PromptRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.sessionId !== 'string') return trail.failAt('sessionId', 'string', value.sessionId)
  {
    trail.enter('prompt')
    const next = fullList(value.prompt, trail, ContentBlock)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.prompt) out = trail.put(out, 'prompt', next)
  }
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
      return PromptImageCapabilities(value, trail)
    case 'selected':
      return SelectedPermissionOutcome(value, trail)
    default:
      return typeof value.outcome === 'string' ? value : trail.failAt('outcome', 'string', value.outcome)
  }
}

export function SelectedPermissionOutcome(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.optionId !== 'string') return trail.failAt('optionId', 'string', value.optionId)
  return softRecord(out, '_meta', value._meta, trail)
}

export function CancelRequestNotification(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isRequestId(value.requestId)) return trail.failAt('requestId', 'RequestId', value.requestId)
  return softRecord(out, '_meta', value._meta, trail)
}

function SessionConfigSelectOptions1(value: unknown, trail: Trail): unknown {
  return fullList(value, trail, SessionConfigSelectOption)
}

function SessionConfigSelectOptions2(value: unknown, trail: Trail): unknown {
  return fullList(value, trail, SessionConfigSelectGroup)
}

function AvailableCommandOther(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.description !== 'string') return trail.failAt('description', 'string', value.description)
  return value
}

function eachProtocolVersion(value: unknown, trail: Trail): unknown {
  return isWhole(value, 0, 65535) ? value : trail.fail('uint16', value)
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

function SetSessionConfigOptionRequestId(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.value !== 'string') return trail.failAt('value', 'string', value.value)
  return value
}

function SetSessionConfigOptionRequestBoolean(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.value !== 'boolean') return trail.failAt('value', 'boolean', value.value)
  return value
}

function SetSessionConfigOptionRequestOther(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (value.value === undefined) return trail.failAt('value', 'a value', undefined)
  return value
}

export {
  PromptImageCapabilities as ToolCallCancelCapabilities,
  PromptImageCapabilities as LoginAuthResponse,
  PromptImageCapabilities as LogoutAuthResponse,
  PromptImageCapabilities as DeleteSessionResponse,
  PromptImageCapabilities as CloseSessionResponse,
  PromptImageCapabilities as CancelToolCallResponse,
  PromptImageCapabilities as CancelTerminalResponse,
  PromptImageCapabilities as TerminalCancelCapabilities,
  PromptImageCapabilities as LogoutAuthRequest,
  EnvVariable as HttpHeader,
  PromptImageCapabilities as ReplayFromStart,
  PromptImageCapabilities as CancelledPermissionOutcome,
} from './initialize.gen.js'

export {
  UserMessage as AgentMessage,
  UserMessage as AgentThought,
  Terminal as BackgroundTerminal,
  RunningStateUpdate as RequiresActionStateUpdate,
  ToolCallCapabilities as TerminalCapabilities,
  SetSessionConfigOptionResponse as ConfigOptionUpdate,
  SessionNotFoundErrorData as DeleteSessionRequest,
  SessionNotFoundErrorData as CloseSessionRequest,
  SessionNotFoundErrorData as CancelSessionNotification,
}
