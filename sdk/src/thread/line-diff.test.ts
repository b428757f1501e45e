import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DiffLine, diffLines } from './line-diff.js'

const textOf = (lines: readonly DiffLine[], absent: DiffLine['change']): string =>
  lines
    .filter(({ change }) => change !== absent)
    .map(({ line }) => line)
    .join('')
const changesIn = (lines: readonly DiffLine[]): number =>
  lines.filter(({ change }) => change !== 'same').length

/** The fewest lines that can be removed and added, by trying everything. */
function fewestChanges(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, (_, index) => index)
  for (const [index, old] of before.entries()) {
    const next = [index + 1]
    for (const [at, now] of after.entries())
      next.push(old === now ? (row[at] ?? 0) : 1 + Math.min(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

const line = fc.constantFrom('a', 'b', 'c', '')
const lines = fc.array(line, { maxLength: 12 })

test('a comparison contains both texts, and its unchanged lines are in both', () => {
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (before, after, isEnded) => {
      const [old, now] = [before.join('\n') + (isEnded ? '\n' : ''), after.join('\n')]
      const found = diffLines(old, now)
      expect(textOf(found, 'added')).toBe(old)
      expect(textOf(found, 'removed')).toBe(now)
    }),
  )
})

test('a comparison is as short as can be', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const ended = (texts: readonly string[]) => texts.map(text => `${text}\n`)
      const found = diffLines(ended(before).join(''), ended(after).join(''))
      expect(changesIn(found)).toBe(fewestChanges(ended(before), ended(after)))
    }),
  )
})

test('two huge texts with nothing in common are compared in a moment', () => {
  const numbers = (start: number) =>
    Array.from({ length: 50_000 }, (_, index) => `${start + index}\n`).join('')
  const found = diffLines(`same\n${numbers(0)}`, `same\n${numbers(50_000)}`)
  expect(found).toHaveLength(100_001)
  expect(changesIn(found)).toBe(100_000)
})
