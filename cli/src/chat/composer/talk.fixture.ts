/** A conversation in which somebody writes, and the keys that they press. */

import { emptyThread } from '@parley/acp/thread'
import type { Effect } from '../effect.js'
import { type Composer, EMPTY_COMPOSER } from '../model/composer.js'
import type { SessionCommand, Talk } from '../model/talk.js'
import type { Key, KeyName } from '../screen/input.js'
import { charactersOf } from '../screen/width.js'
import { hear, writeKey, writePaste } from './update.js'

export function talkWith(composer: Partial<Composer> = {}, commands: readonly SessionCommand[] = []): Talk {
  return {
    key: 't1',
    agent: { id: 'scout' },
    cwd: '/work/project',
    stage: { is: 'open' },
    version: 1,
    thread: emptyThread(1),
    facts: { modes: [], options: [], commands },
    abilities: { image: false, audio: false, embedded: false, fork: false, steer: false },
    times: { open: new Map(), newer: new Map(), older: new Map() },
    asides: [],
    composer: { ...EMPTY_COMPOSER, ...composer },
    queue: [],
    isHeld: false,
    questions: [],
    attention: 'composer',
    showsThoughts: false,
    hasNews: false,
    changed: [],
  }
}

const NAMES = new Set<string>(
  'enter tab escape backspace delete up down left right home end page-up page-down f1'.split(' '),
)

/** `C-w`, `M-b`, `S-enter`, `up`, or a character. */
export function keyOf(word: string): Key {
  const [, modifiers = '', rest = ''] = /^((?:[CMS]-)*)(.+)$/su.exec(word) ?? []
  const isName = NAMES.has(rest)
  return {
    name: isName ? (rest as KeyName) : 'character',
    text: isName ? '' : rest,
    isControl: modifiers.includes('C-'),
    isAlt: modifiers.includes('M-'),
    isShift: modifiers.includes('S-'),
  }
}

/** Somebody who writes: what stands there, and what was asked for meanwhile. */
export class Writer {
  talk: Talk
  columns = 80
  effects: Effect[] = []
  isTaken = true

  constructor(composer: Partial<Composer> = {}, commands: readonly SessionCommand[] = []) {
    this.talk = talkWith(composer, commands)
  }

  /** Keys by name. */
  press(...words: readonly string[]): this {
    for (const word of words) {
      const { composer, effects, isTaken } = writeKey(this.talk, keyOf(word), this.columns)
      this.talk = { ...this.talk, composer }
      this.effects.push(...effects)
      this.isTaken = isTaken
    }
    return this
  }

  type(text: string): this {
    return this.press(...charactersOf(text).map(each => (each === '\n' ? 'S-enter' : each)))
  }

  paste(text: string): this {
    const { composer, effects } = writePaste(this.talk, text)
    this.talk = { ...this.talk, composer }
    this.effects.push(...effects)
    return this
  }

  hear(event: Parameters<typeof hear>[1]): this {
    this.talk = { ...this.talk, composer: hear(this.talk, event) }
    return this
  }

  get composer(): Composer {
    return this.talk.composer
  }

  /** The text with the cursor in it. */
  get shown(): string {
    const { text, cursor } = this.composer
    return `${text.slice(0, cursor)}|${text.slice(cursor)}`
  }
}
