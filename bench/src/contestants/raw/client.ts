/** The bench client on the raw wire. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { playOrder } from '../../scenario/client-part.js'
import type { MemoryWire } from '../../scenario/memory-wire.js'
import type { ClientHandlers } from '../contestant.js'
import { clientHandlers, openLink } from './client-peer.js'
import type { RawOutput } from './outbox.js'
import { LinePeer } from './peer.js'

await playOrder({
  async spawn(agentFile, handlers) {
    const child = spawn(process.execPath, [agentFile], { stdio: ['pipe', 'pipe', 'inherit'] })
    const peer = createPeer(child.stdin, handlers)
    child.stdout.on('data', peer.receive)
    return openLink(peer, async () => {
      const exited = once(child, 'exit')
      child.stdin.end()
      await exited
    })
  },
  attach(wire, handlers) {
    const peer = createPeer(toOutput(wire), handlers)
    void pump(wire, peer)
    return openLink(peer, async () => wire.end())
  },
})

function createPeer(output: RawOutput, handlers: ClientHandlers): LinePeer {
  return new LinePeer(output, clientHandlers(handlers))
}

async function pump(wire: MemoryWire, peer: LinePeer): Promise<void> {
  for await (const chunk of wire.incoming) peer.receive(chunk)
}

function toOutput(wire: MemoryWire): RawOutput {
  return {
    write(text) {
      wire.write(Buffer.from(text))
      return true
    },
    once() {},
  }
}
