/** Decides requirements by what the client itself has seen; where it does not tell, nothing is decided. */

import type { Judge } from '../judge.js'
import { type ClientView, NO_VIEW, type SessionView } from './view.js'

/** What is held against a view. */
export interface Sight<T> {
  /** What the client tells of the matter. */
  readonly seen: T | undefined
  isRight(seen: T): boolean
  /** What was expected. */
  readonly detail: string
}

export function checkSeen<T>(judge: Judge, requirement: string, { seen, isRight, detail }: Sight<T>): void {
  if (seen === undefined) judge.skip(requirement, NO_VIEW)
  else judge.check(requirement, isRight(seen), detail)
}

/** What the client tells of one session. */
export function sessionOf(view: ClientView | undefined, sessionId = 'session-1'): SessionView | undefined {
  return view?.sessions.find(session => session.sessionId === sessionId)
}

/** What the agent is shown to have said, message by message. */
export function saidIn(session: SessionView | undefined): readonly string[] | undefined {
  return session?.messages?.filter(({ role }) => role === 'agent').map(({ text }) => text)
}
