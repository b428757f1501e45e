import { expect, test } from 'vitest'
import { toWholeText } from './approved-text.js'

test('a whole file before and after is the text after', () => {
  expect(toWholeText([{ oldText: 'one', newText: 'two' }], 'one')).toBe('two')
})

test('a new file is its text', () => {
  expect(toWholeText([{ newText: 'two' }], undefined)).toBe('two')
  expect(toWholeText([{ oldText: null, newText: 'two' }], undefined)).toBe('two')
})

test('the lines that change are put into the file as it is', () => {
  expect(toWholeText([{ oldText: 'red', newText: 'blue' }], 'the colour is red\n')).toBe(
    'the colour is blue\n',
  )
  expect(toWholeText([{ oldText: 'red', newText: '$&' }], 'a red b')).toBe('a $& b')
})

test('several changes of one file follow each other', () => {
  const passages = [
    { oldText: 'one', newText: 'three' },
    { oldText: 'two', newText: 'four' },
  ]
  expect(toWholeText(passages, 'one two')).toBe('three four')
})

test('lines that stand there twice say nothing about the text after', () => {
  expect(toWholeText([{ oldText: 'a', newText: 'b' }], 'a a')).toBeUndefined()
})

test('a file that holds nothing of what was shown is taken to be replaced whole', () => {
  expect(toWholeText([{ oldText: 'elsewhere', newText: 'two' }], 'one')).toBe('two')
  expect(toWholeText([{ oldText: '', newText: 'two' }], 'one')).toBe('two')
})
