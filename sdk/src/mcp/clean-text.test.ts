import { expect, test } from 'vitest'
import { cleanLine, cleanLines } from './clean-text.js'

test('control sequences, direction marks and invisible characters are gone', () => {
  expect(cleanLines('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\n\u202eback\u200b', 100)).toBe(
    '·red· ·link\n·back·',
  )
  expect(cleanLine('two\nlines\u009b1mbold\u{e0041}', 100)).toBe('two·lines·bold·')
})

test('a text is cut at whole characters', () => {
  expect(cleanLines('é'.repeat(10), 13)).toBe(`${'é'.repeat(5)}…`)
  expect(new TextEncoder().encode(cleanLines('😀'.repeat(5_000), 4_096)).length).toBeLessThanOrEqual(4_096)
})

test('a sequence that is never ended swallows no more than its line', () => {
  expect(cleanLines('a\u001b]b\nvisible', 100)).toBe('a·\nvisible')
})
