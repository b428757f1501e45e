/** The bench agent on the official SDK, over stdio. */
import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { createAgent } from './app.js'

createAgent().connect(
  // The large message is over the SDK's default limit of 32 MB.
  ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin), {
    maxMessageBytes: 256 * 1024 * 1024,
  }),
)
