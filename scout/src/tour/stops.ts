/** The ways a turn can end, each shown by ending one. */

import { once } from 'node:events'
import type { StopReason, Turn } from '@parley/acp/agent'

const MEANINGS: Readonly<Record<StopReason, string>> = {
  end_turn: 'I have nothing more to say. This is how most turns end.',
  max_tokens: 'A model has said as much as it may, in the middle of a sentence or not.',
  max_turn_requests: 'I have asked a model as often as I may in one turn, and the work may not be done.',
  refusal: 'I will not do it. Your client should leave this exchange out of what comes next.',
  cancelled: 'You have stopped me. I wait for it: cancel this turn in your client.',
}

/** All of them, as people write them. */
export const stopReasons: readonly string[] = Object.keys(MEANINGS)

function isStopReason(word: string): word is StopReason {
  return Object.hasOwn(MEANINGS, word)
}

/** Ends the turn in the way that was asked for; one of the visitor's own can only be waited for. */
export async function stop(turn: Turn, word: string): Promise<StopReason> {
  if (!isStopReason(word)) {
    await turn.say(
      `A turn does not end with “${word}”. Write \`/tour stop\` and one of ${stopReasons.join(', ')}.`,
    )
    return 'end_turn'
  }
  await turn.say(`**${word}**: ${MEANINGS[word]}`)
  if (word === 'cancelled' && !turn.signal.aborted) await once(turn.signal, 'abort')
  return word
}
