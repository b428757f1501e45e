/** The way to an agent, wherever it is, from a description of how it is reached, as configuration files have it. */

import type { Channel, Limits } from '../jsonrpc/index.js'
import type { RemoteChannel, RemoteOptions } from '../transport/index.js'
import { launchAgent } from './launch.js'
import type { AgentProcess } from './spawn-agent.js'
import { type Dialect, spoken } from './spoken-channel.js'

interface Described {
  /** How the agent spells version 1, where it has a way of its own. */
  readonly dialect?: Dialect | undefined
}

/** An agent that is a program on this machine. */
export interface StdioTransport extends Described {
  readonly transport: 'stdio'
  readonly command: string
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  readonly cwd?: string | undefined
}

/** An agent that is reached over a network. */
export interface RemoteTransport extends Described {
  readonly transport: 'http' | 'websocket'
  /** `https:` or `wss:`; without encryption only to this machine. */
  readonly url: string
  /** Sent with every request, such as `Authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How an agent is reached. */
export type TransportDescription = StdioTransport | RemoteTransport

/** What does not belong into a description that is written down. */
export interface OpenChannelOptions extends RemoteOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Headers that are asked for each time, so that a token may change; they win over those of the description. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
  /** Certificates to trust instead of the well-known ones. */
  readonly ca?: string | readonly string[] | undefined
  /** Speaks to other machines without encryption: whoever is on the way can read and change everything. */
  readonly DANGEROUS_allowPlainText?: boolean | undefined
}

/**
 * Opens a channel to an agent: starts its program, or makes ready to reach its server, which is reached with the first
 * message. Rejects with a `LaunchError` for a program that cannot be started, and a `TypeError` for a description or an
 * address that cannot be used.
 */
export function openChannel(description: StdioTransport, options?: OpenChannelOptions): Promise<AgentProcess>
export function openChannel(
  description: RemoteTransport,
  options?: OpenChannelOptions,
): Promise<RemoteChannel>
export function openChannel(description: TransportDescription, options?: OpenChannelOptions): Promise<Channel>
export async function openChannel(
  description: TransportDescription,
  options: OpenChannelOptions = {},
): Promise<Channel> {
  const { transport } = description
  if (transport === 'stdio') {
    const { command, args, env, cwd, dialect } = description
    return await launchAgent(command, args, { env, cwd, dialect, limits: options.limits })
  }
  if (transport !== 'http' && transport !== 'websocket')
    throw new TypeError('the transport of an agent is stdio, http or websocket')
  const { openRemoteChannel } = await import('./remote/open-remote-channel.js')
  const channel = openRemoteChannel(description, options)
  return description.dialect === undefined ? channel : spokenRemote(channel, description.dialect, options)
}

function spokenRemote(channel: RemoteChannel, dialect: Dialect, options: OpenChannelOptions): RemoteChannel {
  const translated = spoken(channel, dialect, options.limits)
  return {
    incoming: translated.incoming,
    send: (message, text) => translated.send(message, text),
    close: () => translated.close(),
    get state() {
      return channel.state
    },
    reopen: async () => spokenRemote(await channel.reopen(), dialect, options),
  }
}
