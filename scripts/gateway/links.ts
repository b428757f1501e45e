/** A client's way to the gateway: straight, or through a network of ours that stands at another port. */
import { nodeHttpCarrier, openWebSocket } from '@parley/acp/node'
import {
  type HttpAsking,
  type HttpCarrier,
  httpLinks,
  type OpenLink,
  webSocketLinks,
} from '@parley/acp/transport'
import type { Way } from './gateway-process.js'
import type { Transport } from './order.js'

export const RETRY = { firstDelay: 20, longestDelay: 300 }

/** The gateway is called by its own name, whatever port leads there. */
export async function linksTo(
  transport: Transport,
  { port, token }: Way,
  { through = port, path = '/acp' }: { readonly through?: number; readonly path?: string } = {},
): Promise<OpenLink> {
  const host = `127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${token}` }
  if (transport === 'websocket')
    return webSocketLinks(() =>
      openWebSocket(`ws://127.0.0.1:${through}${path}`, { headers: { ...headers, host } }),
    )
  return httpLinks(called(await nodeHttpCarrier(), host), {
    url: `http://127.0.0.1:${through}${path}`,
    headers,
  })
}

function called(carrier: HttpCarrier, host: string): HttpCarrier {
  const named = (asking: HttpAsking): HttpAsking => ({ ...asking, headers: { ...asking.headers, host } })
  return {
    ask: (asking, most) => carrier.ask(named(asking), most),
    listen: asking => carrier.listen(named(asking)),
  }
}
