import { expect, test } from 'vitest'
import { lineOf, textOfLine } from '../screen/line.js'
import { framePage, keyLine } from './page-view.js'

const body = Array.from({ length: 50 }, (_, index) => lineOf(`line ${index}`))
const KEYS = ['Enter take', 'x remove', 'Esc back']

test('what has no room is left out, and the keys are always at the bottom', () => {
  const size = { columns: 40, rows: 5 }
  const lines = framePage({ title: 'Page', body, keys: KEYS }, size)
    .map(textOfLine)
    .map(text => text.trimEnd())
  expect(lines).toEqual(['▌ Page', 'line 0', 'line 1', 'line 2', 'Enter take · x remove · Esc back'])
  const short = framePage({ title: 'Page', body: body.slice(0, 1), keys: KEYS }, size).map(textOfLine)
  expect(short).toHaveLength(5)
  expect(short.at(-1)).toBe('Enter take · x remove · Esc back')
})

test('of the keys as many are named as fit, and how to get out is always one of them', () => {
  expect(textOfLine(keyLine(KEYS, 40))).toBe('Enter take · x remove · Esc back')
  expect(textOfLine(keyLine(KEYS, 25))).toBe('Enter take · Esc back')
  expect(textOfLine(keyLine(KEYS, 10))).toBe('Esc back')
  expect(textOfLine(keyLine(KEYS, 4))).toBe('Esc…')
})
