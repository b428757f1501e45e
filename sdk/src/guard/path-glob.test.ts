import { expect, test } from 'vitest'
import { matchesGlob, matchesWord, type PathGlob, toGlobText, toPathGlob } from './path-glob.js'

const GROUND = { roots: ['/w', '/w/sub', '/x'], home: '/home/me' }

function read(text: string): PathGlob {
  const glob = toPathGlob(text)
  if ('expected' in glob) throw new Error(glob.expected)
  return glob
}

const fits = (
  path: string,
  glob: string,
  more: { root?: string; isCaseInsensitive?: boolean } = {},
): boolean =>
  matchesGlob({ path, root: more.root }, read(glob), { ...GROUND, isCaseInsensitive: more.isCaseInsensitive })

test.each([
  ['/a/b', '/a/b', true],
  ['/a/b', '/a/b/', true],
  ['/a/b/c', '/a/b', false],
  ['/a', '/a/b', false],
  ['/a/b', '/a/*', true],
  ['/a/b/c', '/a/*', false],
  ['/a', '/a/*', false],
  ['/a/b.ts', '/a/*.ts', true],
  ['/a/.ts', '/a/*.ts', true],
  ['/a/b.tsx', '/a/*.ts', false],
  ['/a/xayaz', '/a/*a*z', true],
  ['/a/aab', '/a/*ab', true],
  ['/a/abab', '/a/*ab', true],
  ['/a/b', '/a/?', true],
  ['/a/bc', '/a/?', false],
  ['/a/', '/a/?', false],
  ['/a/😀', '/a/?', true],
  ['/a', '/a/**', true],
  ['/a/b/c/d', '/a/**', true],
  ['/ab', '/a/**', false],
  ['/a/b/c/d', '/a/**/d', true],
  ['/a/d', '/a/**/d', true],
  ['/a/d/d/e', '/a/**/d/e', true],
  ['/a/b/c', '/a/**/d', false],
  ['/x/secrets/y', '**/secrets/**', true],
  ['/secrets', '**/secrets/**', true],
  ['/x/secretsy', '**/secrets/**', false],
  ['/anything', '**', true],
  ['/a/*', '/a/\\*', true],
  ['/a/b', '/a/\\*', false],
  ['/a/{root}', '/a/\\{root\\}', true],
  ['/a/\\', '/a/\\', true],
  ['/a/**', '/a/\\*\\*', true],
  ['C:\\a\\b', 'C:/a/*', true],
  ['/A/b', '/a/b', false],
])('the path %s and the pattern %s: %s', (path, glob, isMatch) => {
  expect(fits(path, glob)).toBe(isMatch)
})

test('{root} is a root that the place lies in, and nothing for a place that lies in none', () => {
  expect(fits('/w/a', '{root}/a', { root: '/w' })).toBe(true)
  expect(fits('/w', '{root}', { root: '/w' })).toBe(true)
  expect(fits('/w/a', '{root}/**', { root: '/w' })).toBe(true)
  expect(fits('/w/a', '{root}/b', { root: '/w' })).toBe(false)
  expect(fits('/w/a', '{root}/a')).toBe(false)
  expect(fits('/etc/a', '{root}/a', { root: '/w' })).toBe(false)
})

test('with roots inside each other {root} is each of them', () => {
  expect(fits('/w/sub/a', '{root}/sub/a', { root: '/w/sub' })).toBe(true)
  expect(fits('/w/sub/a', '{root}/a', { root: '/w' })).toBe(true)
  expect(fits('/y/a', '{root}/a', { root: '/y' })).toBe(true)
})

test('{home} is the directory of the user', () => {
  expect(fits('/home/me/a', '{home}/a')).toBe(true)
  expect(fits('/home/me', '{home}')).toBe(true)
  expect(fits('/home/me2/a', '{home}/a')).toBe(false)
})

test('where the volume does not tell cases apart, names are compared in one case and one composition', () => {
  const isCaseInsensitive = true
  expect(fits('/A/B.TS', '/a/*.ts', { isCaseInsensitive })).toBe(true)
  expect(fits('/a/e\u0301', '/a/\u00e9', { isCaseInsensitive })).toBe(true)
  expect(fits('/W/a', '{root}/A', { root: '/W', isCaseInsensitive })).toBe(true)
  expect(fits('/HOME/me/a', '{home}/a', { isCaseInsensitive })).toBe(true)
  expect(fits('/a/e\u0301', '/a/\u00e9')).toBe(false)
})

const START = 'a path that begins with {root}, {home}, / or **/'
const NAMES = 'no empty name, . or .. between slashes'
test.each([
  ['a', START],
  ['', START],
  ['*', START],
  ['*/a', START],
  ['**a', START],
  ['./a', START],
  ['~/a', START],
  ['xC:/a', START],
  ['{root}a', START],
  ['{base}/a', START],
  ['{}/a', START],
  ['/a/{b}', 'braces at the beginning only: {root} or {home}; \\{ for the character'],
  ['/a{', 'braces at the beginning only: {root} or {home}; \\{ for the character'],
  ['/a}', 'braces at the beginning only: {root} or {home}; \\{ for the character'],
  ['{root}/{home}', 'braces at the beginning only: {root} or {home}; \\{ for the character'],
  ['/a//b', NAMES],
  ['//a', NAMES],
  ['{root}//a', NAMES],
  ['/a/./b', NAMES],
  ['/a/../b', NAMES],
  ['{root}/..', NAMES],
  ['**/../a', NAMES],
  ['/a/b**', '** as a whole name between slashes'],
  ['/a/***', '** as a whole name between slashes'],
  [`/${'a'.repeat(1_024)}`, 'at most 1024 characters'],
])('the pattern %s is refused: expected %s', (text, expected) => {
  expect(toPathGlob(text)).toEqual({ expected })
})

test('a pattern of the greatest length is read', () => {
  expect(read(`/${'a'.repeat(1_023)}`).start).toBe('top')
})

test('a pattern knows where it begins', () => {
  const starts = ['{root}/a', '{home}', '/a', 'C:/a', '**/a', '**'].map(text => read(text).start)
  expect(starts).toEqual(['root', 'home', 'top', 'top', 'anywhere', 'anywhere'])
})

test('what spells out more weighs more', () => {
  const weights = ['**', '**/a', '{root}/**', '{root}/src/**', '{root}/src/a?c', '{root}/src/abc'].map(
    text => read(text).weight,
  )
  expect(weights).toEqual([0, 2, 2, 6, 8, 9])
  expect(read('/a').weight).toBe(3)
})

test('a path as a pattern matches itself alone', () => {
  for (const path of ['/w/*', '/w/a?b', '/w/{root}', '/w/a\\b', '/w/**', '/w/[x]', 'C:\\a\\b']) {
    expect(fits(path, toGlobText(path)), path).toBe(true)
    expect(fits(`${path}x`, toGlobText(path)), path).toBe(false)
  }
  expect(fits('/w/b', toGlobText('/w/*'))).toBe(false)
})

test('a pattern full of stars is quick on a path that almost matches', () => {
  const begun = performance.now()
  expect(fits(`/${'a'.repeat(4_000)}`, `/${'a*'.repeat(500)}b`)).toBe(false)
  expect(fits(`/${'a/'.repeat(2_000)}c`, `/${'**/a/'.repeat(200)}b`)).toBe(false)
  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('words outside of paths match by the same stars', () => {
  expect(matchesWord('search_all', 'search*')).toBe(true)
  expect(matchesWord('a/b', '*')).toBe(true)
  expect(matchesWord('research', 'search*')).toBe(false)
  expect(matchesWord('*', '\\*')).toBe(true)
})
