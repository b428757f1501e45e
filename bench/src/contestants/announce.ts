/** Listens on this machine, and says where on stdout. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

// Opening a thousand connections may take longer than Node keeps an unused socket, and not every client asks again.
const unusedMilliseconds = 65_000

export function announce(server: Server, scheme: 'ws' | 'http'): void {
  server.keepAliveTimeout = unusedMilliseconds
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    process.stdout.write(`${scheme}://127.0.0.1:${port}/acp\n`)
  })
}
