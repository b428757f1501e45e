/** Ways to a session over one connection: begun, told from its beginning, or split off another. Each ends when all of it was heard. */

import type { Client, KeptSession, Session } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import { wordOf } from './failure.js'
import { NOWHERE } from './page-channel.js'
import { isWithin } from './within.js'

export type Open = (client: Client<Version>) => Promise<Session<Version>>

const CATCH_UP_MILLISECONDS = 10_000

/** Told from its beginning. Where nobody here knows where it works, and nobody there either, it is said to be in `folder`. */
export async function loadSession(
  client: Client<Version>,
  kept: KeptSession<Version>,
  folder: string,
): Promise<Session<Version>> {
  try {
    return await client.loadSession(kept)
  } catch (error) {
    if (kept.cwd !== NOWHERE || wordOf(error) !== 'resource_access_denied') throw error
    return await client.loadSession({ ...kept, cwd: folder })
  }
}

/** An answer waits for no listener: what was told before it may still be on its way to this one. */
export async function catchUp({ peer }: Client<Version>, { id }: Session<Version>): Promise<void> {
  await isWithin(new Promise<void>(resolve => peer.behind(id, resolve)), CATCH_UP_MILLISECONDS)
}
