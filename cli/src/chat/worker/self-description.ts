/** What others are told of this program: what is talked about, and whether somebody is needed. Pure. */

import type { RunningState } from '../event.js'
import { activeTalk, type Model } from '../model/model.js'
import { subjectOf } from '../model/talk-name.js'
import { stateOf } from '../model/talk-state.js'

export interface SelfDescription {
  readonly title: string
  readonly state: RunningState
}

/** Of several conversations the one is named that somebody is needed in, else one that is worked in, else the one looked at. */
export function describeSelf(model: Model): SelfDescription {
  const states = model.talks.map(stateOf)
  const asking = model.talks.find((_, index) => states[index] === 'waiting' || states[index] === 'sign-in')
  const working = model.talks.find((_, index) => states[index] === 'working' || states[index] === 'starting')
  const talk = asking ?? working ?? activeTalk(model)
  const more = model.talks.length - 1
  return {
    title: more === 0 ? subjectOf(talk) : `${subjectOf(talk)} (and ${more} more)`,
    state: asking !== undefined ? 'waiting' : working !== undefined ? 'working' : 'idle',
  }
}
