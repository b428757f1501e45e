/** What an agent says of itself in version 2, read off its definition. */

import type { Capabilities } from '../protocol/index.js'
import type { v2, v2Unstable } from '../schema/index.js'
import type { AuthMethod } from './auth.js'
import { defined } from './defined.js'
import type { Guest } from './guest.js'

export function describeV2(guest: Guest): Capabilities {
  const { definition, isUnstable, authMethods } = guest
  const { name, version, title, meta, auth } = definition
  const methods = authMethods.map(toAuthMethod)
  const result: v2Unstable.InitializeResponse = {
    protocolVersion: 2,
    info: { name, version, title },
    capabilities: {
      session: describeSessions(guest),
      ...(auth !== undefined && isUnstable ? { auth: { status: {} } } : {}),
      ...(isUnstable && definition.providers ? { providers: {} } : {}),
      ...defined({ _meta: meta }),
    },
    ...(methods.length === 0 ? {} : { authMethods: methods as never }),
  }
  return result as unknown as Capabilities
}

function describeSessions({ definition, isUnstable, systemPrompt }: Guest): v2Unstable.SessionCapabilities {
  const { accepts = [], mcp = [] } = definition
  const isKept = definition.sessions !== undefined
  return {
    prompt: {
      ...(accepts.includes('image') ? { image: {} } : {}),
      ...(accepts.includes('audio') ? { audio: {} } : {}),
      ...(accepts.includes('resource') ? { embeddedContext: {} } : {}),
    },
    mcp: {
      ...(mcp.includes('stdio') ? { stdio: {} } : {}),
      ...(mcp.includes('http') ? { http: {} } : {}),
    },
    ...(definition.additionalDirectories ? { additionalDirectories: {} } : {}),
    ...(isKept ? { delete: {} } : {}),
    ...(isKept && isUnstable ? { fork: {}, archive: {}, status: {}, title: {} } : {}),
    ...systemPrompt,
  }
}

function toAuthMethod(method: AuthMethod): v2.AuthMethod {
  const { id, name, description } = method
  const label = { methodId: id, name, ...defined({ description }) }
  if (method.type !== 'terminal') return { type: 'agent', ...label }
  const env = Object.entries(method.env ?? {}).map(([key, value]) => ({ name: key, value }))
  return { type: 'terminal', ...label, args: method.args ?? [], env }
}
