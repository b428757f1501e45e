/** A conversation before anything is known of it but where it is to be. */

import { emptyThread } from '@parley/acp/thread'
import type { Talk, TalkKey } from '../state/talk.js'
import { NO_ABILITIES } from './facts.js'

export interface TalkPlace {
  readonly key: TalkKey
  readonly cwd: string
  /** Absent where it is to be begun. */
  readonly sessionId?: string | undefined
  readonly title?: string | undefined
}

export function toTalk({ key, cwd, sessionId, title }: TalkPlace, agent: string): Talk {
  return {
    ...{ key, agent, cwd, sessionId, title, phase: 'opening', thread: emptyThread(1) },
    ...{ turn: { state: 'idle' }, queue: [], isQueueHeld: false, questions: [] },
    ...{ modes: [], options: [], commands: [], abilities: NO_ABILITIES },
    ...{ people: [], isViewer: false, remarks: [], startedAt: new Map(), endedAt: new Map() },
  }
}
