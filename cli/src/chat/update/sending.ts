/** How a prompt gets on its way: at once where the agent is free, else in line. */

import { type Model, type Step, talkOf, withTalk } from '../model/model.js'
import type { Submission, Talk, TalkKey } from '../model/talk.js'

/** Sends it, or puts it behind those that wait. */
export function sendOrQueue(model: Model, key: TalkKey, submission: Submission): Step {
  const talk = talkOf(model, key)
  if (talk === undefined) return [model, []]
  if (isFree(talk)) return send(model, key, submission)
  return [enqueue(model, key, submission), []]
}

/** Whether the next prompt would be sent at once. */
export function isFree({ turn, stage, far }: Talk): boolean {
  return turn === undefined && far?.turn === undefined && stage.is === 'open'
}

/** Behind all others. */
export function enqueue(model: Model, key: TalkKey, submission: Submission): Model {
  const waiting = { ...submission, id: model.nextId }
  const queued = withTalk(model, key, talk => ({ ...talk, queue: [...talk.queue, waiting] }))
  return { ...queued, nextId: model.nextId + 1 }
}

/** Before those that are held: who writes something after a cancel means that, and what was held stays held. */
export function enqueueFirst(model: Model, key: TalkKey, submission: Submission): Model {
  const waiting = { ...submission, id: model.nextId, isExempt: true }
  const queued = withTalk(model, key, talk => {
    const exempt = talk.queue.filter(({ isExempt }) => isExempt === true)
    const rest = talk.queue.filter(({ isExempt }) => isExempt !== true)
    return { ...talk, queue: [...exempt, waiting, ...rest] }
  })
  return { ...queued, nextId: model.nextId + 1 }
}

export function send(model: Model, key: TalkKey, submission: Submission): Step {
  const next = withTalk(model, key, talk => ({
    ...talk,
    turn: { since: model.now, submission, slot: talk.thread.slots.length, isCancelling: false },
  }))
  return [next, [{ do: 'prompt', talk: key, submission }]]
}

/** Sends the first of those that wait, where the agent is free and nobody holds them. */
export function sendNext(model: Model, key: TalkKey): Step {
  const talk = talkOf(model, key)
  const [first, ...rest] = talk?.queue ?? []
  if (talk === undefined || first === undefined || !isFree(talk)) return [model, []]
  // The agent would only refuse it again.
  if (first.isRefused === true || (talk.isHeld && first.isExempt !== true)) return [model, []]
  const { id: _id, isExempt: _isExempt, ...submission } = first
  return send(
    withTalk(model, key, each => ({ ...each, queue: rest, isHeld: each.isHeld && rest.length > 0 })),
    key,
    submission,
  )
}

/** Whatever let it go: a prompt that nothing holds does not wait for a free agent. */
export function sendAll(model: Model): Step {
  return model.talks.reduce<Step>(
    ([before, effects], { key }) => {
      const [next, more] = sendNext(before, key)
      return [next, more.length > 0 ? [...effects, ...more] : effects]
    },
    [model, []],
  )
}
