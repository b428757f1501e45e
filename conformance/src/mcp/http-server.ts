/** An MCP server on HTTP, on the loopback address, that remembers which methods it was asked for. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerAsServer } from './answer.js'

export interface HttpServer {
  readonly url: string
  /** The methods so far, and the header that was to be sent with them. */
  readonly heard: { readonly method: unknown; readonly header: unknown }[]
  close(): Promise<void>
}

export const HEADER = { name: 'x-parley-conformance', value: 'yes' }

const MOST_BYTES = 1_000_000

export async function openHttpServer(): Promise<HttpServer> {
  const heard: HttpServer['heard'] = []
  const server = createServer((request, response) => {
    void answer(request, response, heard).catch(() => response.writeHead(400).end())
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    heard,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  heard: HttpServer['heard'],
): Promise<void> {
  // There are no messages of the server's own to wait for.
  if (request.method !== 'POST') return void response.writeHead(405).end()
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MOST_BYTES) throw new Error('too large')
  }
  const message = JSON.parse(text)
  heard.push({ method: message.method, header: request.headers[HEADER.name] })
  const reply = answerAsServer(message)
  if (reply === undefined) return void response.writeHead(202).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
}
