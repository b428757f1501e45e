/** Calls that wait for an answer of the person: that time is not theirs. */

import { type Model, withTalk } from '../model/model.js'
import type { Question } from '../model/question.js'
import type { CallTimes, Talk } from '../model/talk.js'

const NONE: ReadonlyMap<string, number> = new Map()

/** Called after every event: whichever way a question came or went, the clocks of its calls stand still between. */
export function timeWaits(model: Model): Model {
  return model.talks.reduce((next, talk) => {
    const times = withWaits(talk, model.now)
    return times === talk.times ? next : withTalk(next, talk.key, each => ({ ...each, times }))
  }, model)
}

function withWaits({ questions, times }: Talk, now: number): CallTimes {
  const { open, waiting = NONE } = times
  if (questions.length === 0 && waiting.size === 0) return times
  const asked = new Set(questions.flatMap(question => callsOf(question, times)))
  const ended = [...waiting].filter(([id]) => !asked.has(id))
  const begun = [...asked].filter(id => open.has(id) && !waiting.has(id))
  if (ended.length === 0 && begun.length === 0) return times
  const still = new Map([...waiting].filter(([id]) => asked.has(id)))
  for (const id of begun) still.set(id, now)
  // Whoever waited began so much later.
  const later = new Map(open)
  for (const [id, since] of ended) {
    const start = later.get(id)
    if (start !== undefined) later.set(id, start + Math.max(0, now - since))
  }
  return { ...times, open: later, waiting: still }
}

/** A question of this side names no call: where only one is open, or one waits already, it is about that. */
function callsOf(question: Question, { open, waiting = NONE }: CallTimes): readonly string[] {
  if (question.is !== 'permission') return []
  if (question.callId !== undefined) return [question.callId]
  return open.size === 1 ? [...open.keys()] : [...waiting.keys()]
}
