/** A few items of a list that may be of any length: the others are not looked at. */

import { itemAt, type Sequence } from '@parley/acp/thread'

export function firstItems<T>(sequence: Sequence<T>, most: number): readonly T[] {
  return range(sequence, 0, Math.min(most, sequence.length))
}

export function lastItems<T>(sequence: Sequence<T>, most: number): readonly T[] {
  return range(sequence, Math.max(0, sequence.length - most), sequence.length)
}

function range<T>(sequence: Sequence<T>, from: number, to: number): readonly T[] {
  const items: T[] = []
  for (let at = from; at < to; at++) {
    const item = itemAt(sequence, at)
    if (item !== undefined) items.push(item)
  }
  return items
}
