/** Tool calls: announced once, told of under the same id, ended once, and not left open when the turn is over. */

import { type Fields, fieldOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, askedFor, named, PerSession, updateOf } from './sight.js'

const ENDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])
const BEGINNINGS: ReadonlySet<unknown> = new Set(['pending', 'in_progress'])

interface Known {
  isAnnounced: boolean
  isOver: boolean
  /** Where it was last told of. */
  row: number
}

interface State {
  readonly calls: Map<string, Known>
  /** Those that have not ended. */
  readonly open: Set<string>
  /** Calls may be known from a life of the session that was not told here. */
  hasPast: boolean
}

export class ToolCalls implements Watcher {
  readonly #sessions = new PerSession<State>(() => ({ calls: new Map(), open: new Set(), hasPast: false }))

  see(sighting: Sighting, report: Report): void {
    const { row } = sighting
    if (row.session === undefined) return
    const update = updateOf(sighting)
    if (update !== undefined) {
      const kind = update.sessionUpdate
      if (kind === 'tool_call' || kind === 'tool_call_update') this.#seeCall(sighting, update, report)
      return
    }
    const state = this.#sessions.of(row.session)
    if (askedFor(sighting, 'session/load')) {
      state.calls.clear()
      state.open.clear()
    }
    if (askedFor(sighting, 'session/load') || askedFor(sighting, 'session/resume')) state.hasPast = true
    // What was open before the turn is none of it.
    if (askedFor(sighting, 'session/prompt')) state.open.clear()
    const permission = askedFor(sighting, 'session/request_permission')
    if (permission !== undefined) this.#seePermission(sighting, permission, report)
    if (answerTo(sighting, 'session/prompt')) judgeUnfinished(sighting, state, report)
  }

  #seeCall({ row }: Sighting, update: Fields, report: Report): void {
    const state = this.#sessions.of(row.session ?? '')
    const id = textOf(update, 'toolCallId') ?? ''
    const known = state.calls.get(id)
    const isAnnouncing = update.sessionUpdate === 'tool_call'
    report.looked(isAnnouncing ? 'tool-call.announced-twice' : 'tool-call.unknown', 'agent')
    if (isAnnouncing && known?.isAnnounced) judgeAgain(id, known, report)
    if (!isAnnouncing && known === undefined && !state.hasPast)
      report.broken('tool-call.unknown', {
        by: 'agent',
        text: `expected an update of a tool call that was announced, found ${named(id)}`,
      })
    if (known?.isOver) judgeRevived(update, id, report)
    const isOver = isSilent(update.status) ? known?.isOver === true : ENDS.has(update.status)
    if (isOver && state.open.delete(id)) report.looked('tool-call.unfinished', 'agent')
    if (!isOver) state.open.add(id)
    state.calls.set(id, {
      isAnnounced: isAnnouncing || known?.isAnnounced === true,
      isOver,
      row: row.number,
    })
  }

  /** A request may be the first that is heard of a call. */
  #seePermission({ row }: Sighting, request: Fields, report: Report): void {
    const call = fieldOf(request, 'toolCall') ?? fieldOf(fieldOf(request, 'subject'), 'toolCall')
    const id = textOf(call, 'toolCallId')
    const { calls, hasPast } = this.#sessions.of(row.session ?? '')
    if (id === undefined || calls.has(id)) return
    if (!hasPast)
      report.broken('tool-call.unknown', {
        by: 'agent',
        text: `${named(id)} is asked about before it was announced, which is allowed`,
        weight: 'note',
      })
    calls.set(id, { isAnnounced: false, isOver: false, row: row.number })
  }
}

/** A call that goes on and is announced again is the same call, told in an odd way. */
function judgeAgain(id: string, { isOver }: Known, report: Report): void {
  const text = `expected a tool call of a new id, found ${named(id)} again`
  report.broken(
    'tool-call.announced-twice',
    isOver ? { by: 'agent', text } : { by: 'agent', text, weight: 'note' },
  )
}

const isSilent = (status: unknown): boolean => status === undefined || status === null

function judgeRevived(update: Fields, id: string, report: Report): void {
  report.looked('tool-call.revived', 'agent')
  if (BEGINNINGS.has(update.status))
    report.broken('tool-call.revived', {
      by: 'agent',
      text: `${named(id)} had ended; expected no other status, found ${named(update.status)}`,
    })
}

/** A turn may stop at any point for another reason; but it is at its end only when no call is open. */
function judgeUnfinished({ value }: Sighting, { calls, open }: State, report: Report): void {
  const stopReason = textOf(value, 'stopReason')
  if (stopReason === 'end_turn')
    for (const id of open) {
      report.looked('tool-call.unfinished', 'agent')
      const text = `expected ${named(id)} to end with the turn, found it open`
      report.broken('tool-call.unfinished', { by: 'agent', row: calls.get(id)?.row, text })
    }
  open.clear()
}
