/** Terminals that a client of this spelling lends to our agent: made, waited for, killed and released. */

import { refusal } from './errors.js'
import { answer, follow, inquire, move, passOn, refuse, withFields } from './moves.js'
import { borrowedIn, bounded, empty, MOST_CHARACTERS, settled } from './pushed-output.js'
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
  type Move,
  type State,
  sessionOf,
  without,
  withTerminal,
} from './state.js'
import { exit, made } from './terminal-words.js'

const WAIT = 'terminal/wait_for_exit'
const named = spelling({ terminalId: 'terminalId' })
const rest = spelling({})

export const createOnTheirs = withFields((state, request) => {
  const { params } = request
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
})

function creation(state: State, params: Fields): Fields {
  const { sessionId, ...spoken } = toTheirs(params, made, {
    folder: sessionOf(state, params.sessionId).folder,
  })
  return kept(params, '004').made === undefined ? keep(spoken, 'v1', { sessionId }) : spoken
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

export const killOnTheirs = withFields((state, request) => {
  const { params } = request
  const answered = (after: State, result: unknown): Move =>
    move(after, answer(request.call, isFields(result) ? toOurs(result, rest) : {}))
  return move(state, follow(request, [request.method, disposal(params)], { answered }))
})

export const releaseOnTheirs = withFields((state, request) => {
  const { params } = request
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
})

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
