/** A plan for people: what is done, what is being done, what is to come. */

import { boundLines, toTitle } from './lines.js'
import type { Palette } from './palette.js'

const MOST_ENTRIES = 50

/** A step of a plan. */
export interface PlanEntry {
  readonly content: string
  readonly status: string
}

export function viewPlan(entries: readonly PlanEntry[], paint: Palette): readonly string[] {
  const lines = entries.map(({ content, status }) => {
    const text = toTitle(content, 200)
    if (status === 'completed') return `  ${paint('good', '✓')} ${paint('muted', text)}`
    return status === 'in_progress' ? `  ${paint('accent', '▸')} ${text}` : `  • ${text}`
  })
  return boundLines(lines, MOST_ENTRIES)
}
