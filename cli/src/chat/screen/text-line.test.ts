import { expect, test } from 'vitest'
import { keyOf } from '../model/model.fixture.js'
import { EMPTY_LINE, editLine, type LineBounds, type TextLine } from './text-line.js'

/** The text with the cursor in it. */
function after(text: string, keys: readonly string[], bounds?: LineBounds): string {
  const start: TextLine = { text: text.replace('|', ''), cursor: text.indexOf('|') }
  const { text: written, cursor } = keys.reduce(
    (line, key) => editLine(line, { type: 'key', key: keyOf(key) }, bounds) ?? line,
    start,
  )
  return `${written.slice(0, cursor)}|${written.slice(cursor)}`
}

test.each([
  ['ctrl+a', '|one two'],
  ['home', '|one two'],
  ['ctrl+e', 'one two|'],
  ['end', 'one two|'],
  ['ctrl+k', 'one t|'],
  ['ctrl+u', '|wo'],
  ['ctrl+w', 'one |wo'],
  ['left', 'one |two'],
  ['right', 'one tw|o'],
  ['backspace', 'one |wo'],
  ['delete', 'one t|o'],
  ['x', 'one tx|wo'],
])('%s', (key, shown) => {
  expect(after('one t|wo', [key])).toBe(shown)
})

test('goes over characters as people see them', () => {
  expect(after('a👩‍👩‍👧|b', ['backspace'])).toBe('a|b')
  expect(after('|é界', ['right', 'delete'])).toBe('é|')
})

test('stays one line, is cleaned where somebody wants it, and no longer than it may be', () => {
  const paste = { type: 'paste', text: ' one \n\ttwo' } as const
  expect(editLine(EMPTY_LINE, paste)?.text).toBe(' one two')
  expect(editLine(EMPTY_LINE, paste, { most: 5 })?.text).toBe('')
  const shout = { clean: (text: string) => text.trim().toUpperCase() }
  expect(after('|', ['a', ' ', 'b'], shout)).toBe('A B|')
})

test('means nothing to other keys', () => {
  for (const key of ['enter', 'up', 'alt+a', 'ctrl+x', 'escape'])
    expect(editLine(EMPTY_LINE, { type: 'key', key: keyOf(key) })).toBeUndefined()
})
