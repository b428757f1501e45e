/** With a question on the screen somebody types a sentence, or presses a letter alone. */

import { expect, test } from 'vitest'
import { aModel, aPermission, keyOf, openTalk, Play } from '../model/model.fixture.js'
import type { AnswerOption, Question } from '../model/question.js'
import { address } from '../questions/question.fixture.js'
import { withText } from '../terminal/text-run.js'
import { HOLDING_MILLISECONDS } from './held.js'

const OPTIONS: readonly AnswerOption[] = [
  { id: 'yes', name: 'Allow once', kind: 'allow_once' },
  { id: 'always', name: 'Always', kind: 'allow_always', rule: 'Allow x', isLasting: true },
  { id: 'no', name: 'Reject', kind: 'reject_once' },
]

function asked(question: Question = aPermission({ options: OPTIONS })): Play {
  const turn = { since: 0, submission: { text: '', files: [], talks: [] }, slot: 0, isCancelling: false }
  return new Play(aModel({ talks: [openTalk({ turn })] })).news({ is: 'asked', question }).wait(1_000)
}

/** What a terminal sends in one piece. */
function burst(play: Play, text: string): Play {
  for (const input of withText([...text].map(each => ({ type: 'key', key: keyOf(each) }) as const)))
    play.happen(input)
  return play
}

const key = (name: string) => ({ type: 'key', key: keyOf(name) }) as const
const answersOf = ({ effects }: Play) =>
  effects.flatMap(effect => (effect.do === 'answer' ? [effect.answer] : []))
const yes = { is: 'option', optionId: 'yes' }

test.each(['and then read notes.md', 'really?', 'then', 'do', 'just a word', '1. read', '? why', 'aab'])(
  'text that comes at once is written, and answers nothing: %s',
  text => {
    const play = burst(asked(), text).wait(1_000)
    expect(answersOf(play)).toEqual([])
    expect(play.talk).toMatchObject({ composer: { text }, attention: 'composer', questions: [{}] })
  },
)

test.each([
  ['at once', burst],
  ['key by key', (play: Play, text: string) => play.type(text)],
])('text %s is written from the page of a question, too, which closes', (_how, type) => {
  const play = type(asked().press('d'), 'and so on').wait(1_000)
  expect(answersOf(play)).toEqual([])
  expect(play.model.page).toBeUndefined()
  expect(play.talk.composer.text).toBe('and so on')
})

test.each([1, 60, 120, 249])(
  'a sentence that is typed with %i ms between the keys answers nothing',
  pause => {
    const play = asked()
    for (const each of 'and then, A or r, aaah') play.happen(key(each)).wait(pause - 1)
    play.wait(1_000)
    expect(answersOf(play)).toEqual([])
    expect(play.talk).toMatchObject({ composer: { text: 'and then, A or r, aaah' }, attention: 'composer' })
  },
)

test('a letter alone answers, and not sooner than a word would go on', () => {
  const play = asked().happen(key('a'))
  play.wait(HOLDING_MILLISECONDS - 2)
  expect(answersOf(play)).toEqual([])
  play.wait(2)
  expect(answersOf(play)).toEqual([yes])
  expect(play.talk.composer.text).toBe('')
})

test('what was typed long ago and is read late is still the rest of the word', () => {
  const play = asked().happen(key('a'))
  play.now += 10_000
  play.happen(key('n')).wait(1_000)
  expect(answersOf(play)).toEqual([])
  expect(play.talk.composer.text).toBe('an')
})

test('the same letter again within the moment is one answer and no text', () => {
  const play = asked()
  for (let count = 0; count < 20; count++) play.happen(key('a')).wait(50)
  expect(answersOf(play)).toEqual([])
  play.wait(HOLDING_MILLISECONDS)
  expect(answersOf(play)).toEqual([yes])
  expect(play.talk.composer.text).toBe('')
  expect(answersOf(burst(asked(), 'aa').wait(1_000))).toEqual([yes])
})

test('what lasts is still taken by two presses, and by no key that is held down', () => {
  const confirmed = { is: 'option', optionId: 'always', isConfirmed: true }
  const held = asked()
  for (let count = 0; count < 20; count++) held.happen(key('A')).wait(50)
  expect(answersOf(held.wait(1_000))).toEqual([])
  expect(answersOf(asked().happen(key('A')).wait(310).happen(key('A')).wait(300))).toEqual([confirmed])
  const quick = asked().happen(key('A')).wait(150).happen(key('A')).wait(400)
  expect(answersOf(quick)).toEqual([])
  expect(quick.talk.composer.text).toBe('')
  expect(answersOf(quick.happen(key('A')).wait(300))).toEqual([confirmed])
})

test.each(['enter', 'down', 'tab', 'ctrl+l'])('%s behind a letter says that it was pressed alone', other => {
  expect(answersOf(asked().happen(key('a')).happen(key(other)))).toEqual([yes])
})

test.each(['escape', 'backspace', 'ctrl+c'])('%s takes a letter back within the moment', other => {
  const play = asked().happen(key('a')).happen(key(other)).wait(1_000)
  expect(answersOf(play)).not.toContainEqual(yes)
  expect(play.talk.composer.text).toBe('')
})

test('Esc takes back the letter only: the question stays', () => {
  expect(asked().happen(key('a')).happen(key('escape')).wait(1_000).talk.questions).toHaveLength(1)
})

test('what is pasted behind a letter is written behind it', () => {
  const play = asked().happen(key('a')).happen({ type: 'paste', text: ' paste' }).wait(1_000)
  expect(answersOf(play)).toEqual([])
  expect(play.talk.composer.text).toBe('a paste')
})

test('a letter for a question that is gone meanwhile answers no other', () => {
  const play = asked().news({ is: 'asked', question: aPermission({ id: 'other' }) })
  play.happen(key('a')).news({ is: 'withdrawn', questionId: 'question-1' }).wait(1_000)
  expect(answersOf(play)).toEqual([])
  expect(play.talk.composer.text).toBe('a')
})

test('no word opens an address or says that it was visited', () => {
  for (const text of ['only', 'yes', 'no']) {
    const play = asked(address()).type(text).wait(1_000)
    expect(play.done()).toEqual([])
    expect(play.talk.composer.text).toBe(text)
  }
  expect(answersOf(asked(address()).press('y'))).toEqual([{ is: 'visited' }])
})

test('a reason is written into the question, at once or key by key', () => {
  for (const type of [burst, (play: Play, text: string) => play.type(text)]) {
    const play = type(asked().press('t'), 'a reason')
    expect(play.talk.questions).toMatchObject([{ refusal: { text: 'a reason' } }])
    expect(answersOf(play.press('enter'))).toEqual([{ is: 'option', optionId: 'no' }])
  }
})
