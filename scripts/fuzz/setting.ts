/** What a round is played with. */
import { loadContract, type Contract as Spoken } from '@parley/acp/protocol'
import type { Contract } from '../schema/model.js'
import type { Tally } from './oracles.js'
import type { Framing } from './wire.js'

export interface Setting {
  readonly side: 'agent' | 'client'
  readonly contract: Contract
  readonly framing: Framing
  readonly seed: number
  /** Which round of the run this is. */
  readonly number: number
  /** How many bursts of messages a round has. */
  readonly windows: number
  readonly tally: Tally
  /** When to stop early, in milliseconds since the epoch. */
  readonly deadline: number
}

export const versionOf = ({ folder }: Contract): 1 | 2 => (folder.startsWith('v2') ? 2 : 1)

/** The same contract as the library speaks it: its rows carry the shapes. */
export function spokenContract(contract: Contract): Promise<Spoken> {
  return loadContract(versionOf(contract), contract.folder.endsWith('-unstable'))
}
