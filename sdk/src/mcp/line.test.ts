import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { stage } from './conversation.fixture.js'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

const listen = async (handle: Handler) => {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    handle(request, response, body)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

const at = (url: string, type: 'http' | 'sse' = 'http') => ({ type, name: 'far', url, headers: [] })

const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** A server that answers the handshake, and whatever else as it is told. */
const speaking = (call: (response: ServerResponse, id: unknown) => void) =>
  listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method, params } = JSON.parse(body)
    if (id === undefined) return response.writeHead(202).end()
    const capabilities = { tools: {} }
    const serverInfo = { name: 'far', version: '1' }
    const { protocolVersion } = params ?? {}
    if (method === 'initialize')
      return json(response, { jsonrpc: '2.0', id, result: { protocolVersion, capabilities, serverInfo } })
    const tools = [{ name: 'go', inputSchema: { type: 'object' } }]
    if (method === 'tools/list') return json(response, { jsonrpc: '2.0', id, result: { tools } })
    if (method === 'ping') return json(response, { jsonrpc: '2.0', id, result: {} })
    call(response, id)
  })

test('a redirect to another origin is not followed, and nothing reaches it', async () => {
  let reached = 0
  const trap = await listen((_request, response) => {
    reached++
    response.end()
  })
  const lure = await listen((_request, response) => {
    response.writeHead(307, { location: `${trap.url}/mcp` }).end()
  })
  const { during, end } = await stage({ servers: [at(lure.url), at(lure.url, 'sse')] })
  const failures = await during(async tools => tools.failures)
  expect(failures.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('not followed'),
    expect.stringContaining('not followed'),
  ])
  expect(reached).toBe(0)
  await end()
  trap.close()
  lure.close()
})

test('addresses inside a private network, and far ones without TLS, are refused before anything is sent', async () => {
  const addresses = [
    'https://169.254.169.254/latest',
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'http://192.0.2.1/',
  ]
  const { during, end } = await stage({ servers: addresses.map(url => at(url)) })
  const failures = await during(async tools => tools.failures)
  expect(failures.map(({ reason }) => reason)).toEqual([
    'refused to reach 169.254.169.254: 169.254.169.254 is inside a private network and not listed',
    'refused to reach 10.0.0.1: 10.0.0.1 is inside a private network and not listed',
    'refused to reach [fd00::1]: fd00::1 is inside a private network and not listed',
    'refused to reach 192.0.2.1 without TLS: only this machine may be',
  ])
  await end()
})

test('a message over the network that is too large fails its call', async () => {
  const far = await speaking((response, id) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const text = 'x'.repeat(100_000)
    const result = { content: [{ type: 'text', text }] }
    response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
  })
  const { during, end } = await stage({
    servers: [at(far.url)],
    options: { ask: false, messageBytes: 50_000 },
  })
  const { text } = await during((tools, turn) => tools.call(turn, 'far/go'))
  expect(text).toBe('far/go failed: it sent a message that cannot be read: a message is at most 50000 bytes')
  await end()
  far.close()
})

test('a server on the network that goes away in the middle of a call fails it', async () => {
  const far = await speaking(response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n')
    setTimeout(() => far.close(), 50)
  })
  const { during, end } = await stage({ servers: [at(far.url)], options: { ask: false } })
  const outcome = await during((tools, turn) => tools.call(turn, 'far/go'))
  expect(outcome).toMatchObject({ status: 'failed', text: 'far/go failed: the connection was lost' })
  await end()
})

test('of a refusal that calls itself a stream of events all is counted, and it is not read to its end', async () => {
  let sent = 0
  const far = await listen((_request, response) => {
    response.writeHead(500, { 'content-type': 'text/event-stream' })
    const piece = Buffer.from(`${'x'.repeat(10_000)}\n\n`)
    const more = (): void => {
      while (sent < 50_000_000 && !response.destroyed) {
        sent += piece.length
        if (!response.write(piece)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const { during, end } = await stage({ servers: [at(far.url)], options: { messageBytes: 50_000 } })
  const failures = await during(async tools => tools.failures)
  expect(failures).toHaveLength(1)
  expect(failures[0]?.reason.length).toBeLessThan(9_000)
  expect(sent).toBeLessThan(50_000_000)
  await end()
  far.close()
})
