/** What is to come back whatever becomes of this program: prompts that were not sent yet, and below them what is being written. */

import { unfold } from '../composer/folds.js'
import { draftIn } from '../composer/recall.js'
import type { Effect } from '../effect.js'
import { type Model, talkOf } from '../model/model.js'
import type { Talk } from '../model/talk.js'

/** Everything that is to be done, with what is to be kept saved whenever it has changed, whoever changed it. */
export function keepUnsent(before: Model, after: Model, effects: readonly Effect[]): readonly Effect[] {
  const whole = effects.map(effect => {
    const talk = effect.do === 'save-draft' ? talkOf(after, effect.talk) : undefined
    return effect.do === 'save-draft' && talk !== undefined ? { ...effect, text: unsentOf(talk) } : effect
  })
  const more = after.talks.flatMap((talk): readonly Effect[] => {
    const old = talkOf(before, talk.key)
    if (old === undefined || (old.composer === talk.composer && old.queue === talk.queue)) return []
    if (effects.some(effect => effect.do === 'save-draft' && effect.talk === talk.key)) return []
    const text = unsentOf(talk)
    return text === unsentOf(old) ? [] : [{ do: 'save-draft', talk: talk.key, text }]
  })
  return [...whole, ...more]
}

function unsentOf({ queue, composer }: Talk): string {
  const draft = unfold(draftIn(composer), composer.folds)
  if (queue.length === 0) return draft
  return [...queue.map(({ text }) => text), ...(draft.trim() === '' ? [] : [draft])].join('\n\n')
}
