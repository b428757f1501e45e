/** An agent as version 1 serves it: a prompt is answered when its turn is over. */

import { Cancellation } from '../jsonrpc/index.js'
import {
  type Call,
  type Capabilities,
  handlerTable,
  type Peer,
  traceOf,
  type Welcome,
} from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { AgentDefinition } from './definition.js'
import { runTurn } from './run-turn.js'
import type { Service } from './session.js'
import { Turn } from './turn.js'
import { voiceV1 } from './voice-v1.js'

export function welcomeV1(service: Service, peer: Peer<'v1', 'agent'>): Welcome {
  const { definition, sessions } = service
  return {
    result: describe(definition),
    handlers: handlerTable<'v1', 'agent'>({
      extensions: definition.extensions,
      requests: {
        'session/new': async params => ({ sessionId: sessions.create(params).id }),
        'session/prompt': (params, call) => answer({ service, peer, call }, params),
      },
      notifications: {
        'session/cancel': ({ sessionId }) => sessions.find(sessionId)?.turn?.cancel(),
      },
    }),
  }
}

interface Asked {
  readonly service: Service
  readonly peer: Peer<'v1', 'agent'>
  readonly call: Call
}

async function answer({ service, peer, call }: Asked, params: v1.PromptRequest): Promise<v1.PromptResponse> {
  const session = service.sessions.get(params.sessionId)
  const cancellation = new Cancellation()
  const voice = voiceV1({ peer, session, cancellation, trace: traceOf(params) })
  const turn = new Turn(session, params.prompt, { voice, cancellation })
  // The prompt given up, or the connection gone, is a cancel like any other.
  call.onCancel(() => turn.cancel())
  const end = await session.run(turn, () => runTurn(service.definition, turn))
  if ('error' in end) throw end.error
  return { stopReason: end.stopReason }
}

function describe(definition: AgentDefinition): Capabilities {
  const { name, version, title, accepts = [], mcp = [], meta } = definition
  const result: v1.InitializeResponse = {
    protocolVersion: 1,
    agentInfo: { name, version, title },
    agentCapabilities: {
      promptCapabilities: {
        image: accepts.includes('image'),
        audio: accepts.includes('audio'),
        embeddedContext: accepts.includes('resource'),
      },
      mcpCapabilities: { http: mcp.includes('http'), sse: mcp.includes('sse') },
      sessionCapabilities: definition.additionalDirectories ? { additionalDirectories: {} } : {},
      ...(meta === undefined ? {} : { _meta: meta }),
    },
    authMethods: [],
  }
  return result as unknown as Capabilities
}
