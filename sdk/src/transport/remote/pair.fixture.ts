/** Both ends of a network in memory, joined: the client's channel, and the server's with the opening answered. */

import type { Channel, Message } from '../../jsonrpc/index.js'
import { MemoryNetwork } from './memory-network.fixture.js'
import { type RemoteChannel, type RemoteOptions, remoteChannel } from './remote-channel.js'
import { type ServedOptions, servedChannel } from './served-channel.js'

export interface RemotePair {
  readonly network: MemoryNetwork
  readonly client: RemoteChannel
  readonly server: Channel
}

export interface PairOptions extends RemoteOptions {
  readonly served?: ServedOptions | undefined
  /** Whether the server is one that knows nothing of numbers. */
  readonly isPlain?: boolean | undefined
}

const greeting = { protocolVersion: 1, agentInfo: { name: 'echo', version: '1' } }

export const opening: Message = { jsonrpc: '2.0', id: 'opening', method: 'initialize', params: {} }

/** Answers the opening that is first in what comes in. */
export async function greet(server: Channel, result: unknown = greeting): Promise<void> {
  await server.incoming[Symbol.asyncIterator]().next()
  tell(server, { jsonrpc: '2.0', id: 'opening', result })
}

export function tell(channel: Channel, message: Message): Promise<void> | undefined {
  return channel.send(message, JSON.stringify(message))
}

export async function remotePair(options: PairOptions = {}): Promise<RemotePair> {
  const network = new MemoryNetwork()
  network.isPlain = options.isPlain ?? false
  let server: Channel | undefined
  network.serve = port => {
    server = servedChannel(port, options.served)
    void greet(server)
  }
  const client = remoteChannel(network.openLink, options)
  tell(client, opening)
  await client.incoming[Symbol.asyncIterator]().next()
  if (server === undefined) throw new Error('nobody was served')
  return { network, client, server }
}
