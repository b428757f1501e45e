import { expect, test } from 'vitest'
import { EMPTY_COMPOSER } from '../model/composer.js'
import { Writer } from './talk.fixture.js'
import { afterSending, draftOf, replaceText } from './update.js'

/** A text with `|` where the cursor is, and the keys; then the same afterwards. */
function after(before: string, ...keys: readonly string[]): string {
  const cursor = before.indexOf('|')
  return new Writer({ text: before.replace('|', ''), cursor }).press(...keys).shown
}

test('characters go in at the cursor, as people count them', () => {
  expect(new Writer().type('héllo 👩‍👧 世界').shown).toBe('héllo 👩‍👧 世界|')
  expect(after('a👩‍👧|b', 'left')).toBe('a|👩‍👧b')
  expect(after('a|👩‍👧b', 'right')).toBe('a👩‍👧|b')
  expect(after('e\u0301|x', 'backspace')).toBe('|x')
  expect(after('|\u0301', 'e')).toBe('e\u0301|')
})

test('backspace and delete take one character, over line ends too', () => {
  expect(after('ab|c', 'backspace')).toBe('a|c')
  expect(after('ab|c', 'delete')).toBe('ab|')
  expect(after('ab|c', 'C-d')).toBe('ab|')
  expect(after('ab\n|c', 'backspace')).toBe('ab|c')
  expect(after('ab|\nc', 'delete')).toBe('ab|c')
  expect(after('|ab', 'backspace')).toBe('|ab')
})

test('the cursor goes to the ends of its line and over words', () => {
  expect(after('one\ntwo th|ree\nfour', 'home')).toBe('one\n|two three\nfour')
  expect(after('one\ntwo th|ree\nfour', 'C-a')).toBe('one\n|two three\nfour')
  expect(after('one\ntwo th|ree\nfour', 'end')).toBe('one\ntwo three|\nfour')
  expect(after('one\ntwo th|ree\nfour', 'C-e')).toBe('one\ntwo three|\nfour')
  for (const key of ['M-b', 'C-left', 'M-left']) expect(after('foo.bar-baz|', key)).toBe('foo.bar-|baz')
  for (const key of ['M-f', 'C-right', 'M-right']) expect(after('foo|.bar', key)).toBe('foo.bar|')
  expect(after('one \n|two', 'M-b')).toBe('|one \ntwo')
  expect(after('one|\n\n two', 'M-f')).toBe('one\n\n two|')
})

test('words and lines can be cut out and put in again', () => {
  expect(after('see src/a.ts|', 'C-w')).toBe('see |')
  expect(after('see src/a.ts|', 'M-backspace')).toBe('see src/a.|')
  expect(after('|see this', 'M-d')).toBe('| this')
  expect(after('one\ntwo| three', 'C-k')).toBe('one\ntwo|')
  expect(after('one|\ntwo', 'C-k')).toBe('one|two')
  expect(after('one\ntwo| three', 'C-u')).toBe('one\n| three')
  expect(after('one two| three', 'C-w', 'C-w', 'end', 'C-y')).toBe(' threeone two|')
  expect(after('one two| three', 'C-w', 'end', 'C-w', 'C-y')).toBe('one  three|')
})

test('there are three ways to begin a line, and Enter is not one of them', () => {
  expect(after('a|b', 'S-enter')).toBe('a\n|b')
  expect(after('a|b', 'C-j')).toBe('a\n|b')
  expect(after('a\\|b', 'enter')).toBe('a\n|b')
  const writer = new Writer().type('a').press('enter')
  expect(writer.isTaken).toBe(false)
  expect(writer.shown).toBe('a|')
})

test('keys that mean something elsewhere are not taken', () => {
  const keys = [
    'enter',
    'escape',
    'tab',
    'C-c',
    'C-o',
    'C-p',
    'C-t',
    'C-l',
    'C-z',
    'M-n',
    'M-p',
    'M-enter',
    'S-tab',
    'f1',
    'page-up',
    'M-up',
    'M-down',
  ]
  for (const key of keys) {
    expect([key, new Writer().press(key).isTaken]).toEqual([key, false])
    expect([key, new Writer().type('text').press(key).isTaken]).toEqual([key, false])
  }
  for (const key of ['C-e', 'C-a', 'C-d', '?', 'backspace', 'left', 'up', 'down', 'C-y', 'C-_'])
    expect([key, new Writer().press(key).isTaken]).toEqual([key, false])
  expect(new Writer().type('a?').shown).toBe('a?|')
})

test('up and down go over rows as they are drawn, and keep their column', () => {
  const writer = new Writer()
  writer.columns = 6 + 10
  writer.type('hello world again\nx\nlonger line')
  expect(writer.press('up').shown).toContain('x\nlong|er line')
  writer.press('up')
  expect(writer.shown).toContain('x|\n')
  expect(writer.press('up').shown).toBe('hello world agai|n\nx\nlonger line')
  expect(writer.press('up').shown).toBe('hello worl|d again\nx\nlonger line')
  expect(writer.press('down', 'down').shown).toContain('\nx|\n')
})

test('up goes to what was sent before, down back to what was being written', () => {
  const writer = new Writer({ history: ['first', 'second'] }).type('draft')
  expect(writer.press('up').shown).toBe('second|')
  expect(writer.press('up').shown).toBe('first|')
  expect(writer.press('up').shown).toBe('|first')
  expect(writer.press('down').shown).toBe('second|')
  expect(writer.press('down').shown).toBe('draft|')
  writer.press('down')
  expect(writer.isTaken).toBe(false)
})

test('what was changed in something recalled is still there after going on', () => {
  const writer = new Writer({ history: ['first', 'second'] }).press('up').type('!')
  expect(writer.press('up').shown).toBe('first|')
  expect(writer.press('down').shown).toBe('second!|')
  expect(writer.press('down').shown).toBe('|')
  expect(writer.press('C-_').shown).toBe('second!|')
})

test('something of many lines is recalled with the cursor in its first row, so that up goes on', () => {
  const writer = new Writer({ history: ['old', 'one\ntwo'] }).press('up')
  expect(writer.shown).toBe('one|\ntwo')
  expect(writer.press('up').shown).toBe('old|')
})

test('undo takes back a word at a time, redo brings it again', () => {
  const writer = new Writer().type('one two three')
  expect(writer.press('C-_').shown).toBe('one two |')
  expect(writer.press('M-z').shown).toBe('one |')
  expect(writer.press('M-Z').shown).toBe('one two |')
  expect(writer.press('M-Z').shown).toBe('one two three|')
  writer.press('C-_').type('x')
  expect(writer.press('M-Z').shown).toBe('one two x|')
  const cleared = new Writer().type('a whole line').press('C-u')
  expect(cleared.press('C-_').shown).toBe('a whole line|')
})

test('steps to undo are bounded', () => {
  const writer = new Writer()
  for (let index = 0; index < 500; index++) writer.type(`w${index} `)
  expect(writer.composer.undo.length).toBeLessThanOrEqual(200)
})

test('a draft is whole, whatever was folded', () => {
  const long = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n')
  expect(draftOf(new Writer().type('a').press('left', 'right').paste(long).composer)).toBe(`a${long}`)
})

test('a draft is not exchanged for something that was only looked at', () => {
  const writer = new Writer({ history: ['sent'] }).type('draft')
  writer.press('up', 'C-r', 'escape')
  expect(writer.composer.text).toBe('sent')
  expect(draftOf(writer.composer)).toBe('draft')
  expect(draftOf(afterSending(writer.composer))).toBe('')
})

test('after sending it is empty, and what was sent or stood there is among what was sent before', () => {
  const writer = new Writer({ history: ['old'] }).type('draft').press('up')
  expect(afterSending(writer.composer)).toEqual({
    ...EMPTY_COMPOSER,
    history: ['old', 'draft', 'old'],
  })
  const again = afterSending(new Writer({ history: ['same'] }).type('same').composer)
  expect(again.history).toEqual(['same'])
})

test('a text that takes the place of another can be undone', () => {
  const { talk } = new Writer().type('mine')
  const writer = new Writer(replaceText(talk.composer, 'given back'))
  expect(writer.shown).toBe('given back|')
  expect(writer.press('C-_').shown).toBe('mine|')
  expect(new Writer(replaceText(writer.composer, '')).press('C-_').shown).toBe('mine|')
})

test('what comes back from an editor takes the place of what stood there', () => {
  const long = 'x'.repeat(2_000)
  const writer = new Writer().type('see ').paste(long)
  writer.hear({ type: 'edited', talk: 't1', text: `look at ${long}\nplease` })
  expect(writer.shown).toBe('look at [pasted 2000 characters #1]\nplease|')
  expect(writer.press('C-_').shown).toBe('see [pasted 2000 characters #1]|')
  expect(writer.hear({ type: 'edited', talk: 't1' }).shown).toBe('see [pasted 2000 characters #1]|')
})

test('what was remembered comes back, unless somebody has begun to write', () => {
  const news = { is: 'remembered', draft: 'kept', queue: [], history: ['a', 'b'] } as const
  expect(new Writer().hear({ type: 'talk', talk: 't1', news }).shown).toBe('kept|')
  const busy = new Writer().type('now').hear({ type: 'talk', talk: 't1', news })
  expect(busy.shown).toBe('now|')
  expect(busy.press('up').shown).toBe('kept|')
  expect(busy.press('up').shown).toBe('b|')
  expect(busy.press('down', 'down').shown).toBe('now|')
})

test('a search finds what was sent, goes to older ones, and gives back what was there', () => {
  const writer = new Writer({ history: ['fix the build', 'run tests', 'Fix the docs', 'run tests'] }).type(
    'mine',
  )
  writer.press('C-r', 'f', 'i', 'x')
  expect(writer.shown).toBe('mine|')
  expect(writer.press('enter').shown).toBe('Fix the docs|')
  expect(writer.isTaken).toBe(true)
  expect(writer.press('C-_').shown).toBe('mine|')
  expect(writer.press('C-r', 'f', 'i', 'x', 'C-r', 'enter').shown).toBe('fix the build|')
  writer.press('C-_', 'C-r', 'f', 'escape')
  expect(writer.shown).toBe('mine|')
  expect(writer.composer.search).toBeUndefined()
})

test('another key ends the search with what was found, and does what it does', () => {
  const writer = new Writer({ history: ['fix the build'] }).press('C-r', 'f', 'C-a')
  expect(writer.shown).toBe('|fix the build')
  expect(draftOf(writer.composer)).toBe('fix the build')
  const nothing = new Writer({ history: ['fix'] }).type('mine').press('C-r', 'z', 'enter')
  expect(nothing.shown).toBe('mine|')
})
