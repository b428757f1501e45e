/** Finds the command that a plain request means, by rule. What no rule fits is not guessed at. */

import { quoteWord } from '../commands/words.js'
import type { PlainRequest } from './request.js'
import { RULES } from './sayings.js'

/** The command, as it would be typed; nothing when no rule fits. */
export async function matchRules(request: PlainRequest): Promise<string | undefined> {
  if (request.text === '')
    return request.mentioned === undefined ? undefined : `/read ${quoteWord(request.mentioned)}`
  for (const { patterns, toCommand } of RULES)
    for (const pattern of patterns) {
      const match = pattern.exec(request.text)
      const command = match === null ? undefined : await toCommand(match.groups ?? {}, request)
      if (command !== undefined) return command
    }
  return undefined
}
