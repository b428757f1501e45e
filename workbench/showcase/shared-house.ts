/** The showcases, built once and served for all tests of a run: begun by whoever asks first, ended with the run. */

import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { createInterface } from 'node:readline'

/** Where to ask, for workers of a run. */
const VARIABLE = 'PARLEY_SHOWCASES'

export interface ShowcaseHouse {
  readonly address: string
  close(): void
}

export async function openHouse(): Promise<ShowcaseHouse> {
  const child = spawn(process.execPath, [`${import.meta.dirname}/house.mjs`], {
    // React as it is in the page that is built: what it checks while somebody develops makes it many times slower.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  for await (const address of createInterface(child.stdout))
    return { address, close: () => child.stdin.end() }
  throw new Error('the showcases could not be built')
}

/** The house of this run, or one of one's own where nobody has set up a run. */
export async function findHouse(): Promise<ShowcaseHouse> {
  const asked = process.env[VARIABLE]
  if (asked === undefined) return openHouse()
  const reply = await fetch(asked)
  if (!reply.ok) throw new Error(await reply.text())
  return { address: await reply.text(), close: () => {} }
}

/** Called by the test runner before its workers start. Nothing is built unless one of them asks. */
export async function setup(): Promise<() => Promise<void>> {
  let opening: Promise<ShowcaseHouse> | undefined
  const server: Server = createServer((_, answer) => {
    opening ??= openHouse()
    opening.then(
      ({ address }) => answer.end(address),
      (error: unknown) => answer.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const place = server.address()
  if (place !== null && typeof place === 'object') process.env[VARIABLE] = `http://127.0.0.1:${place.port}`
  return async () => {
    server.close()
    server.closeAllConnections()
    const house = await opening?.catch(() => undefined)
    house?.close()
  }
}
