import { expect, test } from 'vitest'
import { edited, moved, without } from './queue.js'

const queue = ['a', 'b', 'c'].map(id => ({ id, text: `say ${id}`, blocks: [] }))
const ids = (list: typeof queue | readonly { readonly id: string }[]): string =>
  list.map(({ id }) => id).join('')

test('a prompt is moved to its place among the others, and never out of the queue', () => {
  expect(ids(moved(queue, 'c', 0))).toBe('cab')
  expect(ids(moved(queue, 'a', 1))).toBe('bac')
  expect(ids(moved(queue, 'a', 99))).toBe('bca')
  expect(ids(moved(queue, 'b', -5))).toBe('bac')
  expect(moved(queue, 'none', 0)).toBe(queue)
})

test('a prompt is changed where it stands, and taken out', () => {
  expect(edited(queue, 'b', { text: 'other', blocks: [] })[1]).toEqual({ id: 'b', text: 'other', blocks: [] })
  expect(ids(without(queue, 'b'))).toBe('ac')
})
