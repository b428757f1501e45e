/** Everything that this program knows, as one value. Drawing reads it; `update` makes the next one. */

import type { Effect } from '../effect.js'
import type { Size, Ways } from '../screen/frame.js'
import type { Key } from '../screen/input.js'
import type { Page } from './page.js'
import type { Talk, TalkKey } from './talk.js'

/** A word to the person that goes away by itself. */
export interface Remark {
  readonly text: string
  readonly kind: 'info' | 'warning'
  readonly until: number
}

/** A letter that answers a question, until it is known whether more is being typed. */
export interface HeldKey {
  readonly key: Key
  /** How often it was pressed: a key that is held down is still one answer. */
  readonly count: number
  /** When it was pressed last. */
  readonly at: number
  readonly questionId: string
  /** A question that is shown anew since then is another one to whoever reads it. */
  readonly shownAt: number | undefined
}

export interface Model {
  readonly size: Size
  /** Milliseconds since 1970, as of the latest event. */
  readonly now: number
  readonly isFocused: boolean
  /** The directory that conversations begin in. */
  readonly cwd: string
  readonly home: string
  /** The agent that conversations begin with. */
  readonly agent: string
  /** How this program is called by whoever started it, where that is not `parley`. */
  readonly command?: string | undefined
  readonly talks: readonly Talk[]
  readonly active: TalkKey
  readonly page?: Page | undefined
  readonly remark?: Remark | undefined
  /** Ctrl+C was pressed with nothing to clear and nothing to cancel: once more leaves. */
  readonly leavingUntil?: number | undefined
  /** The question that the terminal has been seen to show: what nobody could see hears no key. */
  readonly seen?: string | undefined
  /** Only that it is there could be seen, and not what it asks. */
  readonly isSeenCramped?: boolean | undefined
  /** The ways to sign in that the terminal has been seen to show. */
  readonly seenWays?: Ways | undefined
  readonly held?: HeldKey | undefined
  /** The person works with another program in this terminal. */
  readonly isLent: boolean
  readonly nextId: number
}

/** The next state, and what is to be done. */
export type Step = readonly [Model, readonly Effect[]]

export function activeTalk(model: Model): Talk {
  const found = model.talks.find(({ key }) => key === model.active) ?? model.talks[0]
  if (found === undefined) throw new Error('there is always a conversation')
  return found
}

export function talkOf({ talks }: Model, key: TalkKey): Talk | undefined {
  return talks.find(talk => talk.key === key)
}

/** The same with one conversation changed; one that is gone stays gone. */
export function withTalk(model: Model, key: TalkKey, change: (talk: Talk) => Talk): Model {
  let isChanged = false
  const talks = model.talks.map(talk => {
    if (talk.key !== key) return talk
    const changed = change(talk)
    isChanged ||= changed !== talk
    return changed
  })
  return isChanged ? { ...model, talks } : model
}
