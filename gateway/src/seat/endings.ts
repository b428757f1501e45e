/**
 * Sessions that somebody has asked their agents to put away, and the clients that are about to leave them: who opens one
 * meanwhile would have it closed again by the answer, or would never hear that answer.
 */

import type { SharedSession } from '../hub/shared-session.js'
import type { Viewer } from '../hub/viewer.js'

const endings = new WeakMap<SharedSession | Viewer, Promise<void>>()

export function noteEnding(of: SharedSession | Viewer, work: Promise<unknown>): void {
  const ended = Promise.allSettled([endings.get(of), work]).then(() => {
    if (endings.get(of) === ended) endings.delete(of)
  })
  endings.set(of, ended)
}

/** Resolves when all of that is over; nothing where nobody has asked. */
export function endingOf(of: SharedSession | Viewer): Promise<void> | undefined {
  return endings.get(of)
}
