/** A conversation with questions, and somebody who presses keys: what goes where one writes is written there. */

import { replaceText } from '../composer/update.js'
import type { Effect } from '../effect.js'
import type { ChatEvent } from '../event.js'
import { activeTalk, type Model, talkOf, withTalk } from '../model/model.js'
import { newTalk } from '../model/new-talk.js'
import type {
  AddressQuestion,
  AnswerOption,
  FormQuestion,
  PermissionQuestion,
  Question,
} from '../model/question.js'
import type { Talk } from '../model/talk.js'
import type { Key, KeyName } from '../screen/input.js'
import { toFormQuestion } from './form-question.js'
import { attend, updateChanges, updateQuestion } from './update.js'

export const OPTIONS: readonly AnswerOption[] = [
  { id: 'reject', name: 'Reject', kind: 'reject_once' },
  { id: 'once', name: 'Allow once', kind: 'allow_once' },
  { id: 'session', name: 'Allow in this session', kind: 'allow_always', rule: 'Allow x, in this session' },
  {
    id: 'always',
    name: 'Allow always',
    kind: 'allow_always',
    rule: 'Allow x, until it is revoked',
    isLasting: true,
  },
  { id: 'never', name: 'Reject always', kind: 'reject_always' },
]

export const permission = (change: Partial<PermissionQuestion> = {}): PermissionQuestion => ({
  is: 'permission',
  id: 'p1',
  title: 'Run a program: npm test',
  lines: ['  [0] npm', '  [1] test', '  in /work'],
  action: 'terminal.exec',
  reason: 'Nothing says that it may.',
  isDestructive: true,
  cwd: '/work',
  changes: [],
  options: OPTIONS,
  ...change,
})

export const form = (change: Partial<FormQuestion> = {}): FormQuestion => ({
  ...toFormQuestion('f1', {
    message: 'Who are you?',
    raw: {},
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Your name', description: 'as friends say it' },
        age: { type: 'integer', minimum: 0, default: 7 },
        colour: {
          type: 'string',
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'g', title: 'Green' },
          ],
        },
        pets: { type: 'array', items: { type: 'string', enum: ['cat', 'dog', 'eel'] } },
        isSure: { type: 'boolean' },
      },
      required: ['name', 'isSure'],
    },
  }),
  ...change,
})

export const address = (change: Partial<AddressQuestion> = {}): AddressQuestion => ({
  is: 'address',
  id: 'u1',
  message: 'Sign in, please.',
  url: 'https://xn--exmple-cua.example/path?code=1',
  host: 'xn--exmple-cua.example',
  ...change,
})

export const talk = (change: Partial<Talk> = {}): Talk => ({
  ...newTalk({ key: 't1', agent: 'actor', cwd: '/work' }),
  agent: { id: 'actor', name: 'The actor', version: '1.2.3' },
  stage: { is: 'open' },
  ...change,
})

export const model = (questions: readonly Question[], change: Partial<Talk> = {}): Model => ({
  size: { columns: 80, rows: 24 },
  now: 1_000,
  isFocused: true,
  cwd: '/work',
  home: '/home',
  agent: 'actor',
  talks: [talk({ questions, ...change })],
  active: 't1',
  isLent: false,
  nextId: 7,
})

const NAMES: readonly KeyName[] = [
  ...([
    'enter',
    'tab',
    'escape',
    'backspace',
    'delete',
    'up',
    'down',
    'left',
    'right',
    'home',
    'end',
  ] as const),
  ...(['page-up', 'page-down'] as const),
]

/** `a`, `enter`, `shift+tab`, `ctrl+u`. */
export function toKey(words: string): Key {
  const parts = words.length > 1 ? words.split('+') : [words]
  const last = parts.at(-1) ?? ''
  const name = NAMES.find(each => each === last)
  return {
    name: name ?? 'character',
    text: name === undefined ? last : '',
    isControl: parts.includes('ctrl'),
    isAlt: parts.includes('alt'),
    isShift: parts.includes('shift') && name !== undefined,
  }
}

export const pressed = (words: string): ChatEvent => ({ type: 'key', key: toKey(words) })

/** As after a picture that the terminal has taken. */
export const look = (start: Model): Model => attend({ ...start, seen: activeTalk(start).questions[0]?.id })

/** The conversation as it goes on, with what was to be done. */
export class Person {
  model: Model
  readonly effects: Effect[] = []
  wasTaken = false

  constructor(start: Model) {
    this.model = look(start)
  }

  get talk(): Talk {
    return activeTalk(this.model)
  }

  get question(): Question | undefined {
    return this.talk.questions[0]
  }

  get permission(): PermissionQuestion {
    const { question } = this
    if (question?.is !== 'permission') throw new Error('there is no such question')
    return question
  }

  get form(): FormQuestion {
    const { question } = this
    if (question?.is !== 'form') throw new Error('there is no such question')
    return question
  }

  get answers(): readonly unknown[] {
    return this.effects.flatMap(effect => (effect.do === 'answer' ? [effect.answer] : []))
  }

  wait(milliseconds = 500): this {
    this.model = look({ ...this.model, now: this.model.now + milliseconds })
    return this
  }

  /** Each key a while after the one before it. */
  press(...keys: readonly string[]): this {
    for (const key of keys) this.wait().happen(pressed(key))
    return this
  }

  paste(text: string): this {
    return this.wait().happen({ type: 'paste', text })
  }

  happen(event: ChatEvent): this {
    const { page } = this.model
    if (page?.is === 'changes') {
      const [next, effects] = updateChanges(this.model, page, event)
      this.effects.push(...effects)
      this.model = look(next)
      return this
    }
    const { step, isTaken } = updateQuestion(this.model, this.model.active, event)
    const [next, effects] = step
    this.effects.push(...effects)
    this.wasTaken = isTaken
    this.model = look(isTaken ? next : written(next, event))
    return this
  }

  /** Changes the conversation from outside. */
  change(change: (talk: Talk) => Talk): this {
    this.model = look(withTalk(this.model, this.model.active, change))
    return this
  }
}

/** What the composer makes of what is not for a question, in short. */
function written(model: Model, event: ChatEvent): Model {
  const words =
    event.type === 'paste'
      ? event.text
      : event.type === 'key' && event.key.name === 'character' && !event.key.isControl && !event.key.isAlt
        ? event.key.text
        : ''
  if (words === '' || talkOf(model, model.active) === undefined) return model
  return withTalk(model, model.active, it => ({
    ...it,
    composer: replaceText(it.composer, it.composer.text + words),
  }))
}
