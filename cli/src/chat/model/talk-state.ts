/** What a conversation is at, in one word, and whether its agent works. Said the same wherever it is shown. */

import { itemAt } from '@parley/acp/thread'
import type { Talk } from './talk.js'

export type TalkState = 'waiting' | 'working' | 'done' | 'failed' | 'starting' | 'sign-in'

const WORKING: ReadonlySet<string> = new Set(['running', 'requires_action'])

/** Whether the agent is at work: for a prompt of ours, or of somebody else, or by itself, as it says. */
export function isAtWork(talk: Pick<Talk, 'stage' | 'turn' | 'thread' | 'far'>): boolean {
  const { stage, turn, thread, far } = talk
  if (stage.is === 'failed') return false
  // What counts is what the agent says now: a prompt that was recorded may never have been answered.
  return turn !== undefined || far?.turn !== undefined || WORKING.has(thread.state?.state ?? '')
}

/** How many answers are waited for, also those to questions that are not put yet. */
export function waitingIn({ questions, inLine = 0 }: Pick<Talk, 'questions' | 'inLine'>): number {
  return questions.length === 0 ? 0 : Math.max(questions.length, inLine)
}

/** Who waits for the person comes before who works; a turn that ended in an error has failed until the next one. */
export function stateOf(talk: Talk): TalkState {
  const { stage, questions, thread } = talk
  if (stage.is === 'failed' || stage.is === 'sign-in' || stage.is === 'starting') return stage.is
  if (questions.length > 0) return 'waiting'
  if (isAtWork(talk)) return 'working'
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
