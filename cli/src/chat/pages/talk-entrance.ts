/** The ways from a page into a conversation: one that is open, a new one, one that was recorded. */

import type { Effect } from '../effect.js'
import { activeTalk, type Model, type Step, withTalk } from '../model/model.js'
import { addTalk, newTalk, nextKey } from '../model/new-talk.js'
import type { Talk, TalkKey } from '../model/talk.js'

/** What is begun. */
export interface Beginning {
  readonly agent: string
  readonly cwd: string
  /** The record that is taken up. */
  readonly resume?: string | undefined
  /** The record that a second conversation begins from. */
  readonly fork?: string | undefined
}

/** Closes the page and looks at this conversation. */
export function enterTalk(model: Model, key: TalkKey): Step {
  const seen = withTalk(model, key, talk => (talk.hasNews ? { ...talk, hasNews: false } : talk))
  return [{ ...seen, active: key, page: undefined }, []]
}

/** Nothing was said in it: another one may take its place. */
const isUntouched = ({ thread, queue, turn }: Talk): boolean =>
  thread.slots.length === 0 && queue.length === 0 && turn === undefined

/** Closes the page and begins. Where nobody is there yet, it begins there, with what was written so far. */
export function startTalk(model: Model, beginning: Beginning): Step {
  const { agent, cwd, resume, fork } = beginning
  const current = activeTalk(model)
  const isVacant = isUntouched(current)
  const isThere = isVacant && current.agent.id === agent && current.cwd === cwd
  if (isThere && resume === undefined && fork === undefined) return enterTalk(model, current.key)
  const key = isVacant ? current.key : nextKey(model)
  const talk = newTalk({ key, agent, cwd, version: current.version, since: model.now })
  const started = isVacant
    ? withTalk(model, key, ({ composer, queue }) => ({ ...talk, composer, queue }))
    : addTalk(model, talk)
  const effect: Effect = { do: 'start', talk: key, ...beginning }
  return [{ ...started, page: undefined }, [effect]]
}
