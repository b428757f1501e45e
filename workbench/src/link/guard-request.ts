/** Asks what stands at the entrance of the gateway, with the cookie, as only a page of its own can. */

import type { Reply, Surroundings } from './surroundings.js'

/** The second: no other site can send it without being asked first. */
const HEADERS = { 'content-type': 'application/json', 'x-parley-csrf': '1' }

/** Nothing where the gateway cannot be reached. */
export async function askGuard(
  around: Surroundings,
  path: string,
  body: object = {},
): Promise<Reply | undefined> {
  const asked = { method: 'POST', headers: HEADERS, body: JSON.stringify(body) }
  return await around.ask(path, asked).catch(() => undefined)
}
