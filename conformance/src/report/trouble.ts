/** What kept a run from its end: nobody answered, somebody interrupted, or the examiner itself stumbled. */

import type { Report } from '../verdict.js'

/** In sentences; none where every scenario was played. A run with one of them has proved nothing, whatever it found. */
export function troublesOf({ obstacle, isInterrupted, performances }: Report): readonly string[] {
  const stumbles = performances.flatMap(({ scenario, stumble }) =>
    stumble === undefined ? [] : [`${scenario}: ${stumble}`],
  )
  return [
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(isInterrupted === true ? ['interrupted before every scenario was played'] : []),
    ...stumbles,
  ]
}
