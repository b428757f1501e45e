/** The chaos that the command line asks for: rules from a file or from the line itself, a seed, what is to be held. */

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { EXIT } from '../../exit-code.js'
import { Failure, messageOf } from '../../failure.js'
import type { Shell } from '../../shell.js'
import type { InspectFlags } from '../flags.js'
import { Chaos } from './chaos.js'
import type { ChaosRule } from './rule.js'
import { RuleFlaw, readRules } from './rule-reader.js'

/** Nothing where none is asked for: then no byte is looked at on its way. */
export async function toChaos(flags: InspectFlags, shell: Shell): Promise<Chaos | undefined> {
  const { chaos, hold } = flags
  if (chaos === undefined && hold === undefined) return undefined
  const held: readonly ChaosRule[] = hold === undefined ? [] : [{ deed: { do: 'hold' }, method: hold }]
  const rules = chaos === undefined ? [] : await rulesOf(chaos, shell)
  return new Chaos([...held, ...rules], seedOf(flags.seed ?? '1'))
}

async function rulesOf(given: string, { cwd }: Shell): Promise<readonly ChaosRule[]> {
  const isInline = /^\s*[[{]/.test(given)
  const place = isInline ? '--chaos' : given
  try {
    return readRules(isInline ? given : await readFile(resolve(cwd, given), 'utf8'))
  } catch (error) {
    const what = error instanceof RuleFlaw ? 'chaos' : 'the rules of chaos cannot be read'
    throw new Failure(`${place}: ${what} ${messageOf(error)}`, {
      exitCode: EXIT.usage,
      cure: 'Nothing was started. See: parley inspect --help, or docs/inspect.md',
      reason: 'bad_chaos',
      cause: error,
    })
  }
}

function seedOf(text: string): number {
  const seed = Number(text)
  if (Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32) return seed
  throw new Failure(`--seed: expected a whole number from 0 to 4294967295; found ${JSON.stringify(text)}`, {
    exitCode: EXIT.usage,
    cure: 'Nothing was started.',
  })
}
