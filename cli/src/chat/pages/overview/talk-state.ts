/** What a conversation is at, in one word: what is said of it wherever all of them are listed. */

import { isWorking, itemAt } from '@parley/acp/thread'
import type { Talk } from '../../model/talk.js'

export type TalkState = 'waiting' | 'working' | 'done' | 'failed' | 'starting' | 'sign-in'

/** Who waits for the person comes before who works; a turn that ended in an error has failed until the next one. */
export function stateOf(talk: Talk): TalkState {
  const { stage, questions, turn, thread } = talk
  if (stage.is === 'failed' || stage.is === 'sign-in' || stage.is === 'starting') return stage.is
  if (questions.length > 0) return 'waiting'
  if (turn !== undefined || isWorking(thread)) return 'working'
  const last = itemAt(thread.slots, thread.slots.length - 1)
  return last?.kind === 'stop' && last.error !== undefined ? 'failed' : 'done'
}

export const STATE_GLYPHS: Readonly<Record<TalkState, string>> = {
  waiting: '?',
  'sign-in': '?',
  working: '◐',
  starting: '◐',
  done: '✓',
  failed: '✗',
}
