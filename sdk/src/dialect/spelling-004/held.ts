/**
 * What the peer says of a session waits while the text of a file is looked up for what it said of it before, so that all
 * of it keeps its order. Nothing else waits, and nothing waits long: beyond the bounds all goes on without the text.
 */

import { refusal } from './errors.js'
import { move, refuse } from './moves.js'
import { isFields } from './spelling.js'
import type { Effect, Event, Held, Move, State, Tag } from './state.js'

/** How long a session may wait for texts, however many of them there are. */
const PATIENCE_MILLISECONDS = 1_000
const MOST_EVENTS = 256
const MOST_CHARACTERS = 4 * 1024 * 1024

/** Says what waits for a text, with it or without. */
type Say = (state: State, content: string | undefined) => Effect

interface LookUp {
  readonly sessionId: unknown
  readonly path: string
  readonly say: Say
}

/** Asks for the text of a file; whatever else the peer says of the session waits for it. */
export function lookUp(state: State, { sessionId, path, say }: LookUp): Move {
  const isOpen = typeof sessionId === 'string' && state.sessions.has(sessionId)
  const before = isOpen ? state.held.get(sessionId) : undefined
  if (!isOpen || before?.isLate) return move(state, say(state, undefined))
  const tag: Tag = {
    answered: (now, result) =>
      found(now, { id: sessionId, tag }, isFields(result) ? result.content : undefined),
    refused: now => found(now, { id: sessionId, tag }, undefined),
  }
  const ticket = before?.ticket ?? state.made + 1
  const held: Held = { ...(before ?? { ticket, waiting: [], size: 0, isLate: false }), reading: { tag, say } }
  const next = { ...state, made: Math.max(state.made, ticket), held: state.held.with(sessionId, held) }
  const ask: Effect = {
    kind: 'ask',
    to: 'ours',
    method: 'fs/read_text_file',
    params: { sessionId, path },
    tag,
  }
  if (before !== undefined) return move(next, ask)
  const rung = (now: State): Move =>
    now.held.get(sessionId)?.ticket === ticket ? giveUp(now, sessionId) : move(now)
  return move(next, ask, { kind: 'alarm', after: PATIENCE_MILLISECONDS, tag: { rung } })
}

function found(state: State, { id, tag }: { id: string; tag: Tag }, content: unknown): Move {
  const held = state.held.get(id)
  if (held?.reading?.tag !== tag) return move(state)
  const next = { ...state, resumed: id, held: state.held.with(id, { ...held, reading: undefined }) }
  return move(next, held.reading.say(state, typeof content === 'string' ? content : undefined))
}

/** Goes on without the text, and without that of anything that waits. */
function giveUp(state: State, id: string): Move {
  const held = state.held.get(id)
  if (held?.reading === undefined) return move(state)
  const { tag, say } = held.reading
  const late = { ...held, reading: undefined, isLate: true }
  const next = { ...state, resumed: id, held: state.held.with(id, late) }
  return move(next, { kind: 'giveUp', tag }, say(state, undefined))
}

/** Lets an event wait if it must; undefined if it need not. */
export function lineUp(state: State, event: Event): Move | undefined {
  if (state.held.size === 0 || !('from' in event) || event.from !== 'theirs') return undefined
  if (event.kind === 'cancelled') return leave(state, event)
  const id = sessionIn(event)
  const held = typeof id === 'string' ? state.held.get(id) : undefined
  if (held === undefined || typeof id !== 'string') return undefined
  const size = held.size + sizeOf(event)
  const waiting = [...held.waiting, event]
  const next = { ...state, held: state.held.with(id, { ...held, waiting, size }) }
  return waiting.length >= MOST_EVENTS || size > MOST_CHARACTERS ? giveUp(next, id) : move(next)
}

/** An answer waits only where it ends what is told of a session: else our own calls would depend on the peer's words. */
function sessionIn(event: Exclude<Event, { kind: 'alarm' | 'cancelled' }>): unknown {
  if (event.kind === 'answer' || event.kind === 'refusal') return event.tag.endsTelling
  return isFields(event.params) ? event.params.sessionId : undefined
}

function sizeOf(event: Event): number {
  const said = 'params' in event ? event.params : 'result' in event ? event.result : undefined
  return JSON.stringify(said)?.length ?? 0
}

/** Who calls off what still waits is told so at once. */
function leave(state: State, { from, call }: Extract<Event, { kind: 'cancelled' }>): Move | undefined {
  for (const [id, held] of state.held) {
    const waiting = held.waiting.filter(event => event.kind !== 'request' || event.call !== call)
    if (waiting.length === held.waiting.length) continue
    const next = { ...state, held: state.held.with(id, { ...held, waiting }) }
    return move(next, refuse({ from, call }, refusal('request_cancelled', 'Request cancelled')))
  }
  return undefined
}

/** Takes what waited for a text that is there now, up to the next one that must be looked up. */
export function catchUp(first: Move, take: (state: State, event: Event) => Move): Move {
  const { resumed } = first.state
  const held = resumed === undefined ? undefined : first.state.held.get(resumed)
  if (resumed === undefined || held === undefined) return first
  let state: State = { ...first.state, resumed: undefined }
  const effects = [...first.effects]
  let taken = 0
  for (const event of held.waiting) {
    const next = take(state, event)
    state = next.state
    effects.push(...next.effects)
    taken++
    if (state.held.get(resumed)?.reading !== undefined) break
  }
  const now = state.held.get(resumed)
  if (now?.reading === undefined) return { state: { ...state, held: state.held.without(resumed) }, effects }
  const waiting = held.waiting.slice(taken)
  const size = held.size - held.waiting.slice(0, taken).reduce((sum, event) => sum + sizeOf(event), 0)
  return { state: { ...state, held: state.held.with(resumed, { ...now, waiting, size }) }, effects }
}
