/** What is wrong with a line before it is a message, and with a value before anything is known of its sequence. */

import type { Side } from '../../protocol/index.js'
import type { Heading, MessageEntry, NoiseEntry } from '../entry.js'
import type { Report } from '../rule.js'
import type { Reading } from '../value-reader.js'

const senders: Readonly<Record<Heading, Side>> = { agent: 'client', client: 'agent' }

/** Whether what passed was text and JSON. What is only too large or too deep for us may be both. */
export function judgeEntry(entry: MessageEntry | NoiseEntry, report: Report): void {
  const by = senders[entry.to]
  const noise = 'noise' in entry ? entry.noise : undefined
  if (noise === 'too_large' || noise === 'too_deep') return
  report.looked('text.utf8', by)
  if (noise === 'not_utf8')
    return report.broken('text.utf8', { by, text: 'expected UTF-8, found other bytes' })
  report.looked('text.json', by)
  if (noise === 'parse_error')
    report.broken('text.json', { by, text: 'expected a line of JSON, found something else' })
}

/** A JSON value that cannot be a message; answers what it is. */
export function judgeValue(value: unknown, to: Heading, report: Report): string {
  const found = Array.isArray(value) ? 'empty array' : value === null ? 'null' : typeof value
  const by = senders[to]
  report.looked('envelope', by)
  report.broken('envelope', { by, text: `expected an object, found ${found}` })
  return `no message: ${found}`
}

/** What the schema has against the params or the result of a message. */
export function judgeReading({ flaws, isJudged, isExcused }: Reading, by: Side, report: Report): void {
  if (isJudged) report.looked('shape', by)
  const flaw = flaws.find(({ fatal }) => fatal) ?? flaws[0]
  if (flaw === undefined) return
  const more = flaws.length > 1 ? ` (and ${flaws.length - 1} more)` : ''
  const place = flaw.path === '' ? '/' : flaw.path
  const text = `${place}: expected ${flaw.expected}, found ${flaw.found}${more}`
  report.broken('shape', isExcused ? { by, text, weight: 'note' } : { by, text })
}
