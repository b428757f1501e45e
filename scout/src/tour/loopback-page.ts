/** A web page that only this machine can see, for as long as the tour is at it. */

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A page being served. */
export interface LoopbackPage {
  /** Where the text is. */
  readonly url: string
  /** Where a visitor is noticed; nobody else can guess it. */
  readonly visitUrl: string
  /** Whether somebody comes in time; rejects when the signal says so. */
  isVisitedWithin(milliseconds: number, signal: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

/** Serves the text on a free port of the loopback address. */
export async function servePage(text: string): Promise<LoopbackPage> {
  const secret = `/visit/${randomUUID()}`
  let greet: (isVisited: true) => void = () => {}
  const visited = new Promise<true>(resolve => {
    greet = resolve
  })
  const server = createServer(({ url }, response) => {
    const found = url === '/' ? text : url === secret ? 'You are here. The tour has noticed.\n' : undefined
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(found ?? 'There is no such page.\n')
    if (url === secret) greet(true)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    visitUrl: `http://127.0.0.1:${port}${secret}`,
    isVisitedWithin: (milliseconds, signal) => within(visited, milliseconds, signal),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function within(visited: Promise<true>, milliseconds: number, signal: AbortSignal): Promise<boolean> {
  const enough = new AbortController()
  try {
    const patience = sleep(milliseconds, false, { signal: AbortSignal.any([signal, enough.signal]) })
    return await Promise.race([visited, patience])
  } finally {
    enough.abort()
  }
}
