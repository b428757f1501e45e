/** `parley recordings diff`: what two recordings say otherwise; exit code 1 where there is something. */

import { sanitizeLine } from '@parley/acp/guard'
import { compareRecordings, type Difference } from '@parley/acp/inspect'
import { EXIT } from '../exit-code.js'
import { print } from '../listing/print.js'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Shell } from '../shell.js'
import { findRecording, readFound } from './place.js'

export interface DiffOptions {
  readonly format: 'text' | 'json'
}

export async function diffRecordings(
  [left, right]: readonly [string, string],
  { format }: DiffOptions,
  shell: Shell,
): Promise<number> {
  const [mine, other] = await Promise.all(
    [left, right].map(async word => readFound(await findRecording(word, shell))),
  )
  const differences = compareRecordings(mine?.entries ?? [], other?.entries ?? [])
  await print(shell.stdout, format === 'json' ? toSafeJsonText(differences) : toDifferenceLines(differences))
  return differences.length === 0 ? EXIT.ok : EXIT.error
}

const SIGNS = { only_left: '-', only_right: '+', changed: '~' } as const

/** The differences for people, a line each and one for every place that changed. */
export function toDifferenceLines(differences: readonly Difference[]): string {
  return differences
    .flatMap(({ kind, left, right, label, changes }) => {
      const place = [left, right].filter(each => each !== undefined).join('/')
      return [
        `${SIGNS[kind]} #${place} ${label}`,
        ...changes.map(change => `    ${change.path || '/'}: ${change.left} became ${change.right}`),
      ]
    })
    .map(line => `${sanitizeLine(line)}\n`)
    .join('')
}
