/** The files of a change: one line each, and what changes in them. Compared once, not with every picture. */

import type { PermissionChange } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import { type DiffDrawing, drawDiff } from '../draw/diff.js'
import { cutLine, type Line, span } from '../screen/line.js'
import { shortPath } from '../screen/place.js'

interface DiffRoom {
  readonly columns: number
  readonly most: number
}

const drawings = new WeakMap<PermissionChange, Map<string, DiffDrawing>>()
const MOST_KEPT = 8

export function diffOf(change: PermissionChange, { columns, most }: DiffRoom): DiffDrawing {
  const kept = drawings.get(change) ?? new Map<string, DiffDrawing>()
  const key = `${columns} ${most}`
  const known = kept.get(key)
  if (known !== undefined) return known
  // A window that is being resized asks for every size once.
  if (kept.size >= MOST_KEPT) kept.clear()
  const drawn = drawDiff(change, { columns, most })
  drawings.set(change, kept.set(key, drawn))
  return drawn
}

// Wide enough for any file, and the same for every window: the counts do not depend on it.
const COUNTING: DiffRoom = { columns: 80, most: 1 }

/** What it is called within the directory of the conversation, and how much changes. */
export function fileLine(change: PermissionChange, cwd: string, columns: number): Line {
  const { added, removed } = diffOf(change, COUNTING)
  const shown = shortPath(change.path, { cwd, home: '' })
  const counts: Line = [span(` +${added}`, 'added'), span(` −${removed}`, 'removed')]
  const room = columns - 2 - 2 - ` +${added} −${removed}`.length
  return cutLine(
    [span('  ✎ ', 'accent'), ...cutLine([span(boundedLine(shown, 4_096))], Math.max(8, room)), ...counts],
    columns,
  )
}
