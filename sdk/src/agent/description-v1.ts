/** What an agent says of itself in version 1, read off its definition. */

import type { Capabilities } from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import type { AuthMethod } from './auth.js'
import { defined } from './defined.js'
import type { AgentDefinition } from './definition.js'
import type { Guest } from './guest.js'

export function describeV1({ definition, isUnstable, authMethods }: Guest): Capabilities {
  const { name, version, title, accepts = [], mcp = [], meta, auth } = definition
  const result: v1Unstable.InitializeResponse = {
    protocolVersion: 1,
    agentInfo: { name, version, title },
    agentCapabilities: {
      loadSession: definition.sessions !== undefined,
      promptCapabilities: {
        image: accepts.includes('image'),
        audio: accepts.includes('audio'),
        embeddedContext: accepts.includes('resource'),
      },
      mcpCapabilities: { http: mcp.includes('http'), sse: mcp.includes('sse') },
      sessionCapabilities: describeSessions(definition, isUnstable),
      ...(auth === undefined ? {} : { auth: describeAuth(definition, isUnstable) }),
      ...(isUnstable && definition.providers ? { providers: {} } : {}),
      ...defined({ _meta: meta }),
    },
    authMethods: authMethods.map(toAuthMethodV1),
  }
  return result as unknown as Capabilities
}

function describeSessions(definition: AgentDefinition, isUnstable: boolean): v1Unstable.SessionCapabilities {
  const isKept = definition.sessions !== undefined
  return {
    close: {},
    ...(isKept ? { list: {}, resume: {}, delete: {} } : {}),
    ...(definition.additionalDirectories ? { additionalDirectories: {} } : {}),
    ...(isKept && isUnstable ? { fork: {}, archive: {}, status: {}, title: {} } : {}),
    ...(isUnstable ? describeSystemPrompt(definition) : {}),
  }
}

export function describeSystemPrompt({ systemPrompt }: AgentDefinition): object {
  if (systemPrompt === undefined) return {}
  return { systemPrompt: systemPrompt === 'override' ? { mode: { override: {} } } : {} }
}

function describeAuth({ auth }: AgentDefinition, isUnstable: boolean): v1Unstable.AgentAuthCapabilities {
  return {
    ...(auth?.logout === undefined ? {} : { logout: {} }),
    ...(isUnstable ? { status: {} } : {}),
  }
}

export function toAuthMethodV1({ type, ...method }: AuthMethod): v1Unstable.AuthMethod {
  return type === 'terminal' ? { type, ...method } : method
}
