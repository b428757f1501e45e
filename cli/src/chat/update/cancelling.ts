/** How a turn is called off: at once in what is shown, and for good when the agent says so. */

import { reduce } from '@parley/acp/thread'
import type { Effect } from '../effect.js'
import { type Model, type Step, talkOf, withTalk } from '../model/model.js'
import type { Talk, TalkKey } from '../model/talk.js'
import { hearNews } from './talk-news.js'
import { giveBack } from './talks.js'

/** Asks the agent to stop. What waits is held; the prompt comes back to be written anew where nothing else is. */
export function callOff(model: Model, key: TalkKey): Step {
  const turn = talkOf(model, key)?.turn
  if (turn === undefined) return [model, []]
  const next = withTalk(model, key, talk => ({
    ...(turn.isCancelling ? talk : giveBack(talk, turn.submission)),
    thread: reduce(talk.thread, { type: 'cancel' }),
    turn: { ...turn, isCancelling: true, isMakingWay: false },
    isHeld: talk.queue.length > 0,
  }))
  return [next, cancel(key)]
}

/** Calls off what runs, for the prompt that waits first. */
export function makeWay(model: Model, key: TalkKey): Step {
  const turn = talkOf(model, key)?.turn
  if (turn === undefined) return [model, []]
  const next = withTalk(model, key, talk => ({
    ...talk,
    thread: reduce(talk.thread, { type: 'cancel' }),
    turn: { ...turn, isCancelling: true, isMakingWay: true },
    isHeld: false,
  }))
  return [next, cancel(key)]
}

const cancel = (talk: TalkKey): readonly Effect[] => [{ do: 'cancel', talk }]

/** Nobody has to wait for an agent that does not come. */
export function callOffStart(model: Model, { key }: Talk): Step {
  const message = 'The start was called off.'
  const next = withTalk(model, key, talk => hearNews(talk, { is: 'failed', message }, model.now))
  return [next, [{ do: 'close', talk: key }]]
}
