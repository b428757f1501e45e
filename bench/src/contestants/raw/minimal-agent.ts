/** The smallest agent on the raw wire: for `start` and `bundle-gz`. */
import { LinePeer } from './peer.js'

const peer = new LinePeer(process.stdout, {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: 'session-1' }),
  'session/prompt': async ({ sessionId }: { sessionId: string }) => {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'hello' } }
    await peer.notify('session/update', { sessionId, update })
    return { stopReason: 'end_turn' }
  },
})

process.stdin.on('data', peer.receive)
