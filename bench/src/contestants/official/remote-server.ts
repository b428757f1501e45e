/** The bench agent on the official SDK for clients that are elsewhere. */
import { createServer } from 'node:http'
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from '@agentclientprotocol/sdk/experimental/node'
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server'
import { WebSocketServer } from 'ws'
import { announce } from '../announce.js'
import { createAgent } from './app.js'

const acp = new AcpServer({ createAgent })

if (process.argv[2] === 'websocket') {
  const server = createServer()
  // The types of the package and those that the SDK writes down for it differ in a detail.
  server.on(
    'upgrade',
    createNodeWebSocketUpgradeHandler(acp, new WebSocketServer({ noServer: true }) as never),
  )
  announce(server, 'ws')
} else announce(createServer(createNodeHttpHandler(acp)), 'http')
