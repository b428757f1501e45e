/** Whatever is pressed and whatever happens, in any order: nothing breaks, nothing typed is lost, nothing is allowed by accident. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { START } from '../draw/transcript.js'
import type { ChatEvent, TalkNews } from '../event.js'
import { aModel, aPermission, keyOf, openTalk, Play } from '../model/model.fixture.js'
import { activeTalk, type Model } from '../model/model.js'
import type { FormQuestion, Question } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import { widthOfLine } from '../screen/line.js'
import { view } from '../view/view.js'

const LETTERS = [...'abcdefrARt123 qxjknyoüé漢👍']
const NAMES = [
  ...[
    'enter',
    'escape',
    'tab',
    'shift+tab',
    'backspace',
    'delete',
    'up',
    'down',
    'left',
    'right',
    'home',
    'end',
  ],
  ...[
    'page-up',
    'page-down',
    'alt+up',
    'alt+down',
    'alt+page-up',
    'alt+enter',
    'shift+enter',
    'ctrl+j',
    'f1',
    '?',
  ],
  ...[
    'ctrl+c',
    'ctrl+d',
    'ctrl+o',
    'ctrl+t',
    'ctrl+e',
    'ctrl+p',
    'ctrl+s',
    'ctrl+r',
    'ctrl+g',
    'ctrl+l',
    'ctrl+z',
  ],
  ...[
    'alt+n',
    'alt+p',
    'alt+q',
    'alt+r',
    'ctrl+w',
    'ctrl+u',
    'ctrl+k',
    'ctrl+y',
    'ctrl+_',
    'alt+z',
    '/',
    '@',
    '#',
    '!',
  ],
]

const form = (id: string): FormQuestion => ({
  is: 'form',
  id,
  message: 'Who are you?',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  fields: [
    {
      name: 'name',
      title: 'Name',
      type: 'string',
      isRequired: true,
      choices: [],
      text: '',
      cursor: 0,
      chosen: [],
    },
  ],
  at: 0,
  choice: 0,
  faults: [],
})

let ids = 0
const questions: fc.Arbitrary<Question> = fc.oneof(
  fc.boolean().map(isDestructive => aPermission({ id: `q${ids++}`, isDestructive })),
  fc.constant(undefined).map(() => form(`q${ids++}`)),
  fc.constant(undefined).map(
    (): Question => ({
      is: 'address',
      id: `q${ids++}`,
      message: 'Sign in',
      url: 'https://example.com/',
      host: 'example.com',
    }),
  ),
)

const chunk = {
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text: 'words **of** `an` agent\n\n' },
} as const
const news: fc.Arbitrary<TalkNews> = fc.oneof(
  questions.map((question): TalkNews => ({ is: 'asked', question })),
  fc.constantFrom<TalkNews>(
    { is: 'updates', updates: [chunk, chunk] },
    {
      is: 'updates',
      updates: [{ sessionUpdate: 'tool_call', toolCallId: 't', title: 'Run', status: 'in_progress' }],
    },
    { is: 'over', stopReason: 'end_turn', changed: [] },
    { is: 'over', stopReason: 'cancelled', changed: [] },
    { is: 'unsent', message: 'no', of: 'turn', submission: { text: 'unsent words', files: [], talks: [] } },
    { is: 'unsent', message: 'no', of: 'steer', submission: { text: 'steered words', files: [], talks: [] } },
    { is: 'sign-in', message: 'Sign in', methods: [{ id: 'key', name: 'Key', isTerminal: false }] },
    {
      is: 'remembered',
      draft: 'old draft',
      queue: [{ text: 'old prompt', files: [], talks: [] }],
      history: ['old'],
    },
    { is: 'changed', changed: ['/work/notes/a'] },
    { is: 'terminal', terminalId: 't', output: 'out', isCut: false },
    { is: 'failed', message: 'gone' },
    { is: 'said', kind: 'warning', text: 'careful\u001b[31m' },
    { is: 'withdrawn', questionId: 'q1' },
    { is: 'sent', content: [{ type: 'text', text: 'sent' }] },
  ),
)

const events: fc.Arbitrary<ChatEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...LETTERS).map((name): ChatEvent => ({ type: 'key', key: keyOf(name) })),
  },
  {
    weight: 5,
    arbitrary: fc.constantFrom(...NAMES).map((name): ChatEvent => ({ type: 'key', key: keyOf(name) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('pasted', 'a\nb\nc', 'x'.repeat(2_000))
      .map((text): ChatEvent => ({ type: 'paste', text })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('talk-1', 'talk-2'), news)
      .map(([talk, each]): ChatEvent => ({ type: 'talk', talk, news: each })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 20, max: 200 }), fc.integer({ min: 5, max: 60 }))
      .map(([columns, rows]): ChatEvent => ({ type: 'resize', size: { columns, rows } })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<ChatEvent>(
      { type: 'tick' },
      { type: 'focus', isFocused: false },
      { type: 'focus', isFocused: true },
      { type: 'attached', size: { columns: 90, rows: 30 } },
      { type: 'edited', talk: 'talk-1' },
      { type: 'suggestions', ticket: 1, items: [{ insert: '@a', label: 'a' }] },
      { type: 'undone', talk: 'talk-1', restored: ['a'], kept: [] },
    ),
  },
)

const steps = fc.array(fc.tuple(events, fc.constantFrom(1, 20, 150, 400, 3_000)), { maxLength: 60 })

const isPlainLetter = (event: ChatEvent): boolean =>
  event.type === 'key' && event.key.name === 'character' && !event.key.isControl && !event.key.isAlt

/** Nobody but the composer can be meant by what is typed now. */
function isOnlyWriting({ page, isLent, held }: Model, talk: Talk): boolean {
  return (
    page === undefined &&
    !isLent &&
    held === undefined &&
    talk.questions.length === 0 &&
    talk.stage.is !== 'sign-in' &&
    talk.composer.search === undefined
  )
}

function judge(before: Model, play: Play, event: ChatEvent): void {
  const talk = activeTalk(before)
  const done = play.done()
  // No letter allows anything at once: a word may go on.
  const hasAllowed = done.some(
    effect => effect.do === 'answer' && effect.answer.is === 'option' && isPermitting(effect.answer.optionId),
  )
  for (const effect of done) if (effect.do === 'answer') judgeAnswer(before, event, effect)
  const isHelp = event.type === 'key' && event.key.text === '?' && talk.composer.text === ''
  if (isPlainLetter(event) && isOnlyWriting(before, talk) && !isHelp && event.type === 'key') {
    const after = play.model.talks.find(({ key }) => key === talk.key)?.composer.text ?? ''
    expect(after).toContain(event.key.text)
    expect(after.length).toBe(talk.composer.text.length + event.key.text.length)
  }
  if (isPlainLetter(event)) expect(hasAllowed).toBe(false)
  if (event.type === 'talk')
    for (const each of before.talks) {
      const text = play.model.talks.find(({ key }) => key === each.key)?.composer.text
      if (each.composer.text !== '') expect(text).toBe(each.composer.text)
    }
}

const isPermitting = (id: string): boolean => id === 'yes' || id === 'always'

function judgeAnswer(
  { talks, now, held }: Model,
  event: ChatEvent,
  effect: {
    readonly talk: string
    readonly questionId: string
    readonly answer: { readonly is: string; readonly optionId?: string }
  },
): void {
  if (effect.answer.is !== 'option' || !isPermitting(effect.answer.optionId ?? '')) return
  const talk = talks.find(({ key }) => key === effect.talk)
  const question = talk?.questions[0]
  expect(question).toMatchObject({ is: 'permission', id: effect.questionId })
  expect(talk?.attention).toBe('question')
  // A letter answers when nothing followed it: what was pressed by itself, some time before.
  const key = held?.key ?? (event.type === 'key' ? event.key : undefined)
  expect(key).toBeDefined()
  if (question?.is !== 'permission' || key === undefined) return
  expect(question.shownAt).toBeDefined()
  expect(now).toBeGreaterThanOrEqual(question.shownAt ?? Number.POSITIVE_INFINITY)
  if (key.name === 'enter')
    expect(question).toMatchObject({ isDestructive: false, selected: expect.anything() })
  else expect(key.text).toMatch(/^[aA1-9]$/)
}

test('2,000 random sequences of keys and events', () => {
  fc.assert(
    fc.property(steps, sequence => {
      const play = new Play(aModel({ talks: [openTalk(), openTalk({ key: 'talk-2' })] }))
      for (const [event, wait] of sequence) {
        const before = play.model
        play.now += wait
        const askedAt = play.now + 1
        const question = activeTalk(before).questions[0]
        play.happen(event)
        const answered = play.effects.some(
          effect =>
            effect.do === 'answer' && effect.answer.is === 'option' && isPermitting(effect.answer.optionId),
        )
        if (answered) expect(askedAt - (question?.shownAt ?? askedAt)).toBeGreaterThanOrEqual(300)
        judge(before, play, event)
        const { live } = view(play.model, START)
        const { columns, rows } = play.model.size
        expect(live.length).toBeLessThanOrEqual(rows)
        for (const line of live) expect(widthOfLine(line)).toBeLessThanOrEqual(columns)
      }
    }),
    { numRuns: atLeast(2_000) },
  )
}, 120_000)
