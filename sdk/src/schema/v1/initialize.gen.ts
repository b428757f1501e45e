/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { list, sift, table } from '../collection.js'
import { softPart, softRecord, softText } from '../property.js'
import { isRecord, isWhole, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'

export function InitializeResponse(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (!isWhole(value.protocolVersion, 0, 65535)) return trail.failAt('protocolVersion', 'uint16', value.protocolVersion)
  if (value.agentCapabilities === undefined) out = trail.put(out, 'agentCapabilities', { loadSession: false, promptCapabilities: { image: false, audio: false, embeddedContext: false }, mcpCapabilities: { http: false, sse: false }, sessionCapabilities: {}, auth: {} })
  else {
    trail.enter('agentCapabilities')
    const next = AgentCapabilities(value.agentCapabilities, trail)
    trail.leave()
    if (next !== value.agentCapabilities) out = trail.put(out, 'agentCapabilities', trail.pardon(next, { loadSession: false, promptCapabilities: { image: false, audio: false, embeddedContext: false }, mcpCapabilities: { http: false, sse: false }, sessionCapabilities: {}, auth: {} }))
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
  if (value.mcpCapabilities === undefined) out = trail.put(out, 'mcpCapabilities', { http: false, sse: false })
  else {
    trail.enter('mcpCapabilities')
    const next = McpCapabilities(value.mcpCapabilities, trail)
    trail.leave()
    if (next !== value.mcpCapabilities) out = trail.put(out, 'mcpCapabilities', trail.pardon(next, { http: false, sse: false }))
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
  return softRecord(out, '_meta', value._meta, trail)
}

export function PromptCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.image === undefined) out = trail.put(out, 'image', false)
  else if (typeof value.image !== 'boolean') out = trail.put(trail.drop(out, 'image', 'boolean'), 'image', false)
  if (value.audio === undefined) out = trail.put(out, 'audio', false)
  else if (typeof value.audio !== 'boolean') out = trail.put(trail.drop(out, 'audio', 'boolean'), 'audio', false)
  if (value.embeddedContext === undefined) out = trail.put(out, 'embeddedContext', false)
  else if (typeof value.embeddedContext !== 'boolean') out = trail.put(trail.drop(out, 'embeddedContext', 'boolean'), 'embeddedContext', false)
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.http === undefined) out = trail.put(out, 'http', false)
  else if (typeof value.http !== 'boolean') out = trail.put(trail.drop(out, 'http', 'boolean'), 'http', false)
  if (value.sse === undefined) out = trail.put(out, 'sse', false)
  else if (typeof value.sse !== 'boolean') out = trail.put(trail.drop(out, 'sse', 'boolean'), 'sse', false)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'list', value.list, SessionListCapabilities, trail)
  out = softPart(out, 'delete', value.delete, SessionListCapabilities, trail)
  out = softPart(out, 'additionalDirectories', value.additionalDirectories, SessionListCapabilities, trail)
  out = softPart(out, 'resume', value.resume, SessionListCapabilities, trail)
  out = softPart(out, 'close', value.close, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionListCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  return softRecord(out, '_meta', value._meta, trail)
}

export function AgentAuthCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'logout', value.logout, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthMethod(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'terminal':
      if (trail.fits(AuthMethodTerminal, value) || !trail.fits(AuthMethodAgent, value)) return AuthMethodTerminal(value, trail)
      return AuthMethodAgent(trail.drop(value, 'type', 'AuthMethod'), trail)
    default:
      return AuthMethodAgent(value, trail)
  }
}

export function AuthMethodTerminal(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.id !== 'string') return trail.failAt('id', 'string', value.id)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'description', value.description, trail)
  if (value.args === null) out = trail.put(trail.drop(out, 'args', 'array'), 'args', [])
  else if (value.args !== undefined) {
    trail.enter('args')
    const next = list(value.args, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.args) out = trail.put(out, 'args', next)
  }
  if (value.env === null) out = trail.put(trail.drop(out, 'env', 'object'), 'env', {})
  else if (value.env !== undefined) {
    trail.enter('env')
    const next = table(value.env, trail, text)
    trail.leave()
    if (next === BAD) return BAD
    if (next !== value.env) out = trail.put(out, 'env', next)
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthMethodAgent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.id !== 'string') return trail.failAt('id', 'string', value.id)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'description', value.description, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function Implementation(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'title', value.title, trail)
  if (typeof value.version !== 'string') return trail.failAt('version', 'string', value.version)
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

export function FileSystemCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.readTextFile === undefined) out = trail.put(out, 'readTextFile', false)
  else if (typeof value.readTextFile !== 'boolean') out = trail.put(trail.drop(out, 'readTextFile', 'boolean'), 'readTextFile', false)
  if (value.writeTextFile === undefined) out = trail.put(out, 'writeTextFile', false)
  else if (typeof value.writeTextFile !== 'boolean') out = trail.put(trail.drop(out, 'writeTextFile', 'boolean'), 'writeTextFile', false)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ClientSessionCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softRecord(out, 'compaction', value.compaction, trail)
  out = softPart(out, 'configOptions', value.configOptions, SessionConfigOptionsCapabilities, trail)
  out = softRecord(out, 'notices', value.notices, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionConfigOptionsCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'boolean', value.boolean, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (value.terminal === undefined) out = trail.put(out, 'terminal', false)
  else if (typeof value.terminal !== 'boolean') out = trail.put(trail.drop(out, 'terminal', 'boolean'), 'terminal', false)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ElicitationCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'form', value.form, SessionListCapabilities, trail)
  out = softPart(out, 'url', value.url, SessionListCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export {
  SessionListCapabilities as SessionDeleteCapabilities,
  SessionListCapabilities as SessionAdditionalDirectoriesCapabilities,
  SessionListCapabilities as SessionResumeCapabilities,
  SessionListCapabilities as SessionCloseCapabilities,
  SessionListCapabilities as LogoutCapabilities,
  SessionListCapabilities as BooleanConfigOptionCapabilities,
  SessionListCapabilities as ElicitationFormCapabilities,
  SessionListCapabilities as ElicitationUrlCapabilities,
}
