/** The smallest agent on the official SDK: for `start` and `bundle-gz`. */
import { Readable, Writable } from 'node:stream'
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'

agent({ name: 'minimal' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'session-1' }))
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId }, client }) => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } } as const
    await client.notify(methods.client.session.update, { sessionId, update })
    return { stopReason: 'end_turn' }
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
