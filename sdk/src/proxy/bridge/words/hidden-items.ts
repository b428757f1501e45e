/** Lists of which the other version can hold only a part: the rest is hidden, and comes back to its place. */

import { type Fields, isFields, isList, isNumber } from '../../../thread/fields.js'

/** An item and the place it had. */
type Hidden = readonly [place: number, item: unknown]

interface Sifted<T> {
  readonly items: readonly T[]
  /** What has to be laid away; undefined where everything has words. */
  readonly hidden: readonly Hidden[] | undefined
}

/** What a list is in the other version, and what of it has no words there. */
export function siftItems<T>(list: unknown, translate: (item: Fields) => T | undefined): Sifted<T> {
  const items: T[] = []
  const hidden: Hidden[] = []
  for (const [place, item] of (isList(list) ? list : []).entries()) {
    const said = isFields(item) ? translate(item) : (item as T)
    if (said === undefined) hidden.push([place, item])
    else items.push(said)
  }
  return { items, hidden: hidden.length === 0 ? undefined : hidden }
}

/** The list as it was before a part of it was hidden. */
export function restoreItems<T>(items: readonly T[], hidden: unknown): readonly T[] {
  if (!isList(hidden)) return items
  const restored = [...items]
  for (const pair of hidden) if (isList(pair) && isNumber(pair[0])) restored.splice(pair[0], 0, pair[1] as T)
  return restored
}
