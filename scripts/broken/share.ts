/** A part of the rows for a run that must be short: another one with every commit, the same one for the same commit. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import type { Row } from './row.js'

interface Share {
  /** One in so many. */
  readonly parts: number
  /** The repository whose commit decides. */
  readonly folder: string
}

export function shareOf(rows: readonly Row[], { parts, folder }: Share): readonly Row[] {
  if (!Number.isInteger(parts) || parts < 1) throw new Error(`--share must be a whole number from 1 on`)
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' })
  const turn = numberOf(stdout ?? '') % parts
  return rows.filter(({ name }) => numberOf(name) % parts === turn)
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}
