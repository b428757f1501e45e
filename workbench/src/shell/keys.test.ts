import { expect, test } from 'vitest'
import { matchesChord, type Pressed, showChord } from './chord.js'
import { findKey, KEYS } from './keys.js'

const press = (key: string, parts: Partial<Pressed> = {}): Pressed => ({
  ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...parts,
})

test('no chord means two things in one place, and what is heard everywhere means nothing else anywhere', () => {
  const clashes = KEYS.flatMap((row, place) =>
    KEYS.slice(place + 1).flatMap(other => {
      const isSamePlace = row.in === other.in || row.in === 'Everywhere' || other.in === 'Everywhere'
      return isSamePlace ? row.chords.filter(chord => other.chords.includes(chord)) : []
    }),
  )
  expect(clashes).toEqual([])
})

test('every key of the shell has words and says what it does', () => {
  for (const row of KEYS) expect(row.says).not.toBe('')
  expect(KEYS.filter(row => row.in === 'Everywhere').every(row => row.does !== undefined)).toBe(true)
})

test('while somebody types, only chords that write nothing are heard', () => {
  expect(findKey(press('?', { shiftKey: true }), false, false)).toBe('help')
  expect(findKey(press('?', { shiftKey: true }), true, false)).toBeUndefined()
  expect(findKey(press('Escape'), true, false)).toBeUndefined()
  expect(findKey(press('k', { ctrlKey: true }), true, false)).toBe('palette')
})

test('the main modifier is Command on a Mac, and Control elsewhere', () => {
  expect(matchesChord('Mod+K', press('k', { metaKey: true }), true)).toBe(true)
  expect(matchesChord('Mod+K', press('k', { ctrlKey: true }), true)).toBe(false)
  expect(matchesChord('Mod+K', press('k', { metaKey: true }), false)).toBe(false)
})

test('more modifiers than meant are another chord', () => {
  expect(matchesChord('Mod+R', press('R', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
  expect(matchesChord('Mod+Shift+R', press('R', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
})

test('Alt makes another chord, too', () => {
  expect(matchesChord('Mod+K', press('k', { ctrlKey: true, altKey: true }), false)).toBe(false)
})

test('with Alt a key is known by its place, whatever sign it writes', () => {
  expect(matchesChord('Alt+N', press('˜', { altKey: true, code: 'KeyN' }), true)).toBe(true)
  expect(matchesChord('Alt+`', press('Dead', { altKey: true, code: 'Backquote' }), true)).toBe(true)
})

test('chords are shown as they are printed on the keys', () => {
  expect(showChord('Mod+Shift+R', false)).toBe('Ctrl+Shift+R')
  expect(showChord('Mod+Shift+R', true)).toBe('⌘ ⇧ R')
  expect(showChord('Escape', false)).toBe('Esc')
})
