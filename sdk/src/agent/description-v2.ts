/** What an agent says of itself in version 2, read off its definition. */

import type { Capabilities } from '../protocol/index.js'
import type { v2Unstable } from '../schema/index.js'
import { defined } from './defined.js'
import type { AgentDefinition } from './definition.js'
import { describeSystemPrompt } from './description-v1.js'
import type { Guest } from './guest.js'
import { toAuthMethodV2 } from './spelling-v2.js'

export function describeV2({ definition, isUnstable, authMethods }: Guest): Capabilities {
  const { name, version, title, meta, auth } = definition
  const methods = authMethods.map(toAuthMethodV2)
  const result: v2Unstable.InitializeResponse = {
    protocolVersion: 2,
    info: { name, version, title },
    capabilities: {
      session: describeSessions(definition, isUnstable),
      ...(auth !== undefined && isUnstable ? { auth: { status: {} } } : {}),
      ...(isUnstable && definition.providers ? { providers: {} } : {}),
      ...defined({ _meta: meta }),
    },
    ...(methods.length === 0 ? {} : { authMethods: methods as never }),
  }
  return result as unknown as Capabilities
}

function describeSessions(definition: AgentDefinition, isUnstable: boolean): v2Unstable.SessionCapabilities {
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
    ...(isUnstable ? describeSystemPrompt(definition) : {}),
  }
}
