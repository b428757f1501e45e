import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf, textOfLine } from '../screen/line.js'
import { chosen, chosenIn, drawList, type Item, type List, matching, NEW_LIST, updateList } from './list.js'
import { key } from './page.fixture.js'

const FRUITS: readonly Item[] = ['apple', 'Apricot', 'banana', 'cherry'].map(text => ({ id: text, text }))

const press = (list: List, word: string, items: readonly Item[] = FRUITS): List =>
  updateList(list, key(word), { items, rows: 3 }) ?? list

const drawn = (list: List, items: readonly Item[], rows: number): readonly string[] =>
  drawList(list, matching(items, list.query), {
    columns: 40,
    rows,
    draw: ({ text }) => lineOf(text),
  }).map(textOfLine)

test('what is typed filters in whichever case, word by word, and the first match is chosen', () => {
  let list = press(press(NEW_LIST, 'down'), 'down')
  for (const letter of 'AP') list = press(list, letter)
  expect(matching(FRUITS, list.query).map(({ id }) => id)).toEqual(['apple', 'Apricot'])
  expect(chosen(list, matching(FRUITS, list.query))?.id).toBe('apple')
  for (const word of ['space', 'c', 'o']) list = press(list, word)
  expect(matching(FRUITS, list.query).map(({ id }) => id)).toEqual(['Apricot'])
  expect(press(list, 'ctrl+w').query).toBe('AP ')
  expect(press(list, 'backspace').query).toBe('AP c')
  expect(press(list, 'ctrl+u').query).toBe('')
})

test('arrows go around, pages and ends do not', () => {
  const ids = (...words: readonly string[]) => {
    const list = words.reduce((each, word) => press(each, word), NEW_LIST)
    return chosen(list, FRUITS)?.id
  }
  expect(ids('up')).toBe('cherry')
  expect(ids('up', 'down')).toBe('apple')
  expect(ids('down')).toBe('Apricot')
  expect(ids('page-down')).toBe('banana')
  expect(ids('page-down', 'page-down', 'page-down')).toBe('cherry')
  expect(ids('end', 'page-up')).toBe('Apricot')
  expect(ids('end')).toBe('cherry')
  expect(ids('end', 'home')).toBe('apple')
})

test('the choice follows what was chosen when others come before it, and its neighbour takes its place when it is gone', () => {
  const list = press(NEW_LIST, 'down')
  const more = [{ id: 'new', text: 'new' }, ...FRUITS]
  expect(chosen(list, more)?.id).toBe('Apricot')
  expect(
    chosen(
      list,
      FRUITS.filter(({ id }) => id !== 'Apricot'),
    )?.id,
  ).toBe('banana')
  expect(chosenIn(list, [])).toBe(-1)
})

test('a pasted text is written on one line, without what could move the cursor', () => {
  const list = updateList(NEW_LIST, { type: 'paste', text: 'one\u001b[2J\ntwo' }, { items: FRUITS, rows: 3 })
  expect(list?.query).toBe('one·two')
  const long = updateList(NEW_LIST, { type: 'paste', text: 'x'.repeat(1e6) }, { items: FRUITS, rows: 3 })
  expect(long?.query.length).toBeLessThanOrEqual(200)
})

test('headings stand above the first of theirs, and the chosen one is marked without colour', () => {
  const items = FRUITS.map(item => ({
    ...item,
    heading: item.id.toLowerCase().startsWith('a') ? 'with a' : 'others',
  }))
  expect(drawn(press(NEW_LIST, 'end'), items, 9)).toEqual([
    ...['with a', '  apple', '  Apricot', '', 'others', '  banana', '› cherry'],
  ])
})

test('of ten thousand only the screen is drawn, the chosen one on it', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => ({ id: `${index}`, text: `item ${index}` }))
  const list: List = { ...NEW_LIST, at: 5_000, id: '5000' }
  let count = 0
  const lines = drawList(list, items, {
    ...{ columns: 40, rows: 5 },
    draw: ({ text }) => {
      count++
      return lineOf(text)
    },
  })
  expect(lines.map(textOfLine)).toEqual([
    ...['  item 4998', '  item 4999', '› item 5000', '  item 5001', '  item 5002'],
  ])
  expect(count).toBeLessThan(20)
})

test('whatever is chosen in whatever list, it is on the screen', () => {
  const anyItems = fc.array(fc.constantFrom('a', 'b', undefined), { maxLength: 60 })
  fc.assert(
    fc.property(anyItems, fc.nat(80), fc.integer({ min: 3, max: 20 }), (headings, at, rows) => {
      const items = headings.map((heading, index) => ({ id: `${index}`, text: `${index}`, heading }))
      const lines = drawn({ ...NEW_LIST, at }, items, rows)
      expect(lines.length).toBeLessThanOrEqual(rows)
      if (items.length > 0) expect(lines).toContain(`› ${Math.min(at, items.length - 1)}`)
    }),
  )
})
