/** Agent and client of the official SDK as its README says, whatever they are connected over. */
import {
  type AgentContext,
  agent,
  type ClientConnection,
  client,
  methods,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk'
import { perform } from '../../scenario/agent-part.js'
import type { AgentLink, AgentTurn, ClientHandlers } from '../contestant.js'

const sessions = new Map<string, { readonly cwd: string }>()

export function createAgent() {
  return agent({ name: 'bench-agent' })
    .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
    .onRequest(methods.agent.session.new, ({ params }) => {
      const sessionId = `session-${sessions.size}`
      sessions.set(sessionId, { cwd: params.cwd })
      return { sessionId }
    })
    .onRequest(methods.agent.session.prompt, async ({ params, client: caller }) => {
      const [block] = params.prompt
      await perform(createTurn(caller, params.sessionId, block?.type === 'text' ? block.text : ''))
      return { stopReason: 'end_turn' }
    })
}

function createTurn(caller: AgentContext, sessionId: string, text: string): AgentTurn {
  return {
    text,
    say: words =>
      caller.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
      }),
    read: async path => {
      const { content } = await caller.request(methods.client.fs.readTextFile, { sessionId, path })
      return content
    },
  }
}

export function createClient(handlers: ClientHandlers) {
  return client({ name: 'bench-client' })
    .onNotification(methods.client.session.update, ({ params }) => handlers.update(params.update))
    .onRequest(methods.client.fs.readTextFile, ({ params }) => ({ content: handlers.read(params.path) }))
}

export async function openLink(connection: ClientConnection, end: () => Promise<void>): Promise<AgentLink> {
  const { agent: peer } = connection
  await peer.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true } },
  })
  return {
    async newSession() {
      const { sessionId } = await peer.request(methods.agent.session.new, {
        cwd: process.cwd(),
        mcpServers: [],
      })
      return {
        async prompt(text) {
          await peer.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
        },
      }
    },
    async close() {
      connection.close()
      await end()
    },
  }
}
