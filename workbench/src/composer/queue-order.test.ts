import { expect, test } from 'vitest'
import { placeAfterDrop, placeAfterStep, wordsForBlocks } from './queue-order.js'

const queue = ['a', 'b', 'c'].map(id => ({ id, text: id, blocks: [] }))

test('a prompt moves by one, and not over the ends', () => {
  expect(placeAfterStep(queue, 'b', -1)).toBe(0)
  expect(placeAfterStep(queue, 'b', 1)).toBe(2)
  expect(placeAfterStep(queue, 'a', -1)).toBeUndefined()
  expect(placeAfterStep(queue, 'c', 1)).toBeUndefined()
  expect(placeAfterStep(queue, 'gone', 1)).toBeUndefined()
})

test('a prompt that is let go over another takes its place', () => {
  expect(placeAfterDrop(queue, 'a', 'c')).toBe(2)
  expect(placeAfterDrop(queue, 'c', 'a')).toBe(0)
  expect(placeAfterDrop(queue, 'a', 'a')).toBeUndefined()
  expect(placeAfterDrop(queue, 'a', 'gone')).toBeUndefined()
})

test('what goes along is counted', () => {
  const block = { type: 'text', text: '' } as const
  expect(wordsForBlocks({ blocks: [] })).toBeUndefined()
  expect(wordsForBlocks({ blocks: [block, block] })).toBe('with 2 attachments')
})
