import { expect, test } from 'vitest'
import { shareOf, toChangeLines, toPatchLines } from './change-lines.js'

const change = (newText: string, oldText?: string) => ({ path: '/w/a', oldText, newText })

test('a change is shown with what it adds and removes', () => {
  expect(toChangeLines(change('a\nB\nc\n', 'a\nb\nc\n'))).toEqual([
    '  +1 −1',
    '  @@ -1,3 +1,3 @@',
    '   a',
    '  -b',
    '  +B',
    '   c',
  ])
})

test('a new text is shown from its beginning, and what is left out is counted', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join('')
  const lines = toChangeLines(change(text))
  expect(lines.slice(0, 3)).toEqual(['  +100 −0', '  @@ -0,0 +1,100 @@', '  +line 0'])
  expect(lines.at(-1)).toBe('  … 41 more lines')
  expect(lines).toHaveLength(62)
})

test('no text forges a line, moves a cursor or hides, and it is said where one tries', () => {
  const lines = toChangeLines(change('a\u001b[2J\u202eb\u2028c\rd\r\n', 'x\n'))
  expect(lines).toEqual([
    '  +1 −1',
    '  (it holds characters that cannot be seen: · marks them)',
    '  @@ -1,1 +1,1 @@',
    '  -x',
    '  +a·b·c·d',
  ])
})

test('a line of any length and a text of any size are shown in bounds, and soon', () => {
  expect(toChangeLines(change('x'.repeat(1_000_000))).every(line => line.length < 210)).toBe(true)
  const started = performance.now()
  const lines = toChangeLines(change('x\n'.repeat(5_000_000), 'y'))
  expect(lines[0]).toBe('  5000000 lines in all, too long to be compared')
  expect(lines[1]).toBe('  +x')
  expect(lines.at(-1)).toBe('  … 4999940 more lines')
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('a text that stays as it is, and an empty one, say so', () => {
  expect(toChangeLines(change('a', 'a'))).toEqual(['  +0 −0, the text stays as it is'])
  expect(toChangeLines(change(''))).toEqual(['  +0 −0'])
})

test('several changes share the room, and a patch is shown from its beginning', () => {
  expect([shareOf(0), shareOf(1), shareOf(7), shareOf(100)]).toEqual([60, 60, 8, 0])
  expect(toChangeLines(change('a\nb\n'), 0)).toEqual(['  +2 −0', '  … 3 more lines'])
  expect(toPatchLines('+a\n+b\n+c', 2)).toEqual(['  +a', '  +b', '  … 1 more line'])
})
