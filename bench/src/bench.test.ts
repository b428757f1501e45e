/** The bench itself must not rot: every contestant plays every row at a tiny size. Says nothing about speed. */
import { describe, expect, test } from 'vitest'
import { contestants } from './contestants/contestant.js'
import { goals } from './goals.js'
import { rows } from './rows/index.js'
import { runRow } from './runner.js'
import { sizes } from './sizes.js'

const figureIds = rows.flatMap(row => row.figures.map(figure => figure.id))

test('every figure has an entry among the goals, and every goal a figure', () => {
  expect(figureIds.toSorted()).toEqual(Object.keys(goals).toSorted())
})

test('the first figure of a row carries the id of the row', () => {
  expect(rows.map(row => row.figures[0]?.id)).toEqual(rows.map(row => row.id))
})

describe.each(rows.map(row => ({ id: row.id, row })))('$id', ({ row }) => {
  test.each(row.contestants ?? contestants)('is completed by %s', { timeout: 60_000 }, async contestant => {
    const failures: unknown[] = []
    const results = await runRow(row, {
      runs: 1,
      sizes: sizes.tiny,
      contestants: [contestant],
      onFailure: (_contestant, reason) => failures.push(reason),
    })
    expect(failures).toEqual([])
    for (const result of results) expect(result[contestant], result.id).toSatisfy(Number.isFinite)
  })
})
