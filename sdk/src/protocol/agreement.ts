/** What two peers have settled on: for every method that may pass, its shapes and whether its gate is open. */

import type { Connection } from '../jsonrpc/index.js'
import type { MethodRow } from '../schema/index.js'
import { type Check, Notes } from './conduct.js'
import type { Agreed, Contract, Side } from './contract.js'
import { isAdvertised } from './gate.js'
import type { HandlerTable } from './handlers.js'
import { Inbox, type InboxOptions } from './inbox.js'
import { Outbox, type OutboxOptions } from './outbox.js'
import { shutBy } from './shut-gate.js'

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

/** The methods of one kind that go one way. Each is made ready when it is first used: an idle peer uses hardly any. */
class Passages {
  readonly #agreement: Agreement
  readonly #rows: readonly MethodRow[]
  readonly #to: Side
  readonly #kind: MethodRow['kind']
  #known: Map<string, Passage> | undefined

  constructor(agreement: Agreement, rows: readonly MethodRow[], way: Pick<MethodRow, 'kind'> & { to: Side }) {
    this.#agreement = agreement
    this.#rows = rows
    this.#to = way.to
    this.#kind = way.kind
  }

  get(method: string): Passage | undefined {
    return this.#known?.get(method) ?? this.#find(method)
  }

  #find(method: string): Passage | undefined {
    const row = this.#rows.find(
      ({ name, kind, to }) => name === method && kind === this.#kind && (to === this.#to || to === 'both'),
    )
    if (row === undefined) return undefined
    const passage = toPassage(row, this.#agreement)
    this.#known ??= new Map()
    this.#known.set(method, passage)
    return passage
  }
}

function toPassage(row: MethodRow, { contract, agreed }: Agreement): Passage {
  const { conduct, emptyResults, gates } = contract
  return {
    row,
    shutBy: shutBy(gates[row.name] ?? 'always', agreed),
    checkParams: conduct.params[row.name],
    checkResult: conduct.results[row.name],
    hasEmptyResult: emptyResults.has(row.name),
  }
}

/** The outcome of a handshake, ready to be looked up for every message. */
export class Agreement {
  readonly contract: Contract
  readonly agreed: Agreed
  readonly notes: Notes
  readonly incoming: { readonly request: Passages; readonly notification: Passages }
  readonly outgoing: { readonly request: Passages; readonly notification: Passages }

  private constructor(side: Side, terms: { contract: Contract; agreed: Agreed; rows: readonly MethodRow[] }) {
    const { contract, agreed, rows } = terms
    this.contract = contract
    this.agreed = agreed
    this.notes = new Notes(agreed)
    const other = side === 'agent' ? 'client' : 'agent'
    this.incoming = {
      request: new Passages(this, rows, { to: side, kind: 'request' }),
      notification: new Passages(this, rows, { to: side, kind: 'notification' }),
    }
    this.outgoing = {
      request: new Passages(this, rows, { to: other, kind: 'request' }),
      notification: new Passages(this, rows, { to: other, kind: 'notification' }),
    }
  }

  /** What both sides may do under a contract; loads the parts of it that only some connections need. */
  static async settle(contract: Contract, side: Side, agreed: Agreed): Promise<Agreement> {
    const canElicit = isAdvertised(agreed.client, 'elicitation')
    const rows = canElicit ? [...contract.methods, ...(await contract.loadElicitation())] : contract.methods
    return new Agreement(side, { contract, agreed, rows })
  }

  // Both are made here so that a peer is there before either is loaded.

  /** What becomes of the peer's calls under this agreement. */
  inbox(handlers: HandlerTable, options: InboxOptions): Inbox {
    return new Inbox(this, handlers, options)
  }

  /** What this side says to its peer under this agreement. */
  outbox(connection: Connection, options: OutboxOptions): Outbox {
    return new Outbox(this, connection, options)
  }

  /** The capability that keeps a method shut, also one whose shapes were never loaded for that reason. */
  shutBy(method: string): string | undefined {
    const gate = Object.hasOwn(this.contract.gates, method) ? this.contract.gates[method] : undefined
    return gate === undefined ? undefined : shutBy(gate, this.agreed)
  }
}
