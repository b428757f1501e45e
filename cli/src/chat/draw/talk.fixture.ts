/** Conversations to draw, made the way real ones are: from updates. */

import { emptyThread, reduce, type Thread, type ThreadEvent, type ThreadUpdate } from '@parley/acp/thread'
import { newTalk } from '../model/new-talk.js'
import type { Talk } from '../model/talk.js'
import { type Line, textOfLine } from '../screen/line.js'
import type { Setting } from './setting.js'

export type Told = ThreadUpdate | ThreadEvent

export function threadOf(told: readonly Told[], version: 1 | 2 = 1): Thread {
  return told.reduce((thread, event) => reduce(thread, event), emptyThread(version))
}

export function talkOf(thread: Thread, more: Partial<Talk> = {}): Talk {
  return {
    ...newTalk({ key: 'a', agent: 'agent', cwd: '/home/me/project', version: thread.version }),
    stage: { is: 'open' },
    thread,
    ...more,
  }
}

export const RUNNING: Partial<Talk> = {
  turn: { since: 0, submission: { text: '', files: [], talks: [] }, slot: 0, isCancelling: false },
}

export const SETTING: Setting = {
  columns: 80,
  now: 10_000,
  cwd: '/home/me/project',
  home: '/home/me',
  showsThoughts: false,
}

export const asText = (lines: readonly Line[]): readonly string[] => lines.map(textOfLine)

export const says = (text: string): Told => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
})
export const thinks = (text: string): Told => ({
  sessionUpdate: 'agent_thought_chunk',
  content: { type: 'text', text },
})
export const asks = (text: string): Told => ({ type: 'prompt', content: [{ type: 'text', text }] })
export const ends = (stopReason: string, error?: unknown): Told => ({ type: 'end', stopReason, error })
