/**
 * Terminals that a client of this spelling lends to our agent. Their output is pushed by the client and pulled by an
 * agent of version 1: so it is kept here until it is asked for.
 */

import { refusal } from './errors.js'
import { answer, follow, inquire, move, passOn, refuse } from './moves.js'
import {
  type Fields,
  isFields,
  keep,
  kept,
  shown,
  signed,
  spelling,
  textOf,
  toOurs,
  toTheirs,
} from './spelling.js'
import {
  type BorrowedTerminal,
  type Handler,
  type Listener,
  type Move,
  type State,
  sessionOf,
  withEntry,
  without,
  withTerminal,
} from './state.js'
import { exit, made } from './terminals-lent.js'

const WAIT = 'terminal/wait_for_exit'
const MOST_CHARACTERS = 4 * 1024 * 1024
const named = spelling({ terminalId: 'terminalId' })
const rest = spelling({})

const empty: BorrowedTerminal = {
  kind: 'borrowed',
  output: '',
  isTruncated: false,
  limit: MOST_CHARACTERS,
  exit: undefined,
  isAwaited: false,
  waiting: [],
}

export const createOnTheirs: Handler = (state, request) => {
  const { params } = request
  if (!isFields(params)) return move(state, passOn(request, params))
  const { outputByteLimit } = params
  const limit =
    typeof outputByteLimit === 'number' ? Math.min(outputByteLimit, MOST_CHARACTERS) : MOST_CHARACTERS
  return move(
    { ...state, unnamed: state.unnamed + 1 },
    passOn(request, creation(state, params), {
      answered: (after, result) => {
        const done = answer(request.call, isFields(result) ? toOurs(result, named) : result)
        const id = isFields(result) ? result.terminalId : undefined
        if (typeof id !== 'string') return move(settled(after), done)
        const early = after.early.get(id) ?? borrowedIn(after, id) ?? empty
        return move(withTerminal(settled(after, id), id, bounded({ ...early, limit })), done)
      },
      refused: (after, error) => move(settled(after), refuse(request, error)),
    }),
  )
}

/** One fewer is about to be named. What was pushed for more of them than there can be was for nobody. */
function settled(state: State, id?: string): State {
  const unnamed = state.unnamed - 1
  const others = [...state.early].filter(([key]) => key !== id)
  return { ...state, unnamed, early: new Map(unnamed > 0 ? others.slice(-unnamed) : []) }
}

function creation(state: State, params: Fields): Fields {
  const { sessionId, ...spoken } = toTheirs(params, made, {
    folder: sessionOf(state, params.sessionId).folder,
  })
  return kept(params, '004').made === undefined ? keep(spoken, 'v1', { sessionId }) : spoken
}

function borrowedIn(state: State, id: unknown): BorrowedTerminal | undefined {
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
function bounded(terminal: BorrowedTerminal): BorrowedTerminal {
  const { output, limit } = terminal
  // No character takes fewer bytes than it has units, nor more than three for each.
  if (output.length * 3 <= limit) return terminal
  const bytes = new TextEncoder().encode(output)
  if (bytes.length <= limit) return terminal
  let from = bytes.length - limit
  while (from < bytes.length && ((bytes[from] ?? 0) & 0xc0) === 0x80) from++
  return { ...terminal, output: new TextDecoder().decode(bytes.subarray(from)), isTruncated: true }
}

/** Our agent pulls what there is. Whether the process has ended must be asked for, which is begun here. */
export const pullFromTheirs: Handler = (state, request) => {
  const { params, call } = request
  const id = isFields(params) ? params.terminalId : undefined
  const terminal = borrowedIn(state, id)
  if (terminal === undefined || typeof id !== 'string')
    return move(state, refuse(request, unknownTerminal(id)))
  const { output, isTruncated, exit: status } = terminal
  const ended = status === undefined ? {} : { exitStatus: status }
  const told = answer(call, { output, truncated: isTruncated, ...ended })
  const { state: next, effects } = awaitExit(state, id, terminal)
  return move(next, told, ...effects)
}

function unknownTerminal(id: unknown): ReturnType<typeof refusal> {
  return refusal('resource_not_found', `There is no terminal "${shown(id)}"`, { terminalId: id })
}

export const waitOnTheirs: Handler = (state, request) => {
  const { params, call } = request
  const id = isFields(params) ? params.terminalId : undefined
  const terminal = borrowedIn(state, id)
  if (terminal === undefined || typeof id !== 'string')
    return move(state, refuse(request, unknownTerminal(id)))
  if (terminal.exit !== undefined) return move(state, answer(call, terminal.exit))
  const waiting = { ...terminal, waiting: [...terminal.waiting, call] }
  return awaitExit(withTerminal(state, id, waiting), id, waiting)
}

/** The peer is asked once, however many wait. */
function awaitExit(state: State, id: string, terminal: BorrowedTerminal): Move {
  if (terminal.isAwaited || terminal.exit !== undefined) return move(state)
  const asking = inquire('theirs', [WAIT, { terminalId: id }], {
    answered: (after, result) => {
      const now = borrowedIn(after, id)
      if (now === undefined) return move(after)
      const status = signed(toOurs(isFields(result) ? result : {}, exit))
      const ended = withTerminal(after, id, { ...now, exit: status, waiting: [] })
      return move(ended, ...now.waiting.map(call => answer(call, status)))
    },
    refused: (after, error) => {
      const now = borrowedIn(after, id)
      if (now === undefined) return move(after)
      const open = withTerminal(after, id, { ...now, isAwaited: false, waiting: [] })
      return move(open, ...now.waiting.map(call => refuse({ from: 'ours', call }, error)))
    },
  })
  return move(withTerminal(state, id, { ...terminal, isAwaited: true }), asking)
}

export const killOnTheirs: Handler = (state, request) => {
  const { params } = request
  if (!isFields(params)) return move(state, passOn(request, params))
  const answered = (after: State, result: unknown): Move =>
    move(after, answer(request.call, isFields(result) ? toOurs(result, rest) : {}))
  return move(state, follow(request, [request.method, disposal(params)], { answered }))
}

export const releaseOnTheirs: Handler = (state, request) => {
  const { params } = request
  if (!isFields(params)) return move(state, passOn(request, params))
  const id = textOf(params.terminalId)
  return move(
    state,
    follow(request, [request.method, disposal(params)], {
      answered: (after, result) => {
        const waiting = borrowedIn(after, id)?.waiting ?? []
        const gone = { ...after, terminals: without(after.terminals, id) }
        const left = waiting.map(call => refuse({ from: 'ours', call }, unknownTerminal(id)))
        return move(gone, ...left, answer(request.call, isFields(result) ? toOurs(result, rest) : {}))
      },
    }),
  )
}

/** A session is nothing that a terminal is asked with here. */
function disposal(params: Fields): Fields {
  const { sessionId, ...spoken } = toTheirs(
    params,
    spelling({ terminalId: 'terminalId', sessionId: 'sessionId' }),
  )
  return kept(params, '004').made === undefined ? keep(spoken, 'v1', { sessionId }) : spoken
}

/** Whoever waits for a process and gives up is told so; the process is none the wiser. */
export function giveUpWaiting(state: State, call: number): State | undefined {
  for (const [id, terminal] of state.terminals)
    if (terminal.kind === 'borrowed' && terminal.waiting.includes(call))
      return withTerminal(state, id, { ...terminal, waiting: terminal.waiting.filter(each => each !== call) })
  return undefined
}
