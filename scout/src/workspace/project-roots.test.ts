import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from '../tools/errand.fixture.js'
import { Holdings } from './holdings.js'
import { ProjectRoots } from './project-roots.js'
import { searchByHand } from './search-by-hand.js'
import { searchFiles } from './search-files.js'

test('a path is where it seems to be, and what climbs out is refused', () => {
  const work = makeProject()
  const roots = new ProjectRoots([work])
  expect(roots.locate('a/../b.txt')).toBe(join(work, 'b.txt'))
  expect(roots.locate(join(work, 'b.txt'))).toBe(join(work, 'b.txt'))
  expect(roots.locate('.')).toBe(work)
  for (const path of [
    '..',
    '../work-too/a',
    '/etc/passwd',
    `${work}-too/a`,
    'a/../../b',
    'a\0b',
    'x'.repeat(5_000),
  ])
    expect(() => roots.locate(path)).toThrow(/outside the project|not one that a file can have/)
})

test('a root with .. in its name is where the system finds it, and not where the name seems to be', () => {
  const work = makeProject()
  const deep = join(work, 'a', 'b', 'c')
  mkdirSync(deep, { recursive: true })
  symlinkSync(deep, join(work, 'link'))
  const roots = new ProjectRoots([`${work}/link/../..`])
  expect(roots.names).toEqual([realpathSync(join(work, 'a'))])
  expect(() => roots.locate(join(dirname(work), 'secret'))).toThrow(/outside the project/)
})

test('a root that is reached through a link may be called by either name', () => {
  const work = makeProject()
  const link = join(dirname(work), 'link')
  symlinkSync(work, link)
  const roots = new ProjectRoots([link])
  expect(roots.locate(join(work, 'a.txt'))).toBe(join(link, 'a.txt'))
  expect(roots.shorten(join(link, 'a.txt'))).toBe('a.txt')
  expect(roots.holdsReal(join(work, 'a.txt'))).toBe(true)
  expect(roots.holdsReal(`${work}-too`)).toBe(false)
})

test('what is in another directory of the session is written whole, and found too', async () => {
  const [work, other] = [
    makeProject({ 'a.txt': 'needle' }),
    makeProject({ 'b.txt': 'needle', '.gitignore': 'c.txt', 'c.txt': 'needle' }),
  ]
  const holdings = new Holdings([work, other])
  expect(holdings.project.shorten(join(other, 'b.txt'))).toBe(join(other, 'b.txt'))
  const survey = { holdings, signal: new AbortController().signal }
  const found = [join(work, 'a.txt'), join(other, 'b.txt')]
  for (const search of [searchFiles, searchByHand])
    expect((await search(survey, { pattern: 'needle' })).items.map(({ path }) => path)).toEqual(found)
})
