import { expect, test } from 'vitest'
import { QuestionBook } from './question-book.js'

const OPTIONS = [
  { optionId: 'yes', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
]
const asked = (id: string | number) => ({
  id,
  method: 'session/request_permission',
  params: { options: OPTIONS },
})
const chosen = { outcome: { outcome: 'selected', optionId: 'yes' } }
const dismissed = { outcome: { outcome: 'cancelled' } }

function bookWith(...ids: readonly (string | number)[]): QuestionBook {
  const book = new QuestionBook()
  for (const id of ids) book.asked(asked(id))
  return book
}

test('a question that waits already is not asked twice; one that is over may be asked again', () => {
  const book = bookWith('a')
  expect(book.asked(asked('a'))).toBe(false)
  expect(book.answered('a', chosen)).toBe(true)
  expect(book.asked(asked('a'))).toBe(true)
  expect(book.asked({ id: null })).toBe(true)
})

test('what somebody else answered is settled once, and said by whom and how', () => {
  const book = bookWith('a')
  const answer = { requestId: 'a', how: 'answered', by: 'Eve', outcome: { optionId: 'no' } }
  expect(book.settledElsewhere(answer)).toBe('a')
  expect(book.settledElsewhere(answer)).toBeUndefined()
  expect(book.wordsFor({ requestId: 'a', how: 'answered', by: 'Eve', optionId: 'no' })).toBe(
    'Eve answered: Reject',
  )
  expect(book.wordsFor({ requestId: 'a', how: 'answered', by: 'Eve', optionId: 'no' }, 'Eve')).toBe(
    'You, in another window, answered: Reject',
  )
  expect(book.wordsFor({ requestId: 'a', how: 'answered' })).toBe('Somebody answered the question.')
})

test('of what was answered here nothing is said, unless somebody was before', () => {
  const book = bookWith('a')
  book.answered('a', chosen)
  expect(book.settledElsewhere({ requestId: 'a', how: 'answered' })).toBeUndefined()
  expect(book.wordsFor({ requestId: 'a', how: 'answered', by: 'Eve', optionId: 'no' })).toBeUndefined()
  expect(book.wordsFor({ requestId: 'a', reason: 'already_answered' })).toContain('Too late')
  expect(book.wordsFor({ requestId: 'a', reason: 'other' })).toBeUndefined()
})

test.each([
  ['a permission', dismissed],
  ['a form', { action: 'cancel' }],
])('of %s that was dismissed here nothing is said, whatever became of it', (_, result) => {
  const book = bookWith('a')
  book.answered('a', result)
  expect(book.wordsFor({ requestId: 'a', how: 'withdrawn' })).toBeUndefined()
  expect(book.wordsFor({ requestId: 'a', reason: 'already_answered' })).toBeUndefined()
})

test('a question that is taken back is said to be, where it was known', () => {
  const book = bookWith('a')
  expect(book.wordsFor({ requestId: 'a', how: 'withdrawn' })).toBe('The question was taken back.')
  expect(book.wordsFor({ requestId: 'unknown', how: 'withdrawn' })).toBeUndefined()
})

test('one that is answered by hand is not answered by the page as well', () => {
  const book = bookWith(7)
  expect(book.takeByHand(7)).toBe(true)
  expect(book.takeByHand(7)).toBe(false)
  expect(book.answered(7, dismissed)).toBe(false)
  expect(book.takeByHand('never')).toBe(false)
  expect(book.answered('never', chosen)).toBe(true)
})

test('an answer that is an error ends it, and the oldest are forgotten before there are too many', () => {
  const book = bookWith('a')
  expect(book.answered('a', undefined)).toBe(true)
  expect(book.takeByHand('a')).toBe(false)
  for (let count = 0; count < 600; count++) book.asked(asked(count))
  expect(book.takeByHand(0)).toBe(false)
  expect(book.takeByHand(599)).toBe(true)
})
