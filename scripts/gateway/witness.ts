/** A client's channel to the gateway, and every numbered message of a session that came on it. */
import {
  type Arrival,
  type Link,
  type OpenLink,
  type RemoteChannel,
  remoteChannel,
} from '@parley/acp/transport'
import { instead } from '../reconnect/instead.js'
import type { Way } from './gateway-process.js'
import { linksTo, RETRY } from './links.js'
import type { Seen, Transport } from './order.js'

/** Opens a channel on which nothing comes that is not put down. */
export async function witnessed(
  transport: Transport,
  way: Way,
  { path, saw }: { readonly path: string; readonly saw: (seen: Seen) => void },
): Promise<RemoteChannel> {
  return remoteChannel(watched(await linksTo(transport, way, { path }), saw), { retry: RETRY })
}

function watched(openLink: OpenLink, saw: (seen: Seen) => void): OpenLink {
  return async (opening, resumption) => {
    const link = await openLink(opening, resumption)
    const arrivals = noted(link.arrivals, saw)
    return instead(link, name => (name === 'arrivals' ? arrivals : undefined))
  }
}

async function* noted(arrivals: Link['arrivals'], saw: (seen: Seen) => void): AsyncGenerator<Arrival[]> {
  for await (const batch of arrivals) {
    for (const { event, stream, message } of batch)
      if (event !== undefined && stream !== undefined)
        saw({ event, sessionId: stream, message: message as Seen['message'] })
    yield batch
  }
}
