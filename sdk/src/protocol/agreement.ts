/** What two peers have settled on: for every method that may pass, its shapes and whether its gate is open. */

import type { MethodRow } from '../schema/index.js'
import { type Check, Notes } from './conduct.js'
import type { Agreed, Contract, Side } from './contract.js'
import { isAdvertised, shutBy } from './gate.js'

/** A method as one side may use it under one agreement. */
export interface Passage {
  readonly row: MethodRow
  /** The missing capability, when the gate is shut. */
  readonly shutBy: string | undefined
  readonly checkParams: Check | undefined
  readonly checkResult: Check | undefined
  /** The answer carries nothing, so that `null` in its place, as old documentation shows it, loses nothing. */
  readonly hasEmptyResult: boolean
}

type Passages = ReadonlyMap<string, Passage>

/** The outcome of a handshake, ready to be looked up for every message. */
export class Agreement {
  readonly contract: Contract
  readonly agreed: Agreed
  readonly notes: Notes
  readonly #rows: readonly MethodRow[]
  readonly incoming: { readonly request: Passages; readonly notification: Passages }
  readonly outgoing: { readonly request: Passages; readonly notification: Passages }

  private constructor(side: Side, terms: { contract: Contract; agreed: Agreed; rows: readonly MethodRow[] }) {
    const { contract, agreed, rows } = terms
    this.contract = contract
    this.agreed = agreed
    this.notes = new Notes(agreed)
    this.#rows = rows
    const other = side === 'agent' ? 'client' : 'agent'
    this.incoming = {
      request: this.#passages(side, 'request'),
      notification: this.#passages(side, 'notification'),
    }
    this.outgoing = {
      request: this.#passages(other, 'request'),
      notification: this.#passages(other, 'notification'),
    }
  }

  /** What both sides may do under a contract; loads the parts of it that only some connections need. */
  static async settle(contract: Contract, side: Side, agreed: Agreed): Promise<Agreement> {
    const canElicit = isAdvertised(agreed.client, 'elicitation')
    const rows = canElicit ? [...contract.methods, ...(await contract.loadElicitation())] : contract.methods
    return new Agreement(side, { contract, agreed, rows })
  }

  /** The capability that keeps a method shut, also one whose shapes were never loaded for that reason. */
  shutBy(method: string): string | undefined {
    const gate = Object.hasOwn(this.contract.gates, method) ? this.contract.gates[method] : undefined
    return gate === undefined ? undefined : shutBy(gate, this.agreed)
  }

  #passages(to: Side, kind: MethodRow['kind']): Passages {
    const rows = this.#rows.filter(row => row.kind === kind && (row.to === to || row.to === 'both'))
    return new Map(rows.map(row => [row.name, this.#passage(row)]))
  }

  #passage(row: MethodRow): Passage {
    const { conduct, emptyResults, gates } = this.contract
    return {
      row,
      shutBy: shutBy(gates[row.name] ?? 'always', this.agreed),
      checkParams: conduct.params[row.name],
      checkResult: conduct.results[row.name],
      hasEmptyResult: emptyResults.has(row.name),
    }
  }
}
