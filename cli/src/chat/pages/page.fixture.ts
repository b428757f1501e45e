/** Short ways to write models, keys and conversations down in the tests of pages. */
import { reduce, type ThreadEvent, type ThreadUpdate } from '@parley/acp/thread'
import fc from 'fast-check'
import { expect } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import type { ChatEvent } from '../event.js'
import type { Model, Step } from '../model/model.js'
import { newTalk } from '../model/new-talk.js'
import type { Talk } from '../model/talk.js'
import type { Key, KeyName } from '../screen/input.js'
import { textOfLine, widthOfLine } from '../screen/line.js'
import type { PageView } from './page-view.js'

export const NOW = 1_800_000_000_000

export const talkOf = (key: string, fields: Partial<Talk> = {}): Talk => ({
  ...newTalk({ key, agent: 'scout', cwd: '/home/ada/work' }),
  stage: { is: 'open' },
  ...fields,
})

export const modelOf = (fields: Partial<Model> = {}): Model => ({
  size: { columns: 80, rows: 24 },
  now: NOW,
  isFocused: true,
  cwd: '/home/ada/work',
  home: '/home/ada',
  agent: 'scout',
  talks: [talkOf('talk-1')],
  active: 'talk-1',
  isLent: false,
  nextId: 10,
  ...fields,
})

const NAMES: readonly string[] = [
  ...['enter', 'tab', 'escape', 'backspace', 'delete', 'up', 'down', 'left', 'right'],
  ...['home', 'end', 'page-up', 'page-down', 'f1'],
]

/** `ctrl+c`, `alt+up`, `x`, `space`. */
export function key(word: string): ChatEvent {
  const parts = word === '+' ? ['+'] : word.split('+')
  const own = parts.at(-1) ?? ''
  const isNamed = NAMES.includes(own)
  const pressed: Key = {
    name: isNamed ? (own as KeyName) : 'character',
    text: isNamed ? '' : own === 'space' ? ' ' : own,
    isControl: parts.includes('ctrl'),
    isAlt: parts.includes('alt'),
    isShift: parts.includes('shift'),
  }
  return { type: 'key', key: pressed }
}

/** What is to be seen, blanks at the ends left out; `⋮` stands for many empty lines. */
export const seen = (view: PageView): string =>
  view.lines
    .map(textOfLine)
    .map(text => text.trimEnd())
    .join('\n')
    .trimEnd()
    .replaceAll(/\n{4,}/g, '\n⋮\n')

export const thread = (...events: readonly (ThreadUpdate | ThreadEvent)[]) =>
  events.reduce(reduce, newTalk({ key: '', agent: '', cwd: '' }).thread)

export const asked = (text: string): ThreadEvent => ({ type: 'prompt', content: [{ type: 'text', text }] })
export const said = (text: string): ThreadUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
})
export const thought = (text: string): ThreadUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  content: { type: 'text', text },
})
export const call = (
  toolCallId: string,
  title: string,
  status: 'pending' | 'in_progress' | 'completed' | 'failed' = 'completed',
): ThreadUpdate => ({
  ...{ sessionUpdate: 'tool_call', toolCallId, title, status, kind: 'read' },
})
export const end: ThreadEvent = { type: 'end', stopReason: 'end_turn' }

/** Nothing is drawn that does not fit, or that a terminal would take for a command. */
export function expectFits({ lines, cursor }: PageView, { size }: Model): void {
  expect(lines.length).toBeLessThanOrEqual(size.rows)
  for (const line of lines) {
    expect(widthOfLine(line)).toBeLessThanOrEqual(size.columns)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is looked at
    expect(textOfLine(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/)
  }
  if (cursor !== undefined) {
    expect(cursor.row).toBeLessThan(size.rows)
    expect(cursor.column).toBeLessThan(size.columns)
  }
}

const WORDS = [
  ...['enter', 'tab', 'escape', 'backspace', 'delete', 'up', 'down', 'left', 'right', 'home', 'end'],
  ...[
    'page-up',
    'page-down',
    'alt+up',
    'alt+down',
    'alt+page-up',
    'alt+page-down',
    'alt+f',
    'ctrl+c',
    'ctrl+t',
  ],
  ...[
    'ctrl+e',
    'ctrl+u',
    'ctrl+w',
    'space',
    '/',
    'n',
    'N',
    'j',
    'k',
    'q',
    'x',
    's',
    'h',
    'e',
    '1',
    '9',
    '?',
    'é',
  ],
]

export const anyKey: fc.Arbitrary<ChatEvent> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...WORDS).map(key) },
  { weight: 1, arbitrary: fc.string().map((text): ChatEvent => ({ type: 'paste', text })) },
  { weight: 1, arbitrary: fc.constant<ChatEvent>({ type: 'tick' }) },
)

export const anySize = fc.record({
  columns: fc.integer({ min: 40, max: 200 }),
  rows: fc.integer({ min: 10, max: 60 }),
})

/** A page as a program: how it is opened, what it makes of events, how it looks. */
export interface Played {
  readonly open: (model: Model) => Step
  readonly update: (model: Model, event: ChatEvent) => Step
  readonly draw: (model: Model) => PageView | undefined
}

/** Presses any keys, and looks at the page after each: opened again where it was closed. */
export function expectSturdy({ open, update, draw }: Played, arbitrary: fc.Arbitrary<Model>): void {
  fc.assert(
    fc.property(arbitrary, anySize, fc.array(anyKey, { maxLength: 30 }), (begun, size, events) => {
      let model: Model = { ...begun, size }
      for (const event of events) {
        if (model.page === undefined) model = open(model)[0]
        model = update({ ...model, now: model.now + 100 }, event)[0]
        const view = draw(model)
        if (view !== undefined) expectFits(view, model)
      }
    }),
    { numRuns: atLeast(60) },
  )
}
