/** The bench client on Parley, as its README says: `connect`, `newSession`, `prompt`, `for await` over the updates. */
import { connect, type Host } from '@parley/acp/client'
import { type ByteStream, lines } from '@parley/acp/transport'
import { playOrder } from '../../scenario/client-part.js'
import type { MemoryWire } from '../../scenario/memory-wire.js'
import type { ClientHandlers } from '../contestant.js'
import { limits } from './limits.js'
import { toLink } from './link.js'
import { openWay, versionOn } from './way.js'

await playOrder({
  async spawn(agentFile, handlers, way) {
    const channel = openWay(agentFile, way)
    return toLink(await connect(channel, createHost(handlers), { limits, version: versionOn(way) }), handlers)
  },
  async attach(wire, handlers) {
    const channel = lines(toByteStream(wire), { limits })
    return toLink(await connect(channel, createHost(handlers), { limits }), handlers)
  },
})

function createHost(handlers: ClientHandlers): Host {
  return { files: { read: ({ path }) => ({ content: handlers.read(path) }) } }
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
