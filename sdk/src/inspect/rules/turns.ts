/** Turns of version 1: one at a time, nothing after its end, and all history before the answer that opens a session. */

import { type Fields, fieldOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { askedFor, isAnswerTo, named, PerSession, updateOf } from './sight.js'

/** What belongs to a turn. Commands, titles, usage, modes, options, notices and compactions may come at any time. */
const TURN_KINDS: ReadonlySet<unknown> = new Set([
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'tool_call_update',
  'plan',
])

/** An answer that passed so soon after a cancel may have been on its way already. */
const CROSSING_MILLISECONDS = 100

interface State {
  /** The prompts that wait, by the row of each. */
  readonly open: Set<number>
  hasEnded: boolean
  cancelledAt: number | undefined
  /** What opened the session here, as long as no prompt followed. */
  revival: 'loading' | 'loaded' | undefined
  readonly lastMessage: Map<unknown, string>
  readonly pastMessages: Set<string>
}

const begin = (): State => ({
  open: new Set(),
  hasEnded: false,
  cancelledAt: undefined,
  revival: undefined,
  lastMessage: new Map(),
  pastMessages: new Set(),
})

export class Turns implements Watcher {
  readonly #sessions = new PerSession(begin)
  /** Prompts that were called off one by one, which may be answered with an error. */
  readonly #withdrawn = new Set<unknown>()

  see(sighting: Sighting, report: Report): void {
    const { row, by } = sighting
    if (by === 'client' && row.method === '$/cancel_request')
      this.#withdrawn.add(fieldOf(sighting.value, 'requestId'))
    if (row.session === undefined) return
    const state = this.#sessions.of(row.session)
    const update = updateOf(sighting)
    if (update !== undefined) this.#seeUpdate(sighting, { update, state }, report)
    else if (row.asked !== undefined) this.#seeAnswer(sighting, state, report)
    else this.#seeCall(sighting, state, report)
  }

  #seeCall(sighting: Sighting, state: State, report: Report): void {
    const { row } = sighting
    if (row.method === 'session/cancel') {
      if (state.open.size > 0) state.cancelledAt ??= row.at
    } else if (askedFor(sighting, 'session/prompt')) {
      report.looked('turn.overlap', 'client')
      if (state.open.size > 0)
        report.broken('turn.overlap', {
          by: 'client',
          text: 'expected a prompt when the turn before is over, found one while it runs',
        })
      state.open.add(row.number)
      state.cancelledAt = undefined
      state.revival = undefined
    } else if (askedFor(sighting, 'session/load')) {
      state.revival = 'loading'
      state.lastMessage.clear()
      state.pastMessages.clear()
    }
  }

  #seeAnswer(sighting: Sighting, state: State, report: Report): void {
    const { row } = sighting
    if (isAnswerTo(sighting, 'session/prompt')) {
      state.open.delete(row.asked ?? -1)
      state.hasEnded = true
      if (state.cancelledAt !== undefined && !this.#withdrawn.delete(sighting.message.id))
        judgeCancelled(sighting, row.at - state.cancelledAt, report)
    } else if (isAnswerTo(sighting, 'session/load')) {
      const isLoaded = row.kind === 'result'
      if (isLoaded) report.looked('session.replay-first', 'agent')
      state.revival = isLoaded ? 'loaded' : undefined
    }
  }

  #seeUpdate(sighting: Sighting, { update, state }: { update: Fields; state: State }, report: Report): void {
    const { row } = sighting
    const kind = update.sessionUpdate
    judgeMessageOrder(update, state, report)
    if (!TURN_KINDS.has(kind)) return
    if (state.revival === 'loaded')
      report.broken('session.replay-first', {
        by: 'agent',
        text: `expected all history before the answer to session/load, found ${named(kind)} after it`,
      })
    if (state.revival !== undefined || state.open.size > 0) {
      report.looked('turn.update-after', 'agent')
    } else if (state.hasEnded) {
      report.looked('turn.update-after', 'agent')
      report.broken('turn.update-after', {
        by: 'agent',
        text: `expected nothing of a turn after its end, found ${named(kind)} in ${named(row.session)}`,
      })
    }
  }
}

function judgeCancelled({ row, value }: Sighting, since: number, report: Report): void {
  report.looked('turn.cancel-answer', 'agent')
  const stopReason = textOf(value, 'stopReason')
  if (stopReason === 'cancelled') return
  const found = row.kind === 'error' ? 'an error' : named(stopReason)
  const text = `expected the stop reason "cancelled" after session/cancel, found ${found}`
  const isCrossing = row.kind !== 'error' && since < CROSSING_MILLISECONDS
  report.broken(
    'turn.cancel-answer',
    isCrossing ? { by: 'agent', text, weight: 'note' } : { by: 'agent', text },
  )
}

function judgeMessageOrder(update: Fields, state: State, report: Report): void {
  const { sessionUpdate: kind, messageId } = update
  if (typeof messageId !== 'string' || typeof kind !== 'string') return
  const last = state.lastMessage.get(kind)
  if (last === messageId) return
  report.looked('turn.message-order', 'agent')
  const key = `${kind} ${messageId}`
  if (state.pastMessages.has(key))
    report.broken('turn.message-order', {
      by: 'agent',
      text: `expected the pieces of one message together, found more of ${named(messageId)}`,
    })
  state.pastMessages.add(key)
  state.lastMessage.set(kind, messageId)
}
