/** Calls and answers: one answer for each request, with its id; methods that exist, and whose gate is open. */

import { type Contract, type Side, shutBy } from '../../protocol/index.js'
import type { EventEntry } from '../entry.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { named } from './sight.js'

interface Question {
  readonly row: number
  readonly method: string
  /** What is no sound request may be answered without its id, or with others as a whole. */
  readonly isOwed: boolean
}

/** The requests of one side. */
interface Asked {
  readonly open: Map<unknown, Question>
  readonly answered: Set<unknown>
}

const other: Readonly<Record<Side, Side>> = { agent: 'client', client: 'agent' }

export class Calls implements Watcher {
  readonly #asked: Readonly<Record<Side, Asked>> = { agent: nothing(), client: nothing() }
  #closedFirst: Side | undefined

  see(sighting: Sighting, report: Report): void {
    const { row, message } = sighting
    if (row.kind === 'request') this.#seeRequest(sighting, report)
    if (row.kind === 'request' || row.kind === 'notification') judgeMethod(sighting, report)
    if (row.kind === 'result' || row.kind === 'error') this.#seeAnswer(sighting, message.id, report)
  }

  happened({ event, detail }: EventEntry): void {
    if (event === 'client_closed') this.#closedFirst ??= 'client'
    // An agent that a signal ended was ended by somebody.
    const isKilled = event === 'exited' && /\bSIG/.test(detail)
    if (event === 'agent_closed' || event === 'exited') this.#closedFirst ??= isKilled ? 'client' : 'agent'
  }

  /** Whoever ends the talk owes nothing more if it is the client: a client may leave whenever it likes. */
  end(report: Report): void {
    for (const by of ['agent', 'client'] as const)
      for (const [id, { row, method, isOwed }] of this.#asked[other[by]].open) {
        if (!isOwed || this.#closedFirst === 'client') continue
        if (this.#closedFirst === 'agent' && by === 'client') continue
        report.looked('answer.missing', by)
        const text = `${named(method)} with id ${named(id)}: expected an answer, found none`
        report.broken('answer.missing', { by, row, text })
      }
  }

  #seeRequest({ row, by, message, contract, isBatched }: Sighting, report: Report): void {
    const { open, answered } = this.#asked[by]
    const { id } = message
    report.looked('id.duplicate', by)
    if (open.has(id))
      report.broken('id.duplicate', {
        by,
        text: `id ${named(id)}: expected an id not in use, found one that waits for its answer`,
      })
    const isOwed = !isBatched && message.jsonrpc === '2.0' && isSoundId(id, contract)
    open.set(id, { row: row.number, method: row.method ?? '', isOwed })
    answered.delete(id)
  }

  #seeAnswer({ row, by }: Sighting, id: unknown, report: Report): void {
    const { open, answered } = this.#asked[other[by]]
    // Who could not read an id answers `null`; and of one that is none, nobody can say whose it is.
    if (id === null && row.kind === 'error' && !open.has(null)) return
    if (id === undefined || (typeof id === 'object' && id !== null)) return
    for (const rule of ['answer.unknown', 'answer.twice', 'answer.missing'] as const) report.looked(rule, by)
    if (open.delete(id)) {
      answered.add(id)
      return
    }
    const text = `id ${named(id)}: expected the id of a request that waits, found `
    if (answered.has(id)) report.broken('answer.twice', { by, text: `${text}one that was answered` })
    else report.broken('answer.unknown', { by, text: `${text}one that nobody sent` })
  }
}

function isSoundId(id: unknown, { allowsNullId }: Contract): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id) || (id === null && allowsNullId)
}

function nothing(): Asked {
  return { open: new Map(), answered: new Set() }
}

const methods = new WeakMap<Contract, ReadonlySet<string>>()

/** By whom, how and what: `agent request session/new`. */
function methodsOf(contract: Contract): ReadonlySet<string> {
  const known = methods.get(contract)
  if (known !== undefined) return known
  const rows = contract.methods.flatMap(({ name, kind, to }) =>
    to === 'both' ? [`agent ${kind} ${name}`, `client ${kind} ${name}`] : [`${to} ${kind} ${name}`],
  )
  // Elicitation stands apart, since only some connections load it.
  const all = new Set([
    ...rows,
    'client request elicitation/create',
    'client notification elicitation/complete',
  ])
  methods.set(contract, all)
  return all
}

function judgeMethod({ row, by, contract, agreed }: Sighting, report: Report): void {
  const method = row.method ?? ''
  if (method.startsWith('_') || method.startsWith('$/')) return
  report.looked('method.unknown', by)
  if (!methodsOf(contract).has(`${row.to} ${row.kind} ${method}`)) {
    const text = `expected a ${row.kind} that version ${contract.version} sends to the ${row.to}, found ${named(method)}`
    report.broken('method.unknown', { by, text })
    return
  }
  const gate = contract.gates[method]
  if (gate === undefined || gate === 'always' || agreed === undefined) return
  // What needs only a capability of one's own says nothing about respect for the other's.
  if (!(by in gate)) report.looked('capability.method', by)
  const missing = shutBy(gate, agreed)
  if (missing !== undefined)
    report.broken('capability.method', { by, text: `${method} needs ${missing}, which was not advertised` })
}
