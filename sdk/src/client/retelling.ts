/** Sessions that a server tells again from the beginning: what it had told was lost on the way, or is not known to be whole. */

import {
  extensionNotification,
  type HandledExtension,
  handleExtension,
  RESET_METHOD,
  RETOLD_METHOD,
  sessionOf,
} from '../protocol/index.js'
import type { LiveSession } from './live-session.js'
import type { SessionMap } from './sessions.js'

/** What the client takes so that no session is heard twice, or in part. */
export function retellings(
  sessions: SessionMap,
  onEnd: (session: LiveSession) => void = () => {},
): readonly HandledExtension[] {
  const find = (id: string | undefined): LiveSession | undefined =>
    id === undefined ? undefined : sessions.find(id)
  const begun = extensionNotification(RESET_METHOD, { readParams: sessionOf })
  const over = extensionNotification(RETOLD_METHOD, { readParams: sessionOf })
  return [
    handleExtension(begun, async id => void (await find(id)?.retell('begins'))),
    handleExtension(over, async id => {
      const session = find(id)
      const slowed = session?.retell('ends')
      if (session !== undefined) onEnd(session)
      return void (await slowed)
    }),
  ]
}
