/** Joined channels over what the system really has: sockets, and the pipes of a child process. */
import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Channel } from '../jsonrpc/index.js'
import type { BytePair, ChannelPair } from '../testing/index.js'
import type { ByteStream, FramedOptions } from '../transport/index.js'
import { nodeStream } from './node-stream.js'
import { spawnAgent } from './spawn-agent.js'

/** The path of a child program in `fixtures/`. */
export const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url))

/** Two ends of one TCP connection on this machine. */
export async function socketPair(): Promise<readonly [Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const near = dial({ port, host: '127.0.0.1', allowHalfOpen: true })
  const [[far]] = await Promise.all([once(server, 'connection') as Promise<[Socket]>, once(near, 'connect')])
  server.close()
  return [near, far]
}

export const streamOf = (socket: Socket): ByteStream => nodeStream(socket, socket)

const MESSAGE_BYTES = 8 * 1024 * 1024

type Framed = (stream: ByteStream, options: FramedOptions) => Channel
type Frame = (bytes: Uint8Array) => Uint8Array

export const asLine: Frame = bytes => Buffer.concat([bytes, Buffer.from('\n')])
export const withLength: Frame = bytes =>
  Buffer.concat([Buffer.from(`Content-Length: ${bytes.length}\r\n\r\n`), bytes])

/** A pair on a socket; what is injected goes through the same socket as what `a` sends. */
export const socketChannels = (make: Framed, frame: Frame) => async (): Promise<BytePair> => {
  const [near, far] = await socketPair()
  const limits = { messageBytes: MESSAGE_BYTES }
  return {
    a: make(streamOf(near), { limits }),
    b: make(streamOf(far), { limits }),
    inject: bytes => void near.write(frame(bytes)),
    messageBytes: MESSAGE_BYTES,
    release: async () => {
      near.destroy()
      far.destroy()
    },
  }
}

/** A child that passes its stdin on to a socket and the socket to its stdout: `b` is the child, worked from here. */
export const childChannels =
  (make: Framed, framing: 'lines' | 'content-length') => async (): Promise<ChannelPair> => {
    const server = createServer({ allowHalfOpen: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const a = spawnAgent(process.execPath, [fixture('relay.mjs'), String(port)], { framing, patience: 1_000 })
    const [socket] = (await once(server, 'connection')) as [Socket]
    server.close()
    return {
      a,
      b: make(streamOf(socket), {}),
      release: async () => {
        socket.destroy()
        await a.close()
      },
    }
  }
