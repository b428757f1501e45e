/** What `parley inspect` was told beside its words, and which of it makes no sense together. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { demandNoKeys, type RawFlags } from '../recordings/raw/consent.js'
import type { UrlFlags } from '../url-options.js'
import type { ConsoleFlags } from './console/flags.js'

export interface InspectFlags extends ConsoleFlags, RawFlags, UrlFlags {
  /** True where no file is named. */
  readonly record?: string | true | undefined
  readonly log?: string | undefined
  readonly filter?: string | undefined
  readonly plain?: boolean | undefined
  /** False with `--no-watch`. */
  readonly watch?: boolean | undefined
  readonly chaos?: string | undefined
  readonly seed?: string | undefined
  readonly hold?: string | undefined
  readonly listen?: string | undefined
}

/** Nothing that was asked for is left out in silence: what could not be done is refused before anything starts. */
export function demandSense(flags: InspectFlags, isCommand: boolean): void {
  const { record, log, filter, chaos, seed, hold, watch, raw } = flags
  demandNoKeys(flags)
  const forCommand = Object.entries({ record, raw, log, chaos, seed, hold }).find(
    ([, value]) => value !== undefined,
  )
  if (!isCommand && forCommand !== undefined)
    throw usage(
      `--${forCommand[0]} is for a wire, and no command of an agent was given.`,
      'It stands after --: parley inspect --log wire.log -- my-agent',
    )
  if (isCommand && filter !== undefined && log === undefined)
    throw usage(
      '--filter chooses rows, and nothing here writes rows.',
      'With --log FILE it chooses what is logged; on the screen / does it.',
    )
  if (seed !== undefined && chaos === undefined)
    throw usage('--seed is for --chaos, and there is none.', 'See: parley inspect --help')
  if (raw === true && record === undefined)
    throw usage(
      '--raw is for what is recorded, and nothing is.',
      'parley inspect --record --raw -- my-agent; without --record nothing is written down.',
    )
  if (hold !== undefined && watch === false)
    throw usage(
      '--hold and --no-watch: what is held is let go by somebody who watches, and nobody may.',
      'Leave one of them out.',
    )
}

function usage(message: string, cure: string): Failure {
  return new Failure(`${message} Nothing was started.`, { exitCode: EXIT.usage, cure, reason: 'usage' })
}
