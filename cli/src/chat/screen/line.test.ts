import { expect, test } from 'vitest'
import { cutLine, EMPTY, fillLine, lineOf, span, spread, textOfLine, widthOfLine } from './line.js'

const line = [span('one ', 'strong'), span('漢字'), span(' end')]

test('a line is made of one piece, or of none', () => {
  expect(lineOf('a', 'bad')).toEqual([{ text: 'a', style: { role: 'bad' } }])
  expect(lineOf('')).toBe(EMPTY)
  expect(widthOfLine(line)).toBe(12)
})

test('a line that is too wide is cut, which can be seen', () => {
  expect(cutLine(line, 12)).toBe(line)
  expect(textOfLine(cutLine(line, 11))).toBe('one 漢字 e…')
  expect(textOfLine(cutLine(line, 8))).toBe('one 漢…')
  expect(textOfLine(cutLine(line, 1))).toBe('…')
  expect(cutLine(line, 0)).toEqual([])
  for (let columns = 0; columns < 13; columns++)
    expect(widthOfLine(cutLine(line, columns))).toBeLessThanOrEqual(columns)
})

test('a line is filled to its width, also where a wide character had no room', () => {
  for (let columns = 0; columns < 20; columns++) expect(widthOfLine(fillLine(line, columns))).toBe(columns)
})

test('two things stand at either side; the right one gives way where there is no room for both', () => {
  expect(textOfLine(spread(lineOf('left'), lineOf('right'), 12))).toBe('left   right')
  expect(textOfLine(spread(lineOf('left side'), lineOf('right'), 10))).toBe('lef… right')
  expect(textOfLine(spread(lineOf('left'), lineOf('right'), 6))).toBe('left')
})
