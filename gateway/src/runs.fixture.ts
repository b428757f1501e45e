/** How often a property is tried. */
import { readConfigureGlobal } from 'fast-check'

/** So often, or more where somebody has the time: `npm run fuzz -- --properties`. */
export function atLeast(runs: number): number {
  return Math.max(runs, readConfigureGlobal().numRuns ?? 0)
}
