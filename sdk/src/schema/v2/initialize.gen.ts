/** Written by scripts/schema.ts from the official schemas; do not edit. `npm run schema` writes it anew. */

import { list, sift } from '../collection.js'
import { softPart, softRecord, softText } from '../property.js'
import { isRecord, isWhole, text } from '../leaf.js'
import { BAD, type Trail } from '../trail.js'

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

export function Implementation(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'title', value.title, trail)
  if (typeof value.version !== 'string') return trail.failAt('version', 'string', value.version)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AgentCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'session', value.session, SessionCapabilities, trail)
  out = softPart(out, 'auth', value.auth, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function SessionCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'prompt', value.prompt, PromptCapabilities, trail)
  out = softPart(out, 'mcp', value.mcp, McpCapabilities, trail)
  out = softPart(out, 'delete', value.delete, PromptImageCapabilities, trail)
  out = softPart(out, 'additionalDirectories', value.additionalDirectories, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PromptCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'image', value.image, PromptImageCapabilities, trail)
  out = softPart(out, 'audio', value.audio, PromptImageCapabilities, trail)
  out = softPart(out, 'embeddedContext', value.embeddedContext, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function PromptImageCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  return softRecord(out, '_meta', value._meta, trail)
}

export function McpCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'stdio', value.stdio, PromptImageCapabilities, trail)
  out = softPart(out, 'http', value.http, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthMethod(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  switch (value.type) {
    case 'terminal':
      return AuthMethodTerminal(value, trail)
    case 'agent':
      return AuthMethodAgent(value, trail)
    default:
      return typeof value.type === 'string' ? AuthMethodOther(value, trail) : trail.failAt('type', 'string', value.type)
  }
}

export function EnvVariable(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  if (typeof value.value !== 'string') return trail.failAt('value', 'string', value.value)
  return softRecord(out, '_meta', value._meta, trail)
}

export function AuthMethodTerminal(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.methodId !== 'string') return trail.failAt('methodId', 'string', value.methodId)
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

export function AuthMethodAgent(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  if (typeof value.methodId !== 'string') return trail.failAt('methodId', 'string', value.methodId)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  out = softText(out, 'description', value.description, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function InitializeRequest(value: unknown, trail: Trail): unknown {
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
    const next = ClientCapabilities(value.capabilities, trail)
    trail.leave()
    if (next !== value.capabilities) out = trail.put(out, 'capabilities', trail.pardon(next, {}))
  }
  return softRecord(out, '_meta', value._meta, trail)
}

export function ClientCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'auth', value.auth, ClientAuthCapabilities, trail)
  out = softPart(out, 'elicitation', value.elicitation, ElicitationCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ClientAuthCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'terminal', value.terminal, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

export function ElicitationCapabilities(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  let out = value
  out = softPart(out, 'form', value.form, PromptImageCapabilities, trail)
  out = softPart(out, 'url', value.url, PromptImageCapabilities, trail)
  return softRecord(out, '_meta', value._meta, trail)
}

function AuthMethodOther(value: unknown, trail: Trail): unknown {
  if (!isRecord(value)) return trail.fail('object', value)
  if (typeof value.methodId !== 'string') return trail.failAt('methodId', 'string', value.methodId)
  if (typeof value.name !== 'string') return trail.failAt('name', 'string', value.name)
  return value
}

export {
  PromptImageCapabilities as PromptAudioCapabilities,
  PromptImageCapabilities as PromptEmbeddedContextCapabilities,
  PromptImageCapabilities as McpStdioCapabilities,
  PromptImageCapabilities as McpHttpCapabilities,
  PromptImageCapabilities as SessionDeleteCapabilities,
  PromptImageCapabilities as SessionAdditionalDirectoriesCapabilities,
  PromptImageCapabilities as AgentAuthCapabilities,
  PromptImageCapabilities as TerminalAuthCapabilities,
  PromptImageCapabilities as ElicitationFormCapabilities,
  PromptImageCapabilities as ElicitationUrlCapabilities,
}
