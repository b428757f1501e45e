/** Lines in bounds: what is too much is cut, and what was cut is counted. */

import { boundedLine, sanitizeForDisplay } from '@parley/acp/guard'

const MOST_CHARACTERS = 2_000

/** The first of them, and a line that counts the rest. */
export function boundLines<Line>(lines: readonly Line[], most: number): readonly (Line | string)[] {
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `… ${lines.length - most + 1} more lines`]
}

/** The lines of a text of others, cleaned, each of a bearable length; without empty ones at the end. */
export function toCleanLines(text: string): readonly string[] {
  const lines = sanitizeForDisplay(text).replace(/\s+$/, '').split('\n')
  return lines.map(line => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line))
}

/** One line of a text of others, cleaned and cut. */
export function toTitle(text: string, most = 160): string {
  return boundedLine(text, most)
}

export function toDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1_000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** An amount with as many digits as say something; nothing for none. */
export function toAmount(amount: number): string | undefined {
  if (!Number.isFinite(amount) || amount <= 0) return undefined
  if (amount >= 1) return amount.toFixed(2)
  const digits = Math.min(12, 1 - Math.floor(Math.log10(amount)))
  return amount.toFixed(digits).replace(/0+$/, '').replace(/\.$/, '')
}
