/** The line to one server: the transport that its endpoint asks for, and the safety that each kind of transport needs. */

import type { Transport } from '@modelcontextprotocol/client'
import { basicCredentials } from '../guard/secret-spelling.js'
import { withDefaults } from '../jsonrpc/index.js'
import { guardedFetch } from '../node/network.js'
import { spawnAgent } from '../node/spawn-agent.js'
import { ChannelTransport } from './channel-transport.js'
import type { ClientPackage } from './client-package.js'
import type { Endpoint, HttpEndpoint, StdioEndpoint } from './endpoint.js'
import { capped } from './message-cap.js'
import type { Settings } from './options.js'
import { within } from './within.js'

const LEAVE_MILLISECONDS = 1_000

/** A transport, and what can be learnt of its end. */
export interface Line {
  readonly transport: Transport
  /** Why it ended, where the other side ended it. */
  readonly reason: () => string | undefined
  /** Says goodbye where that is the custom; never throws, and does not take long. */
  readonly takeLeave: () => Promise<void>
}

/** What a line is laid for. */
export interface Laying {
  readonly endpoint: Endpoint
  readonly cwd: string
  readonly settings: Settings
  /** A message came that cannot be read, and why. */
  readonly onUnreadable: (why: string) => void
}

/** Starts the process, or prepares the requests. */
export function layLine(client: ClientPackage, laying: Laying): Line {
  const { endpoint } = laying
  return endpoint.kind === 'stdio' ? toProcess(client, laying, endpoint) : toNetwork(client, laying, endpoint)
}

function toProcess(client: ClientPackage, laying: Laying, endpoint: StdioEndpoint): Line {
  const limits = withDefaults({ messageBytes: laying.settings.messageBytes })
  const child = spawnAgent(endpoint.command, endpoint.args, {
    cwd: laying.cwd,
    env: Object.fromEntries(endpoint.env.map(({ name, value }) => [name, value])),
    framing: 'lines',
    limits,
    noun: 'server',
  })
  const transport = new ChannelTransport(child, client, { limits, onUnreadable: laying.onUnreadable })
  return { transport, reason: () => transport.reason, takeLeave: async () => {} }
}

function toNetwork(client: ClientPackage, laying: Laying, endpoint: HttpEndpoint): Line {
  const { settings, onUnreadable } = laying
  const { url, headers } = toRequest(endpoint)
  const reach = guardedFetch({ innerHosts: settings.innerHosts })
  const options = {
    requestInit: { headers },
    redirectPolicy: 'same-origin' as const,
    async fetch(address: string | URL, init?: RequestInit): Promise<Response> {
      return capped(await reach(address, init), settings.messageBytes, onUnreadable)
    },
  }
  const reason = (): undefined => undefined
  if (endpoint.kind === 'sse')
    return { transport: new client.SSEClientTransport(url, options), reason, takeLeave: async () => {} }
  const transport = new client.StreamableHTTPClientTransport(url, options)
  const takeLeave = (): Promise<void> =>
    within(transport.terminateSession(), AbortSignal.timeout(LEAVE_MILLISECONDS)).catch(() => {})
  return { transport, reason, takeLeave }
}

/** Name and password leave the address for a header: an address is quoted in errors, a header is not. */
function toRequest(endpoint: HttpEndpoint): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(endpoint.url)
  const headers = Object.fromEntries(endpoint.headers.map(({ name, value }) => [name.toLowerCase(), value]))
  const credentials = basicCredentials(url)
  url.username = ''
  url.password = ''
  if (credentials !== undefined) headers.authorization ??= `Basic ${credentials}`
  return { url, headers }
}
