/** The bench agent on the raw wire. */
import { agentHandlers } from './agent-peer.js'
import { LinePeer } from './peer.js'

const peer: LinePeer = new LinePeer(
  process.stdout,
  agentHandlers(() => peer),
)

process.stdin.on('data', peer.receive)
