/** A version of the protocol as somebody who only watches reads it: every method by who is addressed and what kind it is. */

import { type Contract, loadContract, type Side, slipsOfVersion1, type Version } from '../protocol/index.js'
import { type Facts, loadFacts } from '../schema/facts.js'
import type { MethodRow } from '../schema/index.js'

type Rows = ReadonlyMap<string, MethodRow>
type Mend = (params: unknown) => unknown

/** One version with all of its methods, unstable ones included: whoever watches must know whatever may be said. */
export interface Tongue {
  readonly version: Version
  readonly contract: Contract
  readonly facts: Facts
  readonly to: Readonly<Record<Side, { readonly request: Rows; readonly notification: Rows }>>
  /** Mends what the official documentation itself shows in a shape that the official schema refuses. */
  readonly slips: ReadonlyMap<string, Mend>
  /** What ends a turn: the answer to its prompt, or a state that is told. */
  readonly turnEndsBy: 'answer' | 'state'
}

const slips: Readonly<Record<Version, Readonly<Record<string, Mend>>>> = { 1: slipsOfVersion1, 2: {} }
const turnEnds: Readonly<Record<Version, Tongue['turnEndsBy']>> = { 1: 'answer', 2: 'state' }

const loaded = new Map<Version, Promise<Tongue>>()

/** Loads one version, once for everybody. */
export function loadTongue(version: Version): Promise<Tongue> {
  const known = loaded.get(version) ?? makeTongue(version)
  loaded.set(version, known)
  return known
}

async function makeTongue(version: Version): Promise<Tongue> {
  const contract = await loadContract(version, true)
  const all = [...contract.methods, ...(await contract.loadElicitation())]
  const rowsOf = (to: Side, kind: MethodRow['kind']): Rows => {
    const rows = all.filter(row => row.kind === kind && (row.to === to || row.to === 'both'))
    return new Map(rows.map(row => [row.name, row]))
  }
  const heard = (to: Side) => ({ request: rowsOf(to, 'request'), notification: rowsOf(to, 'notification') })
  return {
    version,
    contract,
    facts: await loadFacts(contract.name),
    to: { agent: heard('agent'), client: heard('client') },
    slips: new Map(Object.entries(slips[version])),
    turnEndsBy: turnEnds[version],
  }
}
