import { expect, test } from 'vitest'
import { counted } from './counted.js'

test('one of something has its own word', () => {
  expect([0, 1, 2].map(count => counted(count, 'line'))).toEqual(['0 lines', '1 line', '2 lines'])
  expect(counted(2, 'needs you', 'need you')).toBe('2 need you')
})
