/** Whose an event is, by the ids in it: a fork begins with a copy of what happened in another session, under that one's id. */

import { fieldOf, isFields } from './fields.js'

const HOLDERS = ['params', 'result'] as const

/** The same event under this id; the very same where it has no other. */
export function underId<T extends object>(event: T, sessionId: string): T {
  let own = event
  for (const holder of HOLDERS) {
    const held = fieldOf(event, holder)
    const id = fieldOf(held, 'sessionId')
    if (isFields(held) && typeof id === 'string' && id !== sessionId)
      own = { ...own, [holder]: { ...held, sessionId } }
  }
  return own
}
