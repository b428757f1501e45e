/** A conversation that has not begun. */

import { emptyThread } from '@parley/acp/thread'
import { EMPTY_COMPOSER } from './composer.js'
import type { Model } from './model.js'
import type { Talk } from './talk.js'

export interface TalkBeginning {
  readonly key: string
  readonly agent: string
  readonly cwd: string
  readonly version?: 1 | 2 | undefined
  readonly stage?: Talk['stage'] | undefined
}

export function newTalk({ key, agent, cwd, version = 1, stage = { is: 'starting' } }: TalkBeginning): Talk {
  return {
    key,
    agent: { id: agent },
    cwd,
    stage,
    version,
    thread: emptyThread(version),
    facts: { modes: [], options: [], commands: [] },
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

/** With one more conversation, which is the one that is shown. */
export function addTalk(model: Model, talk: Talk): Model {
  return { ...model, talks: [...model.talks, talk], active: talk.key, nextId: model.nextId + 1 }
}
