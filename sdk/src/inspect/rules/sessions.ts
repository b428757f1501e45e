/** Sessions: ids that were given out are unique, and nobody speaks of a session that nobody knows. */

import type { Side } from '../../protocol/index.js'
import { itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, isAnswerTo, named, updateOf } from './sight.js'

const BIRTHS = new Set(['session/new', 'session/fork'])
const REVIVALS = new Set(['session/load', 'session/resume', 'session/fork'])

/** What a client says only of a session that it has opened here. Others may be known to it from another day. */
const NEEDS_OPEN = new Set([
  'session/prompt',
  'session/cancel',
  'session/set_mode',
  'session/set_config_option',
])

interface Mention {
  readonly row: number
  readonly by: Side
  readonly session: string
}

export class Sessions implements Watcher {
  readonly #known = new Set<string>()
  readonly #born = new Set<string>()
  /** Who spoke of a session before the answer that may make it known. */
  #held: Mention[] = []
  #births = 0

  see(sighting: Sighting, report: Report): void {
    const { row } = sighting
    if (row.kind === 'request' && BIRTHS.has(row.method ?? '')) this.#births++
    if (row.kind === 'request' && row.session !== undefined && REVIVALS.has(row.method ?? ''))
      this.#known.add(row.session)
    if (row.asked !== undefined) this.#seeAnswer(sighting, report)
    const update = updateOf(sighting)
    const child = update?.sessionUpdate === 'subagent_update' ? textOf(update, 'sessionId') : undefined
    if (child !== undefined) this.#known.add(child)
    this.#judge(sighting, report)
  }

  #seeAnswer(sighting: Sighting, report: Report): void {
    for (const listed of itemsOf(answerTo(sighting, 'session/list'), 'sessions')) {
      const id = textOf(listed, 'sessionId')
      if (id !== undefined) this.#known.add(id)
    }
    for (const method of BIRTHS) {
      if (!isAnswerTo(sighting, method)) continue
      this.#births--
      const id = textOf(answerTo(sighting, method), 'sessionId')
      if (id !== undefined) this.#bear(id, report)
      if (this.#births === 0) this.#release(report)
    }
  }

  #bear(id: string, report: Report): void {
    report.looked('session.id-unique', 'agent')
    const text = `expected a session id of its own, found ${id === '' ? 'an empty one' : `${named(id)} again`}`
    if (id === '' || this.#born.has(id)) report.broken('session.id-unique', { by: 'agent', text })
    this.#born.add(id)
    this.#known.add(id)
  }

  #judge({ row, by }: Sighting, report: Report): void {
    const { session, method = '' } = row
    if (session === undefined || (row.kind !== 'request' && row.kind !== 'notification')) return
    if (by === 'client' && !NEEDS_OPEN.has(method)) return
    report.looked('session.unknown', by)
    if (this.#known.has(session)) return
    // An agent may speak of a session before the answer that names it.
    if (this.#births > 0 && by === 'agent') this.#held.push({ row: row.number, by, session })
    else this.#accuse({ row: row.number, by, session }, report)
  }

  #release(report: Report): void {
    const held = this.#held
    this.#held = []
    for (const mention of held) if (!this.#known.has(mention.session)) this.#accuse(mention, report)
  }

  #accuse({ row, by, session }: Mention, report: Report): void {
    // Said once for each session: the rest follows from it.
    this.#known.add(session)
    report.broken('session.unknown', {
      by,
      row,
      text: `expected a session that was opened, found ${named(session)}`,
    })
  }
}
