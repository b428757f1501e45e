/** Terminals that a client lends: used while they are lent, and given back. */

import { fieldOf, isFields, itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, named, updateOf } from './sight.js'

const USES = new Set(['terminal/output', 'terminal/wait_for_exit', 'terminal/kill', 'terminal/release'])

interface Lent {
  readonly row: number
  readonly session: string | undefined
  hasExited: boolean
  /** Its turn went by after its command had ended. */
  isOverdue: boolean
  isReleased: boolean
}

export class Terminals implements Watcher {
  readonly #lent = new Map<string, Lent>()
  /** Sessions of which there is more than was told here. */
  readonly #withPast = new Set<string | undefined>()

  see(sighting: Sighting, report: Report): void {
    const { row } = sighting
    if (row.kind === 'notification') this.#seeUpdate(sighting, report)
    else if (row.kind === 'request') this.#seeRequest(sighting, report)
    else if (row.kind === 'result') this.#seeAnswer(sighting)
  }

  /** One that still runs may still be needed; one that has ended is not, once its turn is over. */
  end(report: Report): void {
    for (const [id, { row, isOverdue, isReleased }] of this.#lent) {
      if (!isOverdue && !isReleased) continue
      report.looked('terminal.unreleased', 'agent')
      if (!isReleased)
        report.broken('terminal.unreleased', {
          by: 'agent',
          row,
          text: `expected ${named(id)} to be released, found it kept after its command had ended`,
        })
    }
  }

  #seeRequest({ row, value }: Sighting, report: Report): void {
    const { method = '' } = row
    if (method === 'session/load' || method === 'session/resume') this.#withPast.add(row.session)
    const id = textOf(value, 'terminalId')
    if (!USES.has(method) || row.to !== 'client' || id === undefined) return
    const lent = this.#lent.get(id)
    report.looked('terminal.unknown', 'agent')
    if (lent === undefined) {
      report.broken('terminal.unknown', {
        by: 'agent',
        text: `expected a terminal that was created, found ${named(id)}`,
      })
      return
    }
    report.looked('terminal.after-release', 'agent')
    if (lent.isReleased)
      report.broken('terminal.after-release', {
        by: 'agent',
        text: `expected ${named(id)} to be let go of, found ${method}`,
      })
    if (method === 'terminal/release') lent.isReleased = true
  }

  #seeAnswer(sighting: Sighting): void {
    const { row, askedValue, value } = sighting
    const created = textOf(answerTo(sighting, 'terminal/create'), 'terminalId')
    if (created !== undefined)
      this.#lent.set(created, {
        row: row.number,
        session: row.session,
        hasExited: false,
        isOverdue: false,
        isReleased: false,
      })
    if (row.method === 'session/prompt')
      for (const lent of this.#lent.values())
        if (lent.session === row.session) lent.isOverdue = lent.hasExited
    const isOver =
      row.method === 'terminal/wait_for_exit' ||
      (row.method === 'terminal/output' && isFields(fieldOf(value, 'exitStatus')))
    const lent = isOver ? this.#lent.get(textOf(askedValue, 'terminalId') ?? '') : undefined
    if (lent !== undefined) lent.hasExited = true
  }

  #seeUpdate(sighting: Sighting, report: Report): void {
    const update = updateOf(sighting)
    const kind = update?.sessionUpdate
    if (kind !== 'tool_call' && kind !== 'tool_call_update') return
    if (this.#withPast.has(sighting.row.session)) return
    for (const content of itemsOf(update, 'content')) {
      const id = fieldOf(content, 'type') === 'terminal' ? textOf(content, 'terminalId') : undefined
      if (id === undefined) continue
      report.looked('terminal.unknown', 'agent')
      if (!this.#lent.has(id))
        report.broken('terminal.unknown', {
          by: 'agent',
          text: `expected a terminal that was created, found ${named(id)} shown`,
          weight: 'note',
        })
    }
  }
}
