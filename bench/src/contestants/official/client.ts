/** The bench client on the official SDK, as its README says: `client()`, `onNotification`, `connect` over `ndJsonStream`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { ReadableStream, WritableStream } from 'node:stream/web'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { playOrder } from '../../scenario/client-part.js'
import type { MemoryWire } from '../../scenario/memory-wire.js'
import { createClient, openLink } from './app.js'

// The large message is over the SDK's default limit of 32 MB.
const limits = { maxMessageBytes: 256 * 1024 * 1024 }

await playOrder({
  async spawn(agentFile, handlers) {
    const child = spawn(process.execPath, [agentFile], { stdio: ['pipe', 'pipe', 'inherit'] })
    const stream = ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout), limits)
    return openLink(createClient(handlers).connect(stream), async () => {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    })
  },
  attach(wire, handlers) {
    const stream = ndJsonStream(toWritable(wire), toReadable(wire), limits)
    return openLink(createClient(handlers).connect(stream), async () => wire.end())
  },
})

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
