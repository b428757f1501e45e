/** What an agent says of itself in version 1, read off its definition. */

import type { Capabilities } from '../protocol/index.js'
import type { v1Unstable } from '../schema/index.js'
import type { AuthMethod } from './auth.js'
import { defined } from './defined.js'
import type { AgentDefinition } from './definition.js'
import type { Guest } from './guest.js'

export function describeV1(guest: Guest): Capabilities {
  const { definition, isUnstable, authMethods } = guest
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
      sessionCapabilities: describeSessions(guest),
      ...(auth === undefined ? {} : { auth: describeAuth(definition, isUnstable) }),
      ...(isUnstable && definition.providers ? { providers: {} } : {}),
      ...defined({ _meta: meta }),
    },
    authMethods: authMethods.map(toAuthMethod),
  }
  return result as unknown as Capabilities
}

function describeSessions({ definition, isUnstable, systemPrompt }: Guest): v1Unstable.SessionCapabilities {
  const isKept = definition.sessions !== undefined
  return {
    close: {},
    ...(isKept ? { list: {}, resume: {}, delete: {} } : {}),
    ...(definition.additionalDirectories ? { additionalDirectories: {} } : {}),
    ...(isKept && isUnstable ? { fork: {}, archive: {}, status: {}, title: {} } : {}),
    ...systemPrompt,
  }
}

function describeAuth({ auth }: AgentDefinition, isUnstable: boolean): v1Unstable.AgentAuthCapabilities {
  return {
    ...(auth?.logout === undefined ? {} : { logout: {} }),
    ...(isUnstable ? { status: {} } : {}),
  }
}

function toAuthMethod({ type, ...method }: AuthMethod): v1Unstable.AuthMethod {
  return type === 'terminal' ? { type, ...method } : method
}
