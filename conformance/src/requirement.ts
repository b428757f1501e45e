/** The lists of requirements: what the protocol demands that can be checked from outside. Frozen: an id is never used again. */

import { readFileSync } from 'node:fs'
import type { RuleName } from '@parley/acp/inspect'
import type { Transport } from './wire/remote-address.js'

/** The protocol versions that there are lists for. */
export type Version = 1 | 2

/** Who must do it. */
export type Side = 'agent' | 'client'

/** The keyword it is demanded with; `may` is only reported. */
export type Level = 'must' | 'should' | 'may'

export interface Requirement {
  /** Such as `agent.initialize.version`: side, place, matter. */
  readonly id: string
  /** One sentence of ours. */
  readonly text: string
  readonly level: Level
  readonly side: Side
  /** Where it comes from: pages of the official documentation, the schema, JSON-RPC, ids of seed items. */
  readonly sources: readonly string[]
  /** The rules by which any conversation is judged, where watching is enough. */
  readonly rules?: readonly RuleName[] | undefined
  /** Where it is demanded; everywhere unless said. */
  readonly transports?: readonly Transport[] | undefined
}

const known = new Map<Version, readonly Requirement[]>()

/** All requirements of a version, in their order. */
export function requirementsOf(version: Version): readonly Requirement[] {
  let list = known.get(version)
  if (list === undefined) {
    const file = new URL(`../requirements/v${version}.json`, import.meta.url)
    // The file is ours and a test holds it against this shape.
    list = (JSON.parse(readFileSync(file, 'utf8')) as { readonly requirements: readonly Requirement[] })
      .requirements
    known.set(version, list)
  }
  return list
}

/** Whether it is demanded of this side, over this transport. */
export function isDemanded(
  { side, transports }: Requirement,
  { of, over }: { readonly of: Side; readonly over: Transport },
): boolean {
  return side === of && (transports === undefined || transports.includes(over))
}
