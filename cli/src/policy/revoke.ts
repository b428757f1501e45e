/** `parley policy revoke`: takes back what was allowed, or rejected, for longer than once. */

import { describeGrant, type Grant, sanitizeLine } from '@parley/acp/guard'
import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { print } from '../listing/print.js'
import type { Shell } from '../shell.js'
import { memory } from './policy-place.js'

export interface RevokeOptions {
  readonly all?: boolean | undefined
  readonly agent?: string | undefined
}

const LEAST_DIGITS = 4

export async function revokeGrants(
  ids: readonly string[],
  options: RevokeOptions,
  shell: Shell,
): Promise<number> {
  const grants = memory(shell)
  try {
    const all = await grants.list()
    const wanted = [...new Set([...ids.flatMap(id => named(id, all)), ...selected(options, all)])]
    for (const grant of wanted) {
      await grants.revoke(grant.id)
      await print(shell.stdout, `Taken back: ${sanitizeLine(describeGrant(grant))}\n`)
    }
    if (wanted.length === 0) await print(shell.stderr, 'There was nothing to take back.\n')
    return EXIT.ok
  } finally {
    await grants.close()
  }
}

function selected({ all: isAll, agent }: RevokeOptions, all: readonly Grant[]): readonly Grant[] {
  if (agent !== undefined) return all.filter(grant => isOf(grant, agent))
  return isAll === true ? all : []
}

/** Also one that only called itself so. */
function isOf(grant: Grant, agent: string): boolean {
  return grant.agent === agent || grant.agent === `unchecked:${agent}`
}

function named(id: string, all: readonly Grant[]): readonly Grant[] {
  const found = all.filter(grant => grant.id === id || (id.length >= LEAST_DIGITS && grant.id.startsWith(id)))
  if (found.length === 1) return found
  const what = found.length === 0 ? 'There is no such answer' : 'Several answers have an id that begins so'
  throw new Failure(`${what}: ${sanitizeLine(id)}.`, {
    ...{ exitCode: EXIT.usage, reason: found.length === 0 ? 'grant_not_found' : 'ambiguous_grant' },
    cure: '`parley policy show` lists them with their ids.',
  })
}
