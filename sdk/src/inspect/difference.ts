/** Two recordings side by side: what both said, what only one did, and what each said otherwise. */

import { align } from './alignment.js'
import type { Entry } from './entry.js'
import { type Utterance, utterancesOf } from './utterance.js'
import { changesOf } from './value-changes.js'

/** Something that is not the same. */
export interface Difference {
  readonly kind: 'only_left' | 'only_right' | 'changed'
  readonly left?: number | undefined
  readonly right?: number | undefined
  /** What it is about: who spoke, the method, the session. */
  readonly label: string
  /** Of a change: where, as a JSON pointer, and both values in short. */
  readonly changes: readonly { readonly path: string; readonly left: string; readonly right: string }[]
}

/**
 * Compares two recordings; ids, times, session ids and message ids count as the same when they play the same part. The
 * pieces of a message count as one, wherever it was split. Places are those of entries.
 */
export function compareRecordings(left: readonly Entry[], right: readonly Entry[]): readonly Difference[] {
  const [mine, other] = [utterancesOf(left), utterancesOf(right)]
  const keys = (all: readonly Utterance[]): readonly string[] => all.map(({ key }) => key)
  return align(keys(mine), keys(other)).flatMap(([one, two]) => {
    const [before, after] = [
      one === undefined ? undefined : mine[one],
      two === undefined ? undefined : other[two],
    ]
    if (before === undefined) return after === undefined ? [] : [lonely('only_right', after)]
    if (after === undefined) return [lonely('only_left', before)]
    const changes = changesOf(before.value, after.value)
    return changes.length === 0
      ? []
      : [{ kind: 'changed', left: before.entry, right: after.entry, label: before.label, changes } as const]
  })
}

function lonely(kind: 'only_left' | 'only_right', { entry, label }: Utterance): Difference {
  return { kind, ...(kind === 'only_left' ? { left: entry } : { right: entry }), label, changes: [] }
}
