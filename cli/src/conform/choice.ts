/** Which scenarios are played: all, or those that the patterns of `--only` name, by themselves or by what they verify. */

import { requirementsOf } from '@parley/conformance'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { type ConformFlags, versionOf } from './flags.js'

interface Named {
  readonly name: string
  readonly verifies: readonly string[]
}

export function choose<Each extends Named>(
  scenarios: readonly Each[],
  { flags, side }: { readonly flags: ConformFlags; readonly side: 'agent' | 'client' },
): readonly Each[] {
  const { only = [] } = flags
  if (only.length === 0) return scenarios
  const patterns = only.map(toPattern)
  const isMeant = (name: string): boolean => patterns.some(pattern => pattern.test(name))
  const chosen = scenarios.filter(({ name, verifies }) => isMeant(name) || verifies.some(isMeant))
  if (chosen.length > 0) return chosen
  // What is judged by watching has no scenario of its own: any conversation may show it.
  const watched = requirementsOf(versionOf(flags)).filter(
    ({ id, side: own, rules }) => own === side && rules !== undefined && isMeant(id),
  )
  if (watched.length > 0) return scenarios
  throw new Failure(`--only ${only.join(' ')}: no requirement and no scenario has such a name`, {
    exitCode: EXIT.usage,
    cure: 'parley conform list names them.',
  })
}

function toPattern(text: string): RegExp {
  const parts = text.split('*').map(part => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}
