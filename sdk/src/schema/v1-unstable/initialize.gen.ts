/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { list, sift } from '../collection.js'
import { softPart, softRecord } from '../property.js'
import { isRecord, isWhole } from '../leaf.js'
import { type Trail } from '../trail.js'
import { AuthCapabilities, AuthMethod, ClientSessionCapabilities, ElicitationCapabilities, FileSystemCapabilities, Implementation, PromptCapabilities, SessionListCapabilities } from '../v1/initialize.gen.js'

export function InitializeResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.protocolVersion, 0, 65535)) return trail.failAt('protocolVersion', 'uint16', value.protocolVersion)
  if (value.agentCapabilities === undefined) out = trail.put(out, 'agentCapabilities', { loadSession: false, promptCapabilities: { image: false, audio: false, embeddedContext: false }, mcpCapabilities: { http: false, sse: false, acp: false }, sessionCapabilities: {}, auth: {} })
  else {
    trail.enter('agentCapabilities')
    const next = AgentCapabilities(value.agentCapabilities, trail)
    trail.leave()
    if (next !== value.agentCapabilities) out = trail.put(out, 'agentCapabilities', trail.pardon(next, { loadSession: false, promptCapabilities: { image: false, audio: false, embeddedContext: false }, mcpCapabilities: { http: false, sse: false, acp: false }, sessionCapabilities: {}, auth: {} }))
  }
  if (value.authMethods === undefined) out = trail.put(out, 'authMethods', [])
  else {
    trail.enter('authMethods')
    const next = sift(value.authMethods, trail, AuthMethod)
    trail.leave()
    if (next !== value.authMethods) out = trail.put(out, 'authMethods', trail.pardon(next, []))
  }
  out = softPart(out, 'agentInfo', value.agentInfo, Implementation, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AgentCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.loadSession === undefined) out = trail.put(out, 'loadSession', false)
  else if (typeof value.loadSession !== 'boolean') out = trail.put(trail.drop(out, 'loadSession', 'boolean'), 'loadSession', false)
  if (value.promptCapabilities === undefined) out = trail.put(out, 'promptCapabilities', { image: false, audio: false, embeddedContext: false })
  else {
    trail.enter('promptCapabilities')
    const next = PromptCapabilities(value.promptCapabilities, trail)
    trail.leave()
    if (next !== value.promptCapabilities) out = trail.put(out, 'promptCapabilities', trail.pardon(next, { image: false, audio: false, embeddedContext: false }))
  }
  if (value.mcpCapabilities === undefined) out = trail.put(out, 'mcpCapabilities', { http: false, sse: false, acp: false })
  else {
    trail.enter('mcpCapabilities')
    const next = McpCapabilities(value.mcpCapabilities, trail)
    trail.leave()
    if (next !== value.mcpCapabilities) out = trail.put(out, 'mcpCapabilities', trail.pardon(next, { http: false, sse: false, acp: false }))
  }
  if (value.sessionCapabilities === undefined) out = trail.put(out, 'sessionCapabilities', {})
  else {
    trail.enter('sessionCapabilities')
    const next = SessionCapabilities(value.sessionCapabilities, trail)
    trail.leave()
    if (next !== value.sessionCapabilities) out = trail.put(out, 'sessionCapabilities', trail.pardon(next, {}))
  }
  if (value.auth === undefined) out = trail.put(out, 'auth', {})
  else {
    trail.enter('auth')
    const next = AgentAuthCapabilities(value.auth, trail)
    trail.leave()
    if (next !== value.auth) out = trail.put(out, 'auth', trail.pardon(next, {}))
  }
  out = softPart(out, 'providers', value.providers, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.http === undefined) out = trail.put(out, 'http', false)
  else if (typeof value.http !== 'boolean') out = trail.put(trail.drop(out, 'http', 'boolean'), 'http', false)
  if (value.sse === undefined) out = trail.put(out, 'sse', false)
  else if (typeof value.sse !== 'boolean') out = trail.put(trail.drop(out, 'sse', 'boolean'), 'sse', false)
  if (value.acp === undefined) out = trail.put(out, 'acp', false)
  else if (typeof value.acp !== 'boolean') out = trail.put(trail.drop(out, 'acp', 'boolean'), 'acp', false)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'list', value.list, SessionListCapabilities, trail)
  out = softPart(out, 'delete', value.delete, SessionListCapabilities, trail)
  out = softPart(out, 'additionalDirectories', value.additionalDirectories, SessionListCapabilities, trail)
  out = softPart(out, 'systemPrompt', value.systemPrompt, SessionSystemPromptCapabilities, trail)
  out = softPart(out, 'fork', value.fork, SessionListCapabilities, trail)
  out = softPart(out, 'archive', value.archive, SessionListCapabilities, trail)
  out = softPart(out, 'status', value.status, SessionListCapabilities, trail)
  out = softPart(out, 'title', value.title, SessionListCapabilities, trail)
  out = softPart(out, 'resume', value.resume, SessionListCapabilities, trail)
  out = softPart(out, 'close', value.close, SessionListCapabilities, trail)
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
  out = softPart(out, 'override', value.override, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AgentAuthCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'status', value.status, SessionListCapabilities, trail)
  out = softPart(out, 'logout', value.logout, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function InitializeRequest(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.protocolVersion, 0, 65535)) return trail.failAt('protocolVersion', 'uint16', value.protocolVersion)
  if (value.clientCapabilities === undefined) out = trail.put(out, 'clientCapabilities', { fs: { readTextFile: false, writeTextFile: false }, terminal: false, auth: { terminal: false } })
  else {
    trail.enter('clientCapabilities')
    const next = ClientCapabilities(value.clientCapabilities, trail)
    trail.leave()
    if (next !== value.clientCapabilities) out = trail.put(out, 'clientCapabilities', trail.pardon(next, { fs: { readTextFile: false, writeTextFile: false }, terminal: false, auth: { terminal: false } }))
  }
  out = softPart(out, 'clientInfo', value.clientInfo, Implementation, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ClientCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.fs === undefined) out = trail.put(out, 'fs', { readTextFile: false, writeTextFile: false })
  else {
    trail.enter('fs')
    const next = FileSystemCapabilities(value.fs, trail)
    trail.leave()
    if (next !== value.fs) out = trail.put(out, 'fs', trail.pardon(next, { readTextFile: false, writeTextFile: false }))
  }
  if (value.terminal === undefined) out = trail.put(out, 'terminal', false)
  else if (typeof value.terminal !== 'boolean') out = trail.put(trail.drop(out, 'terminal', 'boolean'), 'terminal', false)
  out = softPart(out, 'session', value.session, ClientSessionCapabilities, trail)
  out = softPart(out, 'subagents', value.subagents, SessionListCapabilities, trail)
  out = softPart(out, 'plan', value.plan, SessionListCapabilities, trail)
  if (value.auth === undefined) out = trail.put(out, 'auth', { terminal: false })
  else {
    trail.enter('auth')
    const next = AuthCapabilities(value.auth, trail)
    trail.leave()
    if (next !== value.auth) out = trail.put(out, 'auth', trail.pardon(next, { terminal: false }))
  }
  out = softPart(out, 'elicitation', value.elicitation, ElicitationCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export {
  PromptCapabilities,
  SessionListCapabilities,
  SessionListCapabilities as SessionDeleteCapabilities,
  SessionListCapabilities as SessionAdditionalDirectoriesCapabilities,
  SessionListCapabilities as SessionSystemPromptOverrideCapabilities,
  SessionListCapabilities as SessionForkCapabilities,
  SessionListCapabilities as SessionArchiveCapabilities,
  SessionListCapabilities as SessionStatusCapabilities,
  SessionListCapabilities as SessionTitleCapabilities,
  SessionListCapabilities as SessionResumeCapabilities,
  SessionListCapabilities as SessionCloseCapabilities,
  SessionListCapabilities as AuthStatusCapabilities,
  SessionListCapabilities as LogoutCapabilities,
  SessionListCapabilities as ProvidersCapabilities,
  AuthMethod,
  AuthMethodTerminal,
  AuthMethodAgent,
  Implementation,
  FileSystemCapabilities,
  ClientSessionCapabilities,
  SessionConfigOptionsCapabilities,
  SessionListCapabilities as BooleanConfigOptionCapabilities,
  SessionListCapabilities as SubagentCapabilities,
  SessionListCapabilities as PlanCapabilities,
  AuthCapabilities,
  ElicitationCapabilities,
  SessionListCapabilities as ElicitationFormCapabilities,
  SessionListCapabilities as ElicitationUrlCapabilities,
} from '../v1/initialize.gen.js'
