/** Version 2: the states that a session tells, and the messages that prompts become. */

import { type Fields, fieldOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, askedFor, named, PerSession, updateOf } from './sight.js'

const CROSSING_MILLISECONDS = 100

interface State {
  state: string
  /** Background work was told of; from then on every state tells of it. */
  hasBackground: boolean
  cancelledAt: number | undefined
  /** A state was told since the session was asked to resume. */
  isTold: boolean
  isRunningAtClose: boolean
  isClosed: boolean
  /** Messages that prompts became, by id: their row, and whether work on them is over. */
  readonly inserted: Map<string, { readonly row: number; isEchoed: boolean; isOver: boolean }>
  readonly heard: Set<string>
  hasNewPrompt: boolean
  /** Something was said in answer to it while no work was told of. */
  hasOutput: boolean
}

const OUTPUT: ReadonlySet<unknown> = new Set([
  'agent_message_chunk',
  'agent_message',
  'agent_thought_chunk',
  'tool_call_update',
])

const begin = (): State => ({
  state: 'idle',
  hasBackground: false,
  cancelledAt: undefined,
  isTold: false,
  isRunningAtClose: false,
  isClosed: false,
  inserted: new Map(),
  heard: new Set(),
  hasNewPrompt: false,
  hasOutput: false,
})

export class States implements Watcher {
  readonly #sessions = new PerSession(begin)

  see(sighting: Sighting, report: Report): void {
    const { row, by } = sighting
    if (row.session === undefined) return
    const state = this.#sessions.of(row.session)
    const update = updateOf(sighting)
    if (state.isClosed && by === 'agent' && row.asked === undefined)
      report.broken('state.sequence', {
        by,
        text: `expected nothing of a session that was closed, found ${named(row.method)}`,
      })
    if (update?.sessionUpdate === 'state_update') seeState(sighting, { update, state }, report)
    else if (update?.sessionUpdate === 'user_message' || update?.sessionUpdate === 'user_message_chunk')
      hearUser(state, textOf(update, 'messageId') ?? '')
    else if (update !== undefined)
      state.hasOutput ||= state.state === 'idle' && state.hasNewPrompt && OUTPUT.has(update.sessionUpdate)
    else if (row.asked !== undefined) seeAnswer(sighting, state, report)
    else seeCall(sighting, state)
  }

  end(report: Report): void {
    for (const [, { inserted }] of this.#sessions)
      for (const [id, { row, isEchoed, isOver }] of inserted) {
        if (!isOver && !isEchoed) continue
        report.looked('state.prompt-inserted', 'agent')
        if (!isEchoed)
          report.broken('state.prompt-inserted', {
            by: 'agent',
            row,
            text: `expected the user's message ${named(id)} to be told, found it nowhere`,
          })
      }
  }
}

function seeCall(sighting: Sighting, state: State): void {
  const { row } = sighting
  if (row.method === 'session/cancel' && state.state !== 'idle') state.cancelledAt ??= row.at
  if (askedFor(sighting, 'session/resume')) {
    state.isTold = false
    state.isClosed = false
  }
  if (askedFor(sighting, 'session/close')) {
    state.isRunningAtClose = state.state !== 'idle'
    state.cancelledAt = undefined
  }
}

function seeAnswer(sighting: Sighting, state: State, report: Report): void {
  const { row } = sighting
  const messageId = textOf(answerTo(sighting, 'session/prompt'), 'messageId')
  if (messageId !== undefined) {
    state.hasNewPrompt = true
    report.looked('message.id-unique', 'agent')
    if (state.inserted.has(messageId))
      report.broken('message.id-unique', {
        by: 'agent',
        text: `expected a message id of its own, found ${named(messageId)} again`,
      })
    state.inserted.set(messageId, { row: row.number, isEchoed: state.heard.has(messageId), isOver: false })
  }
  if (answerTo(sighting, 'session/resume')) {
    report.looked('state.sequence', 'agent')
    if (!state.isTold)
      report.broken('state.sequence', {
        by: 'agent',
        text: 'expected a state before the answer to session/resume, found none',
      })
  }
  if (answerTo(sighting, 'session/close')) {
    report.looked('state.sequence', 'agent')
    if (state.isRunningAtClose && state.state !== 'idle')
      report.broken('state.sequence', {
        by: 'agent',
        text: 'expected "idle" before the answer to session/close, found work going on',
      })
    state.isClosed = true
  }
}

function hearUser(state: State, messageId: string): void {
  state.heard.add(messageId)
  const message = state.inserted.get(messageId)
  if (message !== undefined) message.isEchoed = true
}

interface Told {
  readonly update: Fields
  readonly state: State
}

function seeState(sighting: Sighting, { update, state }: Told, report: Report): void {
  const now = textOf(update, 'state') ?? ''
  const reason = textOf(update, 'stopReason')
  report.looked('state.sequence', 'agent')
  const hasBackground = Array.isArray(fieldOf(update, 'background'))
  if (state.hasBackground && !hasBackground)
    report.broken('state.sequence', {
      by: 'agent',
      text: 'background work was told of before; expected it in every state, found none',
    })
  // A snapshot may repeat the reason of the last stop: what proves work is what came of it.
  if (now === 'idle' && reason !== undefined && state.state === 'idle' && state.hasOutput)
    report.broken('state.sequence', {
      by: 'agent',
      text: 'expected "running" before the work ends, found "idle" with a stop reason',
    })
  if (now === 'idle') end(sighting, { reason, state }, report)
  state.hasBackground ||= hasBackground
  state.hasOutput = false
  state.state = now
  state.isTold = true
}

function end(
  { row }: Sighting,
  { reason, state }: { reason: string | undefined; state: State },
  report: Report,
): void {
  if (state.cancelledAt !== undefined && state.state !== 'idle') {
    report.looked('turn.cancel-answer', 'agent')
    const isCrossing = row.at - state.cancelledAt < CROSSING_MILLISECONDS
    const text = `expected the stop reason "cancelled" after session/cancel, found ${named(reason)}`
    if (reason !== 'cancelled')
      report.broken(
        'turn.cancel-answer',
        isCrossing ? { by: 'agent', text, weight: 'note' } : { by: 'agent', text },
      )
  }
  state.cancelledAt = undefined
  if (state.state !== 'idle') {
    state.hasNewPrompt = false
    for (const message of state.inserted.values()) message.isOver = true
  }
}
