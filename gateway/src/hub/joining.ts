/** How a client that has a seat in a session begins to hear it: all of it, or what happens from now on. */

import { isFields } from './fields.js'
import type { Past } from './past.js'
import { notify } from './render.js'
import type { EventLog } from './session-log.js'
import type { Viewer } from './viewer.js'
import { UPDATE_METHOD } from './words.js'

/** The session that it joins. */
export interface Joined {
  readonly sessionId: string
  readonly log: EventLog
  readonly past: Past
  isPutAway: boolean
  retell(viewer: Viewer, until: number): void
}

/** Everything that happened, then what happens: resolves when the client has been told the first part. */
export async function replay(session: Joined, viewer: Viewer): Promise<void> {
  const { log } = session
  session.isPutAway = false
  const until = log.last
  viewer.attach(0, until)
  await log.kept(until)
  viewer.wake()
  await viewer.caughtUp(until)
}

/** What happens from now on, and what the agent still asks. */
export function follow(session: Joined, viewer: Viewer): void {
  const after = session.log.last
  session.isPutAway = false
  viewer.attach(after)
  session.retell(viewer, after)
}

/** What the agent last said of its state (version 2), for somebody who was not there. */
export function tellState({ sessionId, past }: Joined, viewer: Viewer): void {
  if (!isFields(past.state)) return
  const params = { sessionId, update: past.state }
  viewer.tell('state', () => notify({ method: UPDATE_METHOD, params }))
}
