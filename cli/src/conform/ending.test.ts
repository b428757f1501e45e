import { compare, type Report } from '@parley/conformance'
import { expect, test } from 'vitest'
import { toExit } from './ending.js'

const report: Report = {
  side: 'agent',
  version: 1,
  subject: { command: 'my-agent' },
  by: 'test',
  startedAt: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
  verdicts: [],
  performances: [{ scenario: 'scene', title: 'a scene', milliseconds: 1, rulings: [], wires: [] }],
}
const [performance] = report.performances
const stumbling = {
  ...performance,
  stumble: 'the examiner stumbled: EADDRINUSE',
} as Report['performances'][number]
const endOf = (more: Partial<Report>, isWritten = true): number => {
  const whole = { ...report, ...more }
  return toExit(whole, compare(whole, [], false), isWritten)
}

test('only a run that was whole ends with 0', () => {
  expect(endOf({})).toBe(0)
  expect(endOf({ performances: [stumbling] })).toBe(1)
  expect(endOf({}, false)).toBe(1)
  expect(endOf({ obstacle: 'it never answered' })).toBe(8)
  expect(endOf({ isInterrupted: true })).toBe(130)
})
