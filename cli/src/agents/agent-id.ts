/** What an agent may be called: a word that is safe in a path, on a command line and in a file. */

import { boundedLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'

const ID = /^[a-z][a-z0-9-]{0,63}$/

export function isAgentId(word: string): boolean {
  return ID.test(word)
}

/** The same word, where an agent may be called so. */
export function demandAgentId(word: string): string {
  if (isAgentId(word)) return word
  throw new Failure(`"${boundedLine(word, 80)}" cannot be the id of an agent.`, {
    exitCode: EXIT.usage,
    cure: 'take small letters, digits and hyphens, beginning with a letter: my-agent',
    reason: 'bad_agent_id',
  })
}
