/** Memory and its limits: how full it is, what it costs, how it is shortened, and notices about it. */

import type { Chapter } from '../chapter.js'
import type { Journey } from '../journey.js'

/** Words; a model would count tokens. */
const ROOM = 200

export const memory: Chapter = {
  name: 'memory',
  title: 'See how memory fills up, and is shortened',
  priority: 'medium',
  needsProject: false,
  async visit(journey) {
    const { turn } = journey
    await tellUsage(journey)
    await turn.notice({
      severity: 'info',
      title: 'Part of the tour: this is what a notice looks like',
      description: 'It is for the moment only.',
    })
    await journey.say(
      `There is no model on this tour, so nothing costs anything. All I remember is ${journey.notes.length} lines of notes: ${wordsIn(journey.notes)} words, with room for ${ROOM}. I shorten them now.`,
    )
    await shorten(journey)
    await tellUsage(journey)
    turn.tokens({ totalTokens: 0, inputTokens: 0, outputTokens: 0 })
  },
}

function wordsIn(notes: readonly string[]): number {
  return notes.join(' ').match(/\S+/g)?.length ?? 0
}

async function tellUsage({ turn, notes }: Journey): Promise<void> {
  await turn.usage({ used: wordsIn(notes), size: ROOM, cost: { amount: 0, currency: 'USD' } })
}

/** The notes really are replaced: what is told of them afterwards is all there is. */
async function shorten(journey: Journey): Promise<void> {
  const compaction = journey.turn.compact()
  const last = journey.notes.at(-1) ?? 'Nothing was done before.'
  const summary = [`The tour did ${journey.notes.length} things. `, `The last one: ${last}`]
  for (const piece of summary) await compaction.append(piece)
  journey.notes = [summary.join('')]
  await compaction.complete(summary.join(''))
}
