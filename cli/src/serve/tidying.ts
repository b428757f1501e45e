/**
 * How the memory of a gateway is tidied up: all who use it wait meanwhile, so it must be seldom, or short.
 *
 * What is old: by itself V8 keeps a small heap small. Somebody who sends large messages, which are no part of that heap, has
 * it tidied ten times a second, for several milliseconds each time. So it may grow.
 *
 * What is young: by itself V8 gives it ever more room, 32 MB and on newer Nodes 64. Nearly all of it is gone when its turn
 * comes, but in a flood what is not takes several milliseconds. So it stays as small as it is when a gateway starts.
 */

import { setFlagsFromString } from 'node:v8'

export const FLAGS: readonly string[] = [
  // Three times as much may be in memory as was in use when it was last tidied: two dozen megabytes are fifty more.
  '--heap-growing-percent=200',
  '--semi-space-growth-factor=1',
]

export function tidyCalmly(): void {
  for (const flag of FLAGS) setFlagsFromString(flag)
}
