/** A number of seconds that somebody typed. */

import { boundedLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

const MOST_SECONDS = 3_600

/** As milliseconds. */
export function toMilliseconds(text: string): number {
  const seconds = Number(text)
  if (/^\d+(?:\.\d+)?$/.test(text) && seconds > 0 && seconds <= MOST_SECONDS)
    return Math.ceil(seconds * 1_000)
  throw new Failure(
    `--timeout takes seconds from 0.1 to ${MOST_SECONDS}, and "${boundedLine(text, 40)}" is none.`,
    {
      exitCode: EXIT.usage,
      cure: 'for example --timeout 30',
      reason: 'bad_option',
    },
  )
}
