/** What document 003 writes down of how an agent is reached is what `openChannel` takes. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../../client/connect.js'
import { openChannel, type RemoteTransport, type StdioTransport } from '../../node/open-channel.js'
import { examplesOf, isSpoken } from './examples.fixture.js'

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

test.each(descriptions.slice(1))(
  'a server is asked with the headers of its description: $transport',
  async one => {
    const heard: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      heard.push(request.headers)
      response.writeHead(403).end()
    }).listen(0, '127.0.0.1')
    server.on('upgrade', (request, socket) => {
      heard.push(request.headers)
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const scheme = one.transport === 'http' ? 'http' : 'ws'
    const description = { ...(one as unknown as RemoteTransport), url: `${scheme}://127.0.0.1:${port}/api` }
    await expect(connect(await openChannel(description))).rejects.toThrow()
    server.closeAllConnections()
    server.close()
    expect(heard[0]?.authorization).toBe('Bearer token123')
  },
)
