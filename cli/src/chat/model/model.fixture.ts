/** A program with one open conversation, and ways to make things happen in it. */

import type { Effect } from '../effect.js'
import type { ChatEvent, TalkNews } from '../event.js'
import type { Key, KeyName } from '../screen/input.js'
import { HOLDING_MILLISECONDS } from '../update/held.js'
import { update } from '../update/update.js'
import { view } from '../view/view.js'
import { activeTalk, type Model } from './model.js'
import { newTalk } from './new-talk.js'
import type { PermissionQuestion } from './question.js'
import type { Talk } from './talk.js'

export const NOW = 1_700_000_000_000

/** A conversation that is open, with an agent that offers three modes. */
export function openTalk(over: Partial<Talk> = {}): Talk {
  const talk = newTalk({ key: 'talk-1', agent: 'scout', cwd: '/work/notes' })
  const modes = ['ask', 'code', 'architect'].map(id => ({ id, name: id }))
  return { ...talk, stage: { is: 'open' }, facts: { ...talk.facts, modes, mode: 'ask' }, ...over }
}

export function aModel(over: Partial<Model> = {}): Model {
  return {
    size: { columns: 80, rows: 24 },
    now: NOW,
    isFocused: true,
    cwd: '/work/notes',
    home: '/home/ada',
    agent: 'scout',
    talks: [openTalk()],
    active: 'talk-1',
    isLent: false,
    nextId: 2,
    ...over,
  }
}

/** A program that goes on from event to event. */
export class Play {
  model: Model
  now = NOW
  effects: Effect[] = []

  constructor(model: Model = aModel()) {
    this.model = model
  }

  get talk(): Talk {
    return activeTalk(this.model)
  }

  happen(event: ChatEvent): this {
    this.now += 1
    this.#take(event)
    // At a terminal that is quick, what is asked is seen at once.
    const { asked, ways } = view(this.model, undefined)
    const { questionId, isCramped = false } = asked ?? {}
    const { seen, isSeenCramped = false, isLent, seenWays } = this.model
    const isOther = ways?.methods !== seenWays?.methods || ways?.count !== seenWays?.count
    const isNew = seen !== questionId || isSeenCramped !== isCramped || isOther
    if (isNew && !isLent) this.#take({ type: 'painted', questionId, isCramped, ways })
    return this
  }

  #take(event: ChatEvent): void {
    const [model, effects] = update(this.model, { event, now: this.now })
    this.model = model
    this.effects.push(...effects)
  }

  news(news: TalkNews, talk = this.model.active): this {
    return this.happen({ type: 'talk', talk, news })
  }

  /** Each key by itself, so long after the one before that it is no part of a word. */
  press(...names: readonly string[]): this {
    for (const name of names) {
      this.happen({ type: 'key', key: keyOf(name) })
      if (this.model.held !== undefined) this.wait(HOLDING_MILLISECONDS)
    }
    return this
  }

  type(text: string): this {
    for (const character of text)
      this.happen({ type: 'key', key: keyOf(character === '\n' ? 'ctrl+j' : character) })
    return this
  }

  wait(milliseconds: number): this {
    this.now += milliseconds
    return this.happen({ type: 'tick' })
  }

  /** The effects since the last time, but for drafts and what is remembered. */
  done(): readonly Effect[] {
    const found = this.effects.filter(effect => effect.do !== 'save-draft' && effect.do !== 'remember')
    this.effects = []
    return found
  }
}

const NAMES = new Set<string>([
  ...[
    'enter',
    'tab',
    'escape',
    'backspace',
    'delete',
    'insert',
    'up',
    'down',
    'left',
    'right',
    'home',
    'end',
  ],
  ...['page-up', 'page-down', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9', 'f10', 'f11', 'f12'],
])

/** `ctrl+c`, `alt+enter`, `shift+tab`, `x`. */
export function keyOf(name: string): Key {
  const [, before = '', base = ''] = /^((?:(?:ctrl|alt|shift)\+)*)(.+)$/su.exec(name) ?? []
  const isNamed = NAMES.has(base)
  return {
    name: isNamed ? (base as KeyName) : 'character',
    text: isNamed ? '' : base,
    isControl: before.includes('ctrl'),
    isAlt: before.includes('alt'),
    isShift: before.includes('shift'),
  }
}

export function aPermission(over: Partial<PermissionQuestion> = {}): PermissionQuestion {
  return {
    is: 'permission',
    id: 'question-1',
    title: 'Write notes.md',
    lines: ['Write notes.md'],
    action: 'fs.write',
    isDestructive: true,
    cwd: '/work/notes',
    changes: [],
    options: [
      { id: 'yes', name: 'Allow once', kind: 'allow_once' },
      { id: 'always', name: 'Always allow', kind: 'allow_always', rule: 'fs.write /work/notes/notes.md' },
      { id: 'no', name: 'Reject', kind: 'reject_once' },
    ],
    ...over,
  }
}
