/** What document 003 writes down of how an agent is reached is what `openChannel` takes. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { connect } from '../../client/connect.js'
import { openChannel, type RemoteTransport, type StdioTransport } from '../../node/open-channel.js'
import { examplesOf, isSpoken } from './examples.fixture.js'

type Knock = Pick<IncomingMessage, 'method' | 'headers'> & { readonly body: string }

const descriptions = examplesOf('003').flatMap(example => (isSpoken(example) ? [] : [example.message]))

test('the descriptions are of a program, a server of HTTP and one of sockets', () => {
  expect(descriptions.map(({ transport }) => transport)).toEqual(['stdio', 'http', 'websocket'])
})

test.skipIf(process.platform === 'win32')(
  'a program is started with the words and the variables of its description',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-seed-'))
    try {
      const command = join(folder, 'agent')
      const told = join(folder, 'told')
      writeFileSync(command, `#!/bin/sh\necho "$@" "$LOG_LEVEL" > '${told}'\n`, { mode: 0o755 })
      const description = { ...(descriptions[0] as unknown as StdioTransport), command }
      const channel = await openChannel(description)
      await channel.exited
      await channel.close()
      expect(readFileSync(told, 'utf8')).toBe('--verbose debug\n')
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

/** A server that refuses everybody, and what the first who came had said by then. */
async function refusing(): Promise<{ readonly port: number; heard(): Promise<Knock>; close(): void }> {
  const knocks: Promise<Knock>[] = []
  const server = createServer((request, response) => {
    const { method, headers } = request
    knocks.push(text(request).then(body => ({ method, headers, body })))
    knocks.at(-1)?.then(() => response.writeHead(403).end())
  }).listen(0, '127.0.0.1')
  server.on('upgrade', ({ method, headers }, socket) => {
    knocks.push(Promise.resolve({ method, headers, body: '' }))
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  })
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard: async () => knocks[0]!,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test.each(descriptions.slice(1))(
  'a server is asked with the headers of its description: $transport',
  async one => {
    const server = await refusing()
    const scheme = one.transport === 'http' ? 'http' : 'ws'
    const url = `${scheme}://127.0.0.1:${server.port}/api`
    const channel = await openChannel({ ...(one as unknown as RemoteTransport), url })
    await expect(connect(channel)).rejects.toThrow()
    server.close()
    expect((await server.heard()).headers.authorization).toBe('Bearer token123')
  },
)

test('over HTTP a message is the body of a POST', async () => {
  const server = await refusing()
  const url = `http://127.0.0.1:${server.port}/api`
  await expect(connect(await openChannel({ transport: 'http', url }))).rejects.toThrow()
  server.close()
  const { method, body } = await server.heard()
  expect(method).toBe('POST')
  expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', method: 'initialize' })
})
