/** When somebody who is elsewhere is to be told: an agent needs them, or is done. */

import type { Effect } from '../effect.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'

/** A turn that took less was not left alone. */
const LEAST_MILLISECONDS = 3_000

export function notices(before: Model, after: Model): readonly Effect[] {
  if (after.isFocused) return []
  return after.talks.flatMap(talk => {
    const old = before.talks.find(({ key }) => key === talk.key)
    return old === undefined || old === talk ? [] : newsOf(old, talk, after.now)
  })
}

function newsOf(old: Talk, talk: Talk, now: number): readonly Effect[] {
  const title = `parley: ${talk.facts.title ?? talk.agent.name ?? talk.agent.id}`
  const [question] = talk.questions
  const isNew = question !== undefined && !old.questions.some(({ id }) => id === question.id)
  if (isNew) {
    const body = question.is === 'permission' ? question.title : question.message
    return [{ do: 'notify', title, body: `needs you: ${body}` }]
  }
  if (old.stage.is !== 'failed' && talk.stage.is === 'failed')
    return [{ do: 'notify', title, body: `failed: ${talk.stage.message}` }]
  if (old.stage.is !== 'sign-in' && talk.stage.is === 'sign-in')
    return [{ do: 'notify', title, body: 'wants somebody to sign in' }]
  const isNext = talk.queue.length > 0 && !talk.isHeld
  const isOver = old.turn !== undefined && talk.turn === undefined && !isNext
  if (isOver && now - old.turn.since >= LEAST_MILLISECONDS)
    return [{ do: 'notify', title, body: talk.isHeld ? 'has stopped' : 'is done' }]
  return []
}
