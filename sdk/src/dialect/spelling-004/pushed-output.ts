/**
 * The output of a terminal that a client of this spelling lends is pushed by the client and pulled by an agent of version 1: so it
 * is kept here until it is asked for. What comes before its terminal was named is kept, too.
 */

import { answer, move } from './moves.js'
import { isFields } from './spelling.js'
import {
  type BorrowedTerminal,
  type Handler,
  type Listener,
  type State,
  withEntry,
  withTerminal,
} from './state.js'

export const MOST_CHARACTERS = 4 * 1024 * 1024

export const empty: BorrowedTerminal = {
  kind: 'borrowed',
  output: '',
  isTruncated: false,
  limit: MOST_CHARACTERS,
  exit: undefined,
  isAwaited: false,
  waiting: [],
}

/** One fewer is about to be named. What was pushed for more of them than there can be was for nobody. */
export function settled(state: State, id?: string): State {
  const unnamed = state.unnamed - 1
  const others = [...state.early].filter(([key]) => key !== id)
  return { ...state, unnamed, early: new Map(unnamed > 0 ? others.slice(-unnamed) : []) }
}

export function borrowedIn(state: State, id: unknown): BorrowedTerminal | undefined {
  const terminal = typeof id === 'string' ? state.terminals.get(id) : undefined
  return terminal?.kind === 'borrowed' ? terminal : undefined
}

/** What comes before its terminal has been named may be for one that is about to be. */
export const takePush: Handler = (state, request) => {
  const next = pushed(state, request.params)
  return move(next ?? state, answer(request.call, { received: next !== undefined }))
}

export const hearPush: Listener = (state, params) => move(pushed(state, params) ?? state)

function pushed(state: State, params: unknown): State | undefined {
  if (!isFields(params) || typeof params.terminalId !== 'string' || typeof params.data !== 'string')
    return undefined
  const { terminalId, data } = params
  const terminal = borrowedIn(state, terminalId)
  if (terminal === undefined) return pushedEarly(state, terminalId, data)
  return withTerminal(state, terminalId, bounded({ ...terminal, output: terminal.output + data }))
}

/** There can be no more of them than are asked for, and all of them share the room of one. */
function pushedEarly(state: State, id: string, data: string): State | undefined {
  const { early, unnamed } = state
  const before = early.get(id) ?? (early.size < unnamed ? empty : undefined)
  if (before === undefined) return undefined
  const others = [...early].reduce((sum, [key, { output }]) => sum + (key === id ? 0 : output.length), 0)
  const limit = Math.max(0, MOST_CHARACTERS - others)
  return {
    ...state,
    early: withEntry(early, id, bounded({ ...before, output: before.output + data, limit })),
  }
}

/** The beginning goes first, and never half of a character. */
export function bounded(terminal: BorrowedTerminal): BorrowedTerminal {
  const { output, limit } = terminal
  // No character takes fewer bytes than it has units, nor more than three for each.
  if (output.length * 3 <= limit) return terminal
  const bytes = new TextEncoder().encode(output)
  if (bytes.length <= limit) return terminal
  let from = bytes.length - limit
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return { ...terminal, output: new TextDecoder().decode(bytes.subarray(from)), isTruncated: true }
}
