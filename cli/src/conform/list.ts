/** `parley conform list`: the requirements of a version. */

import { requirementsOf } from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import type { Shell } from '../shell.js'
import { type ListFlags, versionOf } from './flags.js'

export async function listRequirements(flags: ListFlags, { stdout }: Shell): Promise<number> {
  const chosen = requirementsOf(versionOf(flags)).filter(
    ({ side }) => flags.side === undefined || side === flags.side,
  )
  if (flags.format === 'json') stdout.write(`${JSON.stringify(chosen, null, 2)}\n`)
  else
    for (const { id, level, text, sources } of chosen)
      stdout.write(
        `${level.toUpperCase().padEnd(6)} ${id}\n       ${text}\n       from ${sources.join('; ')}\n`,
      )
  return EXIT.ok
}
