/** In which order conversations are listed: first those that wait for the person. */

import type { Talk, TalkKey } from '../../model/talk.js'
import { stateOf, type TalkState } from '../../model/talk-state.js'

export interface OverviewRow {
  readonly talk: Talk
  readonly state: TalkState
  /** Its place among all of them, from 1: what it is switched to by. */
  readonly number: number
}

const ORDER: readonly TalkState[] = ['waiting', 'sign-in', 'working', 'starting', 'done', 'failed']

export function overviewRows(talks: readonly Talk[]): readonly OverviewRow[] {
  return talks
    .map((talk, index): OverviewRow => ({ talk, state: stateOf(talk), number: index + 1 }))
    .toSorted(
      (one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state) || one.number - other.number,
    )
}

/** Where a conversation stands among these; the first where it is gone. */
export function rowOf(rows: readonly OverviewRow[], key: TalkKey): number {
  return Math.max(
    0,
    rows.findIndex(({ talk }) => talk.key === key),
  )
}
