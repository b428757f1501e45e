/** WebSockets in Node. What they need is loaded with the first of them: most programs of this room have none. */

import type { Caller, Serving, WebSocketLike } from '../transport/index.js'
import type { OpenWebSocketOptions, WebSocketDoor, WebSocketDoorOptions } from './websocket/options.js'

/** Opens a socket to a server. Plain `ws:` leads to this machine only. Rejects with a `LinkLost`. */
export async function openWebSocket(
  url: string | URL,
  options: OpenWebSocketOptions = {},
): Promise<WebSocketLike> {
  const loaded = await import('./websocket/open-web-socket.js')
  return loaded.openWebSocket(url, options)
}

/** Makes what takes the sockets that a server of Node is asked for. */
export async function webSocketDoor<WhoCalls extends Caller = Caller>(
  serving: Serving<WhoCalls>,
  options: WebSocketDoorOptions = {},
): Promise<WebSocketDoor> {
  const loaded = await import('./websocket/web-socket-door.js')
  return loaded.webSocketDoor(serving, options)
}
