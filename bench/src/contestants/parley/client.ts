/** The bench client on Parley, as its README says: `connect`, `newSession`, `prompt`, `for await` over the updates. */
import { type Client, connect, type Host } from '@parley/acp/client'
import { spawnAgent } from '@parley/acp/node'
import { type ByteStream, lines } from '@parley/acp/transport'
import { playOrder } from '../../scenario/client-part.js'
import type { MemoryWire } from '../../scenario/memory-wire.js'
import type { AgentLink, ClientHandlers } from '../contestant.js'
import { limits } from './limits.js'

await playOrder({
  async spawn(agentFile, handlers) {
    const channel = spawnAgent(process.execPath, [agentFile], { limits })
    return toLink(await connect(channel, createHost(handlers), { limits }), handlers)
  },
  async attach(wire, handlers) {
    const channel = lines(toByteStream(wire), { limits })
    return toLink(await connect(channel, createHost(handlers), { limits }), handlers)
  },
})

function createHost(handlers: ClientHandlers): Host {
  return { files: { read: ({ path }) => ({ content: handlers.read(path) }) } }
}

function toLink(agent: Client, handlers: ClientHandlers): AgentLink {
  return {
    async newSession() {
      const session = await agent.newSession({ cwd: process.cwd() })
      return {
        async prompt(text) {
          const turn = session.prompt(text)
          for await (const update of turn.updates) {
            const busy = handlers.update(update)
            if (busy !== undefined) await busy
          }
          await turn.outcome
        },
      }
    },
    close: () => agent.close(),
  }
}

function toByteStream(wire: MemoryWire): ByteStream {
  return {
    input: wire.incoming,
    write(text) {
      wire.write(Buffer.from(text))
      return undefined
    },
    whenIdle: callback => process.nextTick(callback),
    async end() {
      wire.end()
    },
  }
}
