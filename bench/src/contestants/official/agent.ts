/** The bench agent on the official SDK, as its README says: `agent()`, `onRequest`, `connect` over `ndJsonStream`. */
import { Readable, Writable } from 'node:stream'
import { type AgentContext, agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import { perform } from '../../scenario/agent-part.js'
import type { AgentTurn } from '../contestant.js'

const sessions = new Map<string, { readonly cwd: string }>()

agent({ name: 'bench-agent' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const sessionId = `session-${sessions.size}`
    sessions.set(sessionId, { cwd: params.cwd })
    return { sessionId }
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const [block] = params.prompt
    await perform(createTurn(client, params.sessionId, block?.type === 'text' ? block.text : ''))
    return { stopReason: 'end_turn' }
  })
  .connect(
    // The large message is over the SDK's default limit of 32 MB.
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin), {
      maxMessageBytes: 256 * 1024 * 1024,
    }),
  )

function createTurn(client: AgentContext, sessionId: string, text: string): AgentTurn {
  return {
    text,
    say: words =>
      client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
      }),
    read: async path => {
      const { content } = await client.request(methods.client.fs.readTextFile, { sessionId, path })
      return content
    },
  }
}
