/** The bench client on the raw wire. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { playOrder } from '../../scenario/client-part.js'
import type { MemoryWire } from '../../scenario/memory-wire.js'
import type { AgentLink, ClientHandlers, Update } from '../contestant.js'
import type { RawOutput } from './outbox.js'
import { RawPeer } from './peer.js'

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

function createPeer(output: RawOutput, handlers: ClientHandlers): RawPeer {
  return new RawPeer(output, {
    'session/update': ({ update }: { update: Update }) => handlers.update(update),
    'fs/read_text_file': ({ path }: { path: string }) => ({ content: handlers.read(path) }),
  })
}

async function openLink(peer: RawPeer, close: () => Promise<void>): Promise<AgentLink> {
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: { fs: { readTextFile: true } } })
  return {
    close,
    async newSession() {
      const params = { cwd: process.cwd(), mcpServers: [] }
      const { sessionId } = await peer.request<{ sessionId: string }>('session/new', params)
      return {
        async prompt(text) {
          await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
        },
      }
    },
  }
}

async function pump(wire: MemoryWire, peer: RawPeer): Promise<void> {
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
