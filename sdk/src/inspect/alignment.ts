/** Which items of two lists belong together: the fewest that have no partner, by the keys that they go by. */

/** Places of both lists; one of them is absent where there is no partner. */
export type Aligned = readonly [left: number | undefined, right: number | undefined]

/** Beyond so many steps the shortest way is not sought any more. */
const MOST_STEPS = 1_000

export function align(left: readonly string[], right: readonly string[]): readonly Aligned[] {
  const shorter = Math.min(left.length, right.length)
  let before = 0
  while (before < shorter && left[before] === right[before]) before++
  let after = 0
  while (after < shorter - before && left.at(-1 - after) === right.at(-1 - after)) after++
  const inner = alignMiddle(
    left.slice(before, left.length - after),
    right.slice(before, right.length - after),
  )
  return [
    ...Array.from({ length: before }, (_, index): Aligned => [index, index]),
    ...inner.map(([one, other]): Aligned => [shifted(one, before), shifted(other, before)]),
    ...Array.from(
      { length: after },
      (_, index): Aligned => [left.length - after + index, right.length - after + index],
    ),
  ]
}

const shifted = (place: number | undefined, by: number): number | undefined =>
  place === undefined ? undefined : place + by

/** The shortest way from one list to the other, by Myers; step by step the furthest place on each diagonal is kept. */
function alignMiddle(left: readonly string[], right: readonly string[]): readonly Aligned[] {
  const trail: Map<number, number>[] = []
  const reach = new Map<number, number>([[1, 0]])
  const most = Math.min(left.length + right.length, MOST_STEPS)
  for (let step = 0; step <= most; step++) {
    trail.push(new Map(reach))
    for (let diagonal = -step; diagonal <= step; diagonal += 2) {
      const before = cameFrom(reach, diagonal, step)
      let at = (reach.get(before) ?? 0) + (before < diagonal ? 1 : 0)
      while (at < left.length && at - diagonal < right.length && left[at] === right[at - diagonal]) at++
      reach.set(diagonal, at)
      if (at >= left.length && at - diagonal >= right.length) return retrace(trail, left.length, right.length)
    }
  }
  return alignByCount(left, right)
}

/** The neighbouring diagonal from which one gets further. */
function cameFrom(reach: ReadonlyMap<number, number>, diagonal: number, step: number): number {
  if (diagonal === -step) return diagonal + 1
  if (diagonal === step) return diagonal - 1
  return (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1) ? diagonal + 1 : diagonal - 1
}

function retrace(trail: readonly Map<number, number>[], left: number, right: number): readonly Aligned[] {
  const way: Aligned[] = []
  let [at, other] = [left, right]
  const walkBack = (end: number, otherEnd: number): void => {
    while (at > end && other > otherEnd) way.push([--at, --other])
  }
  for (let step = trail.length - 1; step > 0; step--) {
    const reach = trail[step] ?? new Map<number, number>()
    const before = cameFrom(reach, at - other, step)
    const isRight = before > at - other
    const end = reach.get(before) ?? 0
    walkBack(end + (isRight ? 0 : 1), end - before + (isRight ? 1 : 0))
    way.push(isRight ? [undefined, --other] : [--at, undefined])
  }
  walkBack(0, 0)
  return way.reverse()
}

/** Where two lists have little in common: the first of a key goes with the first of the same key, and so on. */
function alignByCount(left: readonly string[], right: readonly string[]): readonly Aligned[] {
  const places = new Map<string, number[]>()
  for (const [index, key] of right.entries()) {
    const known = places.get(key)
    if (known === undefined) places.set(key, [index])
    else known.push(index)
  }
  for (const list of places.values()) list.reverse()
  const taken = new Set<number>()
  const way: Aligned[] = left.map((key, index) => {
    const partner = places.get(key)?.pop()
    if (partner !== undefined) taken.add(partner)
    return [index, partner]
  })
  for (const index of right.keys()) if (!taken.has(index)) way.push([undefined, index])
  return way
}
