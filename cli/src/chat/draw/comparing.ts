/** The package that compares texts, loaded when the first two are compared: the first picture does not wait for it. */

import { createRequire } from 'node:module'
import type * as Diff from 'diff'

let loaded: typeof Diff | undefined

export function comparing(): typeof Diff {
  loaded ??= createRequire(import.meta.url)('diff') as typeof Diff
  return loaded
}
