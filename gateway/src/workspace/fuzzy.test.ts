import { expect, test } from 'vitest'
import { bestOf } from './fuzzy.js'

const PATHS = [
  'README.md',
  'src/hub/session-log.ts',
  'src/hub/sessions.ts',
  'src/seat/session-desk.ts',
  'docs/sessions/old.md',
  'src/very/deep/down/readme.md',
]

test.each([
  ['sessions', 'src/hub/sessions.ts'],
  ['readme', 'README.md'],
  ['deepread', 'src/very/deep/down/readme.md'],
  ['sdesk', 'src/seat/session-desk.ts'],
  ['SLOG', 'src/hub/session-log.ts'],
])('of %j the best answer is %j', (query, best) => {
  expect(bestOf(query, PATHS, 3)[0]).toBe(best)
})

test('letters that are not there in this order have no answer, and no letters have the nearest', () => {
  expect(bestOf('zz', PATHS, 3)).toEqual([])
  expect(bestOf('stseat', PATHS, 3)).toEqual([])
  expect(bestOf('', PATHS, 2)).toEqual(['README.md', 'src/hub/sessions.ts'])
})
