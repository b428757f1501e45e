/** What a row says in its columns: the same words and signs as the inspector in a terminal has. */

import { boundedLine } from '@parley/acp/guard'
import type { Row, RowKind } from '@parley/acp/inspect'

export const GLYPHS: Readonly<Record<RowKind, { readonly sign: string; readonly word: string }>> = {
  request: { sign: '?', word: 'request' },
  result: { sign: '=', word: 'result' },
  error: { sign: '!', word: 'error' },
  notification: { sign: '·', word: 'notification' },
  noise: { sign: '#', word: 'no message' },
  stderr: { sign: '|', word: 'stderr' },
  event: { sign: '*', word: 'event' },
}

const MOST_CHARACTERS = 300

/** How bad it is: breaks a must, breaks a should or was mended, is odd and allowed. */
export function verdictOf(row: Row): 'bad' | 'warning' | 'note' | undefined {
  const weights = new Set(row.findings.map(({ weight }) => weight))
  if (row.kind === 'noise' || weights.has('must') || row.flaws.some(({ fatal }) => fatal)) return 'bad'
  if (weights.has('should') || row.flaws.length > 0) return 'warning'
  return weights.has('note') ? 'note' : undefined
}

/** Where something is wrong, that is what people look for. */
export function labelOf(row: Row): string {
  const [finding] = row.findings
  const [flaw] = row.flaws
  if (finding !== undefined && finding.weight !== 'note')
    return boundedLine(`${finding.rule}: ${finding.text}`, MOST_CHARACTERS)
  if (flaw !== undefined)
    return boundedLine(`${flaw.path}: expected ${flaw.expected}, found ${flaw.found}`, MOST_CHARACTERS)
  return boundedLine(row.label, MOST_CHARACTERS)
}

export function nameOf({ method, kind }: Row): string {
  return boundedLine(method ?? GLYPHS[kind].word, MOST_CHARACTERS)
}

/** Since the beginning: `12.345`, `3:07.120`. */
export function toMoment(milliseconds: number): string {
  const seconds = milliseconds / 1_000
  if (seconds < 60) return seconds.toFixed(3)
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}

/** `0.4 ms`, `12 ms`, `1.25 s`, `2 m 05 s`. */
export function toLength(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1_000
  if (seconds < 60) return `${seconds.toFixed(2)} s`
  return `${Math.floor(seconds / 60)} m ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`
}

/** `812 B`, `4.2 kB`, `64 MB`. */
export function toSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}
