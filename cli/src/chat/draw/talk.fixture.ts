/** Conversations to draw, made the way real ones are: from updates. */

import { emptyThread, reduce, type Thread, type ThreadEvent, type ThreadUpdate } from '@parley/acp/thread'
import { EMPTY_COMPOSER } from '../model/composer.js'
import type { Talk } from '../model/talk.js'
import { type Line, textOfLine } from '../screen/line.js'
import type { Setting } from './setting.js'

export type Told = ThreadUpdate | ThreadEvent

export function threadOf(told: readonly Told[], version: 1 | 2 = 1): Thread {
  return told.reduce((thread, event) => reduce(thread, event), emptyThread(version))
}

export function talkOf(thread: Thread, more: Partial<Talk> = {}): Talk {
  return {
    key: 'a',
    agent: { id: 'agent' },
    cwd: '/home/me/project',
    stage: { is: 'open' },
    version: thread.version,
    thread,
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
