/** Whose turn it is, as it is shown: a value, made of who is at work. */

import type { TurnView } from '../state/talk.js'

export interface AtWork {
  readonly isBusy: boolean
  readonly isCancelling: boolean
  /** Who prompted, where it was somebody else. */
  readonly by?: string | undefined
}

/** The same value as before where nothing is new; a turn began when it was first seen. */
export function toTurnView(before: TurnView, { isBusy, isCancelling, by }: AtWork, now: number): TurnView {
  const state = !isBusy ? 'idle' : isCancelling ? 'cancelling' : 'working'
  if (before.state === state && before.by === by) return before
  const since = state === 'idle' ? undefined : (before.since ?? now)
  return {
    state,
    ...(by === undefined ? {} : { by }),
    ...(since === undefined ? {} : { since }),
  }
}
