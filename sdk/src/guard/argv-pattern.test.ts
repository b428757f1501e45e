import { expect, test } from 'vitest'
import { isAllowedBy, isStoppedBy, misspellingOf, toArgvPattern, toWordText } from './argv-pattern.js'

const allows = (pattern: readonly string[], argv: readonly string[]): boolean =>
  isAllowedBy(argv, toArgvPattern(pattern))
const stops = (pattern: readonly string[], argv: readonly string[]): boolean =>
  isStoppedBy(argv, toArgvPattern(pattern))

test('words are compared one by one, to the letter', () => {
  expect(allows(['npm', 'test'], ['npm', 'test'])).toBe(true)
  expect(allows(['npm', 'test'], ['npm', 'test', 'x'])).toBe(false)
  expect(allows(['npm', 'test'], ['npm'])).toBe(false)
  expect(allows(['npm', 'test'], ['npm', 'Test'])).toBe(false)
  expect(allows(['npm', 'test'], ['npm test'])).toBe(false)
  expect(allows(['npm', 'test'], ['/tmp/npm', 'test'])).toBe(false)
})

test('a star is one whole word, three dots are the rest', () => {
  expect(allows(['ls', '*'], ['ls', 'x'])).toBe(true)
  expect(allows(['ls', '*'], ['ls', ''])).toBe(true)
  expect(allows(['ls', '*'], ['ls'])).toBe(false)
  expect(allows(['ls', '*'], ['ls', 'x', 'y'])).toBe(false)
  expect(allows(['ls', 'a*'], ['ls', 'ab'])).toBe(false)
  expect(allows(['ls', '...'], ['ls'])).toBe(true)
  expect(allows(['ls', '...'], ['ls', 'x', 'y'])).toBe(true)
  expect(allows(['ls', 'x', '...'], ['ls'])).toBe(false)
  expect(allows(['ls', 'x', '...'], ['ls', 'y'])).toBe(false)
})

test('a word that is only a star is spelt with a backslash', () => {
  for (const word of ['*', '...', '\\', '\\*', 'x', '']) {
    const pattern = ['ls', toWordText(word), 'end']
    expect(allows(pattern, ['ls', word, 'end']), word).toBe(true)
    expect(allows(pattern, ['ls', `${word}y`, 'end']), word).toBe(false)
  }
  expect(toWordText('x')).toBe('x')
})

test('an open pattern never allows a program that is never remembered; one that is spelt out does', () => {
  expect(allows(['npm', '...'], ['npm', 'install', 'x'])).toBe(false)
  expect(allows(['npm', '*'], ['npm', 'install'])).toBe(false)
  expect(allows(['npm', 'install'], ['npm', 'install'])).toBe(true)
  expect(allows(['curl', 'x'], ['curl', 'x'])).toBe(true)
})

test('what denies a program denies it in any folder and any spelling', () => {
  expect(stops(['curl', '...'], ['curl'])).toBe(true)
  expect(stops(['curl', '...'], ['/usr/bin/curl', 'x'])).toBe(true)
  expect(stops(['curl', '...'], ['CURL.EXE', 'x'])).toBe(true)
  expect(stops(['curl', '...'], ['curly', 'x'])).toBe(false)
  expect(stops(['curl', '...'], [])).toBe(false)
  expect(stops(['/usr/bin/curl'], ['curl'])).toBe(true)
  expect(stops(['curl'], ['curl', 'x'])).toBe(false)
  expect(stops(['curl', 'x'], ['curl', 'y'])).toBe(false)
  expect(stops(['*', 'x'], ['curl', 'x'])).toBe(true)
  expect(stops(['*', 'x'], ['curl', 'y'])).toBe(false)
  expect(stops(['...'], ['curl', 'x'])).toBe(true)
})

test('patterns that are wrong say what was expected', () => {
  expect(misspellingOf([], false)).toBe('a program and its words')
  expect(misspellingOf(['...', 'x'], false)).toBe('... as the last element only')
  expect(misspellingOf(['x', '...', '...'], true)).toBe('... as the last element only')
  expect(misspellingOf(['*', '...'], false)).toBeUndefined()
  expect(misspellingOf(['sudo', '...'], false)).toBeUndefined()
  const name = 'a program by its name, so that it says what is allowed'
  for (const pattern of [['*', 'x'], ['...'], ['', 'x']]) expect(misspellingOf(pattern, true)).toBe(name)
  const spelt = (program: string) =>
    `every word of ${program} spelt out: it can run, reach, install or delete anything`
  expect(misspellingOf(['/usr/bin/sudo', '...'], true)).toBe(spelt('sudo'))
  expect(misspellingOf(['sh', '-c', '*'], true)).toBe(spelt('sh'))
  expect(misspellingOf(['sh', '*'], true)).toBe(spelt('sh'))
  expect(misspellingOf(['npm', 'install', '*'], true)).toBe(spelt('npm'))
  for (const pattern of [
    ['npm', 'test', '...'],
    ['npm', '...'],
    ['sudo', 'ls'],
    ['sh', '-c', 'x'],
  ])
    expect(misspellingOf(pattern, true)).toBeUndefined()
})

test('what spells out more weighs more', () => {
  const weights = [['...'], ['*'], ['ls', '...'], ['ls', '*'], ['ls', 'x', '...'], ['ls', 'x']].map(
    pattern => toArgvPattern(pattern).weight,
  )
  expect(weights).toEqual([0, 1, 3, 4, 5, 6])
})

test('words that a pattern leaves open do not steer the program elsewhere', () => {
  const npm = ['npm', 'test', '...']
  expect(allows(npm, ['npm', 'test', 'one.test.ts'])).toBe(true)
  expect(allows(npm, ['npm', 'test', '--', '--watch'])).toBe(true)
  expect(allows(npm, ['npm', 'test', '--prefix=/elsewhere'])).toBe(false)
  expect(allows(npm, ['npm', 'test', '--script-shell', './sh'])).toBe(false)
  expect(allows(['git', 'diff', '...'], ['git', 'diff', 'HEAD'])).toBe(true)
  expect(allows(['git', 'diff', '...'], ['git', 'diff', '--output=.git/hooks/pre-commit'])).toBe(false)
  expect(allows(['git', 'diff', '--stat', '*'], ['git', 'diff', '--stat', 'HEAD'])).toBe(true)
  expect(allows(['ls', '...'], ['ls', '-l'])).toBe(true)
})
