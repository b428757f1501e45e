import { expect, test } from 'vitest'
import { commonRoots } from './roots.js'

test('an agent that is told of no folders leaves those of the principal', () => {
  expect(commonRoots(['/srv'], undefined)).toEqual(['/srv'])
})

test('of two folders the inner one counts, whoever named it', () => {
  expect(commonRoots(['/srv'], ['/srv/a', '/home'])).toEqual(['/srv/a'])
  expect(commonRoots(['/srv/a/b', '/home'], ['/srv/a'])).toEqual(['/srv/a/b'])
  expect(commonRoots(['/srv'], ['/srv'])).toEqual(['/srv'])
})

test('a name that only begins alike is another folder, and no folder at all is none', () => {
  expect(commonRoots(['/work'], ['/work-evil'])).toEqual([])
  expect(commonRoots(['/work'], ['/work/..x'])).toEqual(['/work/..x'])
  expect(commonRoots(['/work'], [])).toEqual([])
})
