/** A session that is resumed without its history is not told again before it is open. */

import { fieldOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { askedFor, isAnswerTo, named, updateOf } from './sight.js'

/** What a conversation consists of, in the words of both versions. */
const MESSAGES: ReadonlySet<unknown> = new Set([
  'user_message_chunk',
  'user_message',
  'agent_message_chunk',
  'agent_message',
])

export class Replay implements Watcher {
  /** Sessions that are being resumed, and in which nothing goes on that could be told live. */
  readonly #resuming = new Set<string>()
  readonly #prompting = new Set<string>()

  see(sighting: Sighting, report: Report): void {
    const { session, kind, method } = sighting.row
    if (session === undefined) return
    if (method === 'session/update') return this.#seeUpdate(sighting, session, report)
    if (method === 'session/prompt') {
      if (kind === 'request') this.#prompting.add(session)
      else this.#prompting.delete(session)
    }
    const resumption = askedFor(sighting, 'session/resume')
    if (resumption !== undefined && resumption.replayFrom == null && !this.#prompting.has(session))
      this.#resuming.add(session)
    if (isAnswerTo(sighting, 'session/resume') && this.#resuming.delete(session))
      report.looked('session.no-replay', 'agent')
  }

  #seeUpdate(sighting: Sighting, session: string, report: Report): void {
    if (!this.#resuming.has(session)) return
    const update = updateOf(sighting)
    const kind = update?.sessionUpdate
    // Work that goes on is told of as it goes on.
    if (kind === 'state_update' && fieldOf(update, 'state') !== 'idle') this.#resuming.delete(session)
    if (!MESSAGES.has(kind)) return
    const text = `expected no history before the answer to session/resume, found ${named(kind)}`
    report.looked('session.no-replay', 'agent')
    report.broken('session.no-replay', { by: 'agent', text })
    this.#resuming.delete(session)
  }
}
