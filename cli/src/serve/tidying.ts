/** How the memory of a gateway is tidied up: all who use it wait meanwhile, so it must be seldom, or short. */

import { getHeapStatistics, setFlagsFromString } from 'node:v8'

// What is young. By itself V8 gives it ever more room, 32 MB and on newer Nodes 64. Nearly all of it is gone when its turn
// comes, but in a flood what is not takes several milliseconds. Now it stays as small as it is when a gateway starts.
const YOUNG_STAYS_SMALL = '--semi-space-growth-factor=1'

// What is old. By itself V8 keeps a small heap small: somebody who sends large messages, which are no part of that heap, has
// it tidied ten times a second, for several milliseconds each time. So a small heap may grow by so much, and a large one by a
// part of what is in memory, tidied or not, since V8 tells only that: 25 MB come to some 60, 80 to 140, 400 to 480.
const ROOM_BYTES = 100_000_000
const MOST_PERCENT = 300
const LEAST_PERCENT = 20

// V8 asks when it has tidied, and nobody says before.
const LOOK_MILLISECONDS = 250

/** By how much a heap may grow behind the next tidying, of which so much is in use or not tidied yet. */
export function growthOf(usedBytes: number): number {
  const percent = Math.round((ROOM_BYTES / usedBytes) * 100)
  return Math.min(MOST_PERCENT, Math.max(LEAST_PERCENT, percent))
}

export function growingBy(percent: number): string {
  return `--heap-growing-percent=${percent}`
}

export const FLAGS: readonly string[] = [YOUNG_STAYS_SMALL, growingBy(MOST_PERCENT)]

export function tidyCalmly(): void {
  setFlagsFromString(YOUNG_STAYS_SMALL)
  let told = 0
  const look = (): void => {
    const percent = growthOf(getHeapStatistics().used_heap_size)
    if (percent === told) return
    told = percent
    setFlagsFromString(growingBy(percent))
  }
  look()
  setInterval(look, LOOK_MILLISECONDS).unref()
}
