/** The bench client on the official SDK, as its README says: `client()`, `onNotification`, `connect` over `ndJsonStream`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { ReadableStream, WritableStream } from 'node:stream/web'
import {
  type ClientConnection,
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
} from '@agentclientprotocol/sdk'
import { playOrder } from '../../scenario/client-part.js'
import type { MemoryWire } from '../../scenario/memory-wire.js'
import type { AgentLink, ClientHandlers } from '../contestant.js'

// The large message is over the SDK's default limit of 32 MB.
const limits = { maxMessageBytes: 256 * 1024 * 1024 }

await playOrder({
  async spawn(agentFile, handlers) {
    const child = spawn(process.execPath, [agentFile], { stdio: ['pipe', 'pipe', 'inherit'] })
    const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout), limits)
    return openLink(createApp(handlers).connect(stream), async () => {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    })
  },
  attach(wire, handlers) {
    const stream = ndJsonStream(toWritable(wire), toReadable(wire), limits)
    return openLink(createApp(handlers).connect(stream), async () => wire.end())
  },
})

function createApp(handlers: ClientHandlers) {
  return client({ name: 'bench-client' })
    .onNotification(methods.client.session.update, ({ params }) => handlers.update(params.update))
    .onRequest(methods.client.fs.readTextFile, ({ params }) => ({ content: handlers.read(params.path) }))
}

async function openLink(connection: ClientConnection, end: () => Promise<void>): Promise<AgentLink> {
  const { agent } = connection
  await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true } },
  })
  return {
    async newSession() {
      const { sessionId } = await agent.request(methods.agent.session.new, {
        cwd: process.cwd(),
        mcpServers: [],
      })
      return {
        async prompt(text) {
          await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
        },
      }
    },
    async close() {
      connection.close()
      await end()
    },
  }
}

function toReadable(wire: MemoryWire): ReadableStream<Uint8Array> {
  const pieces = wire.incoming[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = await pieces.next()
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
  })
}

function toWritable(wire: MemoryWire): WritableStream<Uint8Array> {
  return new WritableStream<Uint8Array>({ write: bytes => wire.write(bytes) })
}
