/** Ways to a session over one connection: begun, or told from its beginning, and heard to the end of that. */

import type { Client, KeptSession, Session, UpdateOf } from '@parley/acp/client'
import type { Version } from '@parley/acp/protocol'
import type { Talk } from '../state/talk.js'
import { wordOf } from './failure.js'
import { NOWHERE } from './page-channel.js'
import { isWithin } from './within.js'

export type Open = (client: Client<Version>) => Promise<Session<Version>>

const CATCH_UP_MILLISECONDS = 10_000

/** Begins it, or has it told from its beginning. */
export function wayTo(
  { sessionId, cwd }: Pick<Talk, 'sessionId' | 'cwd'>,
  onUpdate: (update: UpdateOf<Version>) => void,
  folder: () => string,
): Open {
  return client =>
    sessionId === undefined
      ? client.newSession({ cwd, onUpdate })
      : loadSession(client, { sessionId, cwd, onUpdate }, folder())
}

/** Where nobody here knows where it works, and nobody there either, it is said to be in `folder`. */
async function loadSession(
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
