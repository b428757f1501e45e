/** What a session shows beside its messages: plans, usage, commands, compactions, and the list of sessions. */

import { type Fields, fieldOf, itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, askedFor, named, PerSession, updateOf } from './sight.js'

interface State {
  readonly plans: Map<string, readonly unknown[]>
  readonly compactions: Map<string, string>
}

const ENDS: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

export class Showings implements Watcher {
  readonly #sessions = new PerSession<State>(() => ({ plans: new Map(), compactions: new Map() }))
  readonly #cursors = new Set<unknown>()

  see(sighting: Sighting, report: Report): void {
    const update = updateOf(sighting)
    if (update !== undefined)
      return this.#seeUpdate(this.#sessions.of(sighting.row.session ?? ''), update, report)
    // What is told again begins again.
    if (askedFor(sighting, 'session/load') || askedFor(sighting, 'session/resume')) {
      const state = this.#sessions.of(sighting.row.session ?? '')
      state.plans.clear()
      state.compactions.clear()
    }
    const cursor = fieldOf(answerTo(sighting, 'session/list'), 'nextCursor')
    if (typeof cursor === 'string') this.#cursors.add(cursor)
    const listing = askedFor(sighting, 'session/list')
    if (listing !== undefined) this.#judgeCursor(listing, report)
    const setup = answerTo(sighting, 'session/new') ?? answerTo(sighting, 'session/resume')
    if (setup?.availableCommands !== undefined) judgeCommands(setup, report)
  }

  end(report: Report): void {
    for (const [, { compactions }] of this.#sessions)
      for (const [id, status] of compactions) {
        if (status === 'in_progress')
          report.broken('compaction.ends', {
            by: 'agent',
            text: `expected compaction ${named(id)} to end, found it in progress`,
            weight: 'note',
          })
      }
  }

  #seeUpdate(state: State, update: Fields, report: Report): void {
    switch (update.sessionUpdate) {
      case 'plan':
        return judgePlan(state, { entries: itemsOf(update, 'entries') }, report)
      case 'plan_update':
        if (fieldOf(update.plan, 'type') === 'items')
          judgePlan(
            state,
            { planId: textOf(update.plan, 'planId'), entries: itemsOf(update.plan, 'entries') },
            report,
          )
        return
      case 'usage_update':
        return judgeUsage(update, report)
      case 'available_commands_update':
        return judgeCommands(update, report)
      case 'compaction_update':
      case 'compaction_summary_chunk':
        return judgeCompaction(state, update, report)
    }
  }

  #judgeCursor(listing: Fields, report: Report): void {
    const { cursor } = listing
    if (typeof cursor !== 'string') return
    report.looked('list.cursor', 'client')
    if (!this.#cursors.has(cursor))
      report.broken('list.cursor', {
        by: 'client',
        text: 'expected a cursor that the agent gave, found another',
      })
  }
}

/** A plan that holds a piece of the last one, while the rest was not done, looks like the piece that changed. */
interface ShownPlan {
  readonly planId?: string | undefined
  readonly entries: readonly unknown[]
}

function judgePlan(state: State, { planId = '', entries }: ShownPlan, report: Report): void {
  const before = state.plans.get(planId)
  state.plans.set(planId, entries)
  report.looked('plan.whole', 'agent')
  if (before === undefined || entries.length !== 1 || before.length < 3) return
  const content = textOf(entries[0], 'content')
  const rest = before.filter(entry => textOf(entry, 'content') !== content)
  const isPiece =
    rest.length === before.length - 1 && rest.some(entry => textOf(entry, 'status') === 'pending')
  if (isPiece)
    report.broken('plan.whole', {
      by: 'agent',
      text: `expected all entries of the plan, found 1 of ${before.length}`,
    })
}

function judgeUsage(update: Fields, report: Report): void {
  const { used, size, cost } = update
  report.looked('usage.sane', 'agent')
  if (typeof used === 'number' && typeof size === 'number' && used > size)
    report.broken('usage.sane', {
      by: 'agent',
      text: `expected at most ${size} tokens in use, found ${used}`,
    })
  const amount = fieldOf(cost, 'amount')
  if (typeof amount === 'number' && amount < 0)
    report.broken('usage.sane', {
      by: 'agent',
      text: 'expected a cost that is not negative, found one that is',
    })
}

function judgeCommands(value: Fields, report: Report): void {
  const names = itemsOf(value, 'availableCommands').map(command => textOf(command, 'name') ?? '')
  if (names.length === 0) return
  report.looked('command.names', 'agent')
  const spaced = names.find(name => /\s/.test(name))
  if (spaced !== undefined)
    report.broken('command.names', {
      by: 'agent',
      text: `expected a name without spaces, found ${named(spaced)}`,
    })
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    report.broken('command.names', {
      by: 'agent',
      text: `expected each command once, found ${named(twice)} twice`,
    })
}

function judgeCompaction({ compactions }: State, update: Fields, report: Report): void {
  const id = textOf(update, 'compactionId') ?? ''
  const before = compactions.get(id)
  report.looked('compaction.ends', 'agent')
  const isOver = ENDS.has(before)
  if (update.sessionUpdate === 'compaction_summary_chunk') {
    if (before !== 'in_progress')
      report.broken('compaction.ends', {
        by: 'agent',
        text: `expected a piece of a compaction in progress, found ${named(id)}`,
      })
    return
  }
  const { status } = update
  if (isOver && status !== before)
    report.broken('compaction.ends', {
      by: 'agent',
      text: `compaction ${named(id)} was over; expected no other status, found ${named(status)}`,
    })
  compactions.set(id, String(status))
}
