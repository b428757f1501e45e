/** Results as lines of text: figures, ratios with their goals beside them, and a mark. */
import type { Goal } from './goals.js'
import type { Result } from './result.js'

const columns = [28, 15, 12, 12, 12, 16, 16, 12]
const headings = ['figure', 'unit', 'parley', 'official', 'raw', 'x official', 'of raw', 'at most', '']

export function formatHeading(): string {
  return toLine(headings)
}

export function formatResult(result: Result, goal: Goal): string {
  return toLine([
    result.id,
    result.unit,
    formatNumber(result.parley),
    formatNumber(result.official),
    formatNumber(result.raw),
    formatRatio(result.timesOfficial, goal.timesOfficial, '≥'),
    formatRatio(result.timesRaw, goal.timesRaw, '≤'),
    goal.atMost === undefined ? '' : formatNumber(goal.atMost),
    result.passed === undefined ? '' : result.passed ? 'ok' : 'MISSED',
  ])
}

function toLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) => (index < 2 ? cell.padEnd : cell.padStart).call(cell, columns[index] ?? 8))
    .join('')
}

function formatRatio(ratio: number | undefined, goal: number | undefined, sign: string): string {
  const shown = formatNumber(ratio)
  return goal === undefined ? shown : `${shown} (${sign}${goal})`
}

export function formatNumber(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '-'
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}
