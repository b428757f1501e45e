/** How a conversation begins as a value: nothing said, nothing asked, its agent on its way. */

import { emptyThread } from '@parley/acp/thread'
import { EMPTY_COMPOSER } from './composer.js'
import type { Model } from './model.js'
import type { Facts, Talk, TalkKey } from './talk.js'

export interface NewTalk {
  readonly key: TalkKey
  /** The id of its agent. */
  readonly agent: string
  readonly cwd: string
  /** Of the protocol; what the agent really speaks is told later. */
  readonly version?: 1 | 2 | undefined
  /** Since when its agent is on its way. */
  readonly since?: number | undefined
}

const NO_FACTS: Facts = { modes: [], options: [], commands: [] }

export function newTalk({ key, agent, cwd, version = 1, since }: NewTalk): Talk {
  return {
    ...{ key, agent: { id: agent }, cwd, stage: { is: 'starting', since }, version },
    thread: emptyThread(version),
    facts: NO_FACTS,
    abilities: { image: false, audio: false, embedded: false, fork: false, steer: false },
    times: { open: new Map(), newer: new Map(), older: new Map() },
    asides: [],
    composer: EMPTY_COMPOSER,
    queue: [],
    isHeld: false,
    questions: [],
    attention: 'composer',
    showsThoughts: false,
    hasNews: false,
    changed: [],
  }
}

/** The key of the conversation that is added next. */
export function nextKey({ nextId }: Pick<Model, 'nextId'>): TalkKey {
  return `talk-${nextId}`
}

/** With one more conversation, which is now the one that is looked at. */
export function addTalk(model: Model, talk: Talk): Model {
  return { ...model, talks: [...model.talks, talk], active: talk.key, nextId: model.nextId + 1 }
}
