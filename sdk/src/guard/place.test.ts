import { expect, test } from 'vitest'
import { foldEverywhere, foldName, isInside, isResolved, namesBelow, toNames } from './place.js'

test('a path is a list of names; slashes at its end add none', () => {
  expect(toNames('/')).toEqual([''])
  expect(toNames('/a/b')).toEqual(['', 'a', 'b'])
  expect(toNames('/a/b///')).toEqual(['', 'a', 'b'])
  expect(toNames('/a\\b')).toEqual(['', 'a\\b'])
})

test('paths of Windows have a drive and either slash', () => {
  expect(toNames('C:\\a\\b')).toEqual(['C:', 'a', 'b'])
  expect(toNames('c:/a/b')).toEqual(['c:', 'a', 'b'])
  expect(toNames('\\\\host\\share')).toEqual(['', '', 'host', 'share'])
  expect(toNames('xC:\\a')).toEqual(['xC:\\a'])
})

test('a resolved path is absolute, of bearable length, without NUL, steps back and empty names', () => {
  for (const path of [
    '/',
    '/a',
    '/a/b',
    '/a/',
    'C:\\a',
    'C:/a',
    '/a/..b',
    '/a/...',
    `/${'x/'.repeat(2_047)}x`,
    `/${'x'.repeat(255)}`,
  ])
    expect(isResolved(path), path).toBe(true)
  const bad = [
    '',
    'a',
    './a',
    '/a/../b',
    '/a/.',
    '/./a',
    '/a//b',
    '/a\0',
    `/${'x/'.repeat(2_048)}`,
    `/${'x'.repeat(256)}`,
    '\\\\host\\share',
  ]
  for (const path of [...bad, 'C:\\a\\..\\b', 'file:///a', '~/a']) expect(isResolved(path), path).toBe(false)
})

test('names are folded to one composition and one case', () => {
  expect(foldName('E\u0301T')).toBe(foldName('\u00e9t'))
  expect(foldName('.\u017fsh')).toBe('.ssh')
  expect(foldName('a')).not.toBe(foldName('b'))
})

test('what some file system ignores in a name is taken off: invisible characters, dots at the end, streams', () => {
  for (const name of [
    '.g\u200cit',
    '.g\u200fit',
    '.\u202agit',
    '.\u202egit',
    '.\u206agit',
    '.\u206fgit',
    '\ufeff.git',
  ])
    expect(foldEverywhere(name), JSON.stringify(name)).toBe('.git')
  for (const name of ['.GIT', '.git.', '.git ', '.git. .', '.git:x', '.git::$INDEX_ALLOCATION'])
    expect(foldEverywhere(name), name).toBe('.git')
  expect(foldEverywhere('.git\u200b')).not.toBe('.git')
  expect(foldEverywhere('.gi\u2010t')).toBe('.gi\u2010t')
  expect(foldEverywhere('.\u2029git')).not.toBe('.git')
  expect(foldEverywhere('.\u202fgit')).not.toBe('.git')
  expect(foldEverywhere('.\u2069git')).not.toBe('.git')
  expect(foldEverywhere('.\u2070git')).not.toBe('.git')
  expect(foldEverywhere(':')).toBe(':')
  expect(foldEverywhere('..')).toBe('.')
  expect(foldEverywhere('')).toBe('')
})

test('inside is decided by whole names, not by how a text begins', () => {
  expect(namesBelow('/w/a/b', '/w')).toEqual(['a', 'b'])
  expect(namesBelow('/w', '/w/')).toEqual([])
  expect(namesBelow('/a', '/')).toEqual(['a'])
  expect(namesBelow('/web/a', '/w')).toBeUndefined()
  expect(namesBelow('/', '/w')).toBeUndefined()
  expect(namesBelow('/W/a', '/w')).toBeUndefined()
  expect(namesBelow('/W/a', '/w', true)).toEqual(['a'])
})

test('a place is inside when it names a root and lies in it', () => {
  expect(isInside({ path: '/w/a', root: '/w' })).toBe(true)
  expect(isInside({ path: '/w/a' })).toBe(false)
  expect(isInside({ path: '/web/a', root: '/w' })).toBe(false)
})
