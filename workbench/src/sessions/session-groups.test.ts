import { expect, test } from 'vitest'
import { type ListItem, matches, projectName, toListItems } from './session-groups.js'
import type { SessionRow } from './session-row.js'

const row = (key: string, parts: Partial<SessionRow> = {}): SessionRow => ({
  ...{ key, agent: 'scout', agentTitle: 'Scout', cwd: '/home/ada/shop', title: key, state: 'saved' },
  ...{ isArchived: false, isOpen: false, at: 0 },
  ...parts,
})

const usual = { query: '', showsArchived: false }

const spell = (items: readonly ListItem[]): readonly string[] =>
  items.map(item =>
    item.is === 'session' ? item.row.key : item.is === 'project' ? `# ${item.name}` : '# archive',
  )

test('conversations stand under their project, the project with the latest first', () => {
  const rows = [row('old', { at: 1 }), row('notes', { at: 5, cwd: '/home/ada/notes' }), row('new', { at: 3 })]
  expect(spell(toListItems(rows, usual))).toEqual(['# ada/notes', 'notes', '# ada/shop', 'new', 'old'])
})

test('what needs somebody comes first, and brings its project along', () => {
  const rows = [
    row('late', { at: 9 }),
    row('asks', { at: 1, cwd: '/home/ada/notes', state: 'needs-you' }),
    row('later', { at: 10, cwd: '/home/ada/notes' }),
  ]
  expect(spell(toListItems(rows, usual))).toEqual(['# ada/notes', 'asks', 'later', '# ada/shop', 'late'])
})

test('one that has only just begun stands before all that have a time', () => {
  const begun = row('begun', { isOpen: true, at: undefined })
  expect(spell(toListItems([row('late', { at: 9 }), begun], usual))).toEqual(['# ada/shop', 'begun', 'late'])
})

test('what was put away is in a fold at the end, and counted', () => {
  const rows = [row('here'), row('away', { isArchived: true })]
  expect(toListItems(rows, usual).at(-1)).toEqual({ is: 'archive', count: 1, isOpen: false })
  expect(spell(toListItems(rows, { ...usual, showsArchived: true })).slice(-2)).toEqual(['# archive', 'away'])
})

test('searching looks into the archive, too', () => {
  const rows = [row('here'), row('away', { isArchived: true })]
  expect(spell(toListItems(rows, { ...usual, query: 'away' }))).toEqual(['# archive', 'away'])
})

test.each([
  ['title', true],
  ['SHOP', true],
  ['scout title', true],
  ['ranger', false],
  ['', true],
])('the query "%s" is held against title, folder and agent', (query, isFound) => {
  expect(matches(row('1', { title: 'A title' }), query)).toBe(isFound)
})

test.each([
  ['/home/ada/shop', 'ada/shop'],
  ['/shop', 'shop'],
  ['/', '/'],
  ['C:\\Users\\ada\\shop', 'ada/shop'],
])('%s is known as %s', (cwd, name) => {
  expect(projectName(cwd)).toBe(name)
})
