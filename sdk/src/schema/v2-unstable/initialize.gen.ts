/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { sift } from '../collection.js'
import { softPart, softRecord } from '../property.js'
import { isRecord, isWhole } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'
import { AuthMethod, Implementation, PromptCapabilities, PromptImageCapabilities } from '../v2/initialize.gen.js'

export function InitializeResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.protocolVersion, 0, 65535)) return trail.failAt('protocolVersion', 'uint16', value.protocolVersion)
  {
    trail.enter('info')
    const next = Implementation(value.info, trail)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.info) out = trail.put(out, 'info', next)
  }
  if (value.capabilities === undefined) out = trail.put(out, 'capabilities', {})
  else {
    trail.enter('capabilities')
    const next = AgentCapabilities(value.capabilities, trail)
    trail.leave()
    if (next !== value.capabilities) out = trail.put(out, 'capabilities', trail.pardon(next, {}))
  }
  if (value.authMethods !== undefined) {
    trail.enter('authMethods')
    const next = sift(value.authMethods, trail, AuthMethod)
    trail.leave()
    if (next !== value.authMethods) out = trail.put(out, 'authMethods', trail.pardon(next, []))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function AgentCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'session', value.session, SessionCapabilities, trail)
  out = softPart(out, 'auth', value.auth, AgentAuthCapabilities, trail)
  out = softPart(out, 'providers', value.providers, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'prompt', value.prompt, PromptCapabilities, trail)
  out = softPart(out, 'mcp', value.mcp, McpCapabilities, trail)
  out = softPart(out, 'delete', value.delete, PromptImageCapabilities, trail)
  out = softPart(out, 'additionalDirectories', value.additionalDirectories, PromptImageCapabilities, trail)
  out = softPart(out, 'systemPrompt', value.systemPrompt, SessionSystemPromptCapabilities, trail)
  out = softPart(out, 'fork', value.fork, PromptImageCapabilities, trail)
  out = softPart(out, 'archive', value.archive, PromptImageCapabilities, trail)
  out = softPart(out, 'status', value.status, PromptImageCapabilities, trail)
  out = softPart(out, 'title', value.title, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'stdio', value.stdio, PromptImageCapabilities, trail)
  out = softPart(out, 'http', value.http, PromptImageCapabilities, trail)
  out = softPart(out, 'acp', value.acp, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionSystemPromptCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'mode', value.mode, SessionSystemPromptModeCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionSystemPromptModeCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'override', value.override, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AgentAuthCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'status', value.status, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export {
  Implementation,
  PromptCapabilities,
  PromptImageCapabilities,
  PromptImageCapabilities as PromptAudioCapabilities,
  PromptImageCapabilities as PromptEmbeddedContextCapabilities,
  PromptImageCapabilities as McpStdioCapabilities,
  PromptImageCapabilities as McpHttpCapabilities,
  PromptImageCapabilities as McpAcpCapabilities,
  PromptImageCapabilities as SessionDeleteCapabilities,
  PromptImageCapabilities as SessionAdditionalDirectoriesCapabilities,
  PromptImageCapabilities as SessionSystemPromptOverrideCapabilities,
  PromptImageCapabilities as SessionForkCapabilities,
  PromptImageCapabilities as SessionArchiveCapabilities,
  PromptImageCapabilities as SessionStatusCapabilities,
  PromptImageCapabilities as SessionTitleCapabilities,
  PromptImageCapabilities as AuthStatusCapabilities,
  PromptImageCapabilities as ProvidersCapabilities,
  AuthMethod,
  EnvVariable,
  AuthMethodTerminal,
  AuthMethodAgent,
  InitializeRequest,
  ClientCapabilities,
  ClientAuthCapabilities,
  PromptImageCapabilities as TerminalAuthCapabilities,
  ElicitationCapabilities,
  PromptImageCapabilities as ElicitationFormCapabilities,
  PromptImageCapabilities as ElicitationUrlCapabilities,
} from '../v2/initialize.gen.js'
