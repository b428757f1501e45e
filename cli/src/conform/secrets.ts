/** What must not stand in a report: what the command line, the fixture and the variables were given in confidence. */

import { secretsInArguments, secretsInEnvironment, secretsInVariables } from '@parley/acp/guard'
import type { Shell } from '../shell.js'
import type { ConformWish } from './flags.js'
import { namedVariables } from './surroundings.js'

export function secretsOf(
  { words, flags }: ConformWish,
  fixture: Readonly<Record<string, string>>,
  { env }: Shell,
): readonly string[] {
  const given = { ...fixture, ...namedVariables(flags, env) }
  const variables = Object.entries(given).map(([name, value]) => ({ name, value }))
  return [...secretsInArguments(words), ...secretsInVariables(variables), ...secretsInEnvironment(env)]
}
