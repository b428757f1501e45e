/** Channels to servers, on what Node has for sockets and HTTP. */

import { CookieJar } from '../../transport/http-client/cookie-jar.js'
import {
  httpLinks,
  type OpenLink,
  type RemoteChannel,
  remoteChannel,
  webSocketLinks,
} from '../../transport/index.js'
import { nodeHttpCarrier } from '../http-client/node-carrier.js'
import type { OpenChannelOptions, RemoteTransport } from '../open-channel.js'
import { openWebSocket } from '../websocket/open-web-socket.js'
import { checkedAddress } from '../websocket/socket-address.js'

export function openRemoteChannel(description: RemoteTransport, options: OpenChannelOptions): RemoteChannel {
  const links = description.transport === 'http' ? overHttp : overSockets
  return remoteChannel(links(description, options), options)
}

function overHttp(description: RemoteTransport, options: OpenChannelOptions): OpenLink {
  const { ca, limits, DANGEROUS_allowPlainText } = options
  return httpLinks(nodeHttpCarrier(ca === undefined ? {} : { ca: [ca].flat() }), {
    url: description.url,
    headers: () => headersOf(description, options),
    limits,
    DANGEROUS_allowPlainText: DANGEROUS_allowPlainText,
  })
}

function overSockets(description: RemoteTransport, options: OpenChannelOptions): OpenLink {
  const { ca, limits, DANGEROUS_allowPlainText } = options
  const address = checkedAddress(description.url, DANGEROUS_allowPlainText ?? false)
  // Plain text leads to this machine only, or was asked for.
  const jar = new CookieJar(address, true)
  const open = () =>
    openWebSocket(address, {
      headers: headersOf(description, options),
      cookies: { get: () => jar.header(), set: lines => jar.store(lines) },
      ...(ca === undefined ? {} : { tls: { ca: [ca].flat() } }),
      limits,
      DANGEROUS_allowPlainText,
    })
  return webSocketLinks(open, { limits })
}

function headersOf({ headers }: RemoteTransport, options: OpenChannelOptions): Record<string, string> {
  return { ...headers, ...options.headers?.() }
}
