/** The bench client on the official SDK, over its own socket and HTTP clients. */
import { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client'
import {
  createWebSocketStream,
  type WebSocketConstructor,
} from '@agentclientprotocol/sdk/experimental/ws-client'
import { WebSocket } from 'ws'
import { playRemoteOrder } from '../../scenario/remote.js'
import { createClient, openLink } from './app.js'

const options = { WebSocket: WebSocket as unknown as WebSocketConstructor }

await playRemoteOrder((transport, url, handlers) => {
  const stream = transport === 'websocket' ? createWebSocketStream(url, options) : createHttpStream(url)
  return openLink(createClient(handlers).connect(stream), async () => {})
})
