/** How the memory of a gateway is tidied up: all who use it wait meanwhile, so it must be seldom, or short. */

import { setFlagsFromString } from 'node:v8'

export const FLAGS: readonly string[] = [
  // What is old. By itself V8 keeps a small heap small: somebody who sends large messages, which are no part of that heap, has
  // it tidied ten times a second, for several milliseconds each time. Now three times as much may be in memory as was in use
  // when it was last tidied: two dozen megabytes are fifty more.
  '--heap-growing-percent=200',
  // What is young. By itself V8 gives it ever more room, 32 MB and on newer Nodes 64. Nearly all of it is gone when its turn
  // comes, but in a flood what is not takes several milliseconds. Now it stays as small as it is when a gateway starts.
  '--semi-space-growth-factor=1',
]

export function tidyCalmly(): void {
  for (const flag of FLAGS) setFlagsFromString(flag)
}
