/**
 * The output of a terminal that our client lends is pushed to its agent in this spelling and pulled by it in version 1: so it is
 * pulled at intervals, and what is new of it is pushed on.
 */

import { inquire, move } from './moves.js'
import { isFields } from './spelling.js'
import { type Effect, type LentTerminal, type Move, type State, withTerminal } from './state.js'

export const OUTPUT = 'terminal/output'
const INTERVAL_MILLISECONDS = 50
const TAIL_CHARACTERS = 4_096

export function lentIn(state: State, id: unknown): LentTerminal | undefined {
  const terminal = typeof id === 'string' ? state.terminals.get(id) : undefined
  return terminal?.kind === 'lent' ? terminal : undefined
}

export function lookLater(id: string): Effect {
  return { kind: 'alarm', after: INTERVAL_MILLISECONDS, tag: { rung: state => look(state, id) } }
}

/** Pulls once; the next time comes when the peer has taken what was new, so that it is never given more than it takes. */
function look(state: State, id: string): Move {
  const terminal = lentIn(state, id)
  if (terminal === undefined || terminal.isOver) return move(state)
  const params = { sessionId: terminal.sessionId, terminalId: id }
  return move(
    state,
    inquire('ours', [OUTPUT, params], {
      answered: (after, result) => {
        const { state: next, data, isOver } = takeNew(after, id, result)
        if (data === '') return isOver ? move(next) : move(next, lookLater(id))
        return move(next, push(id, data, isOver))
      },
      refused: after => move(after),
    }),
  )
}

export function push(id: string, data: string, isLast: boolean): Effect {
  const again = (state: State): Move => (isLast ? move(state) : move(state, lookLater(id)))
  return inquire('theirs', [OUTPUT, { terminalId: id, data, stream: 'stdout' }], {
    answered: again,
    refused: again,
  })
}

interface News {
  readonly state: State
  readonly data: string
  readonly isOver: boolean
}

/** What is new in an output that was pulled. Its beginning may be gone: then the place is found by what came before. */
export function takeNew(state: State, id: string, result: unknown): News {
  const terminal = lentIn(state, id)
  const { output, truncated, exitStatus } = isFields(result) ? result : {}
  if (terminal === undefined || typeof output !== 'string') return { state, data: '', isOver: false }
  const isOver = isFields(exitStatus)
  const at = placeIn(output, terminal, truncated === true)
  const data = output.slice(at)
  const tail = (terminal.tail + data).slice(-TAIL_CHARACTERS)
  const length = terminal.length + data.length
  return { state: withTerminal(state, id, { ...terminal, length, tail, isOver }), data, isOver }
}

function placeIn(output: string, { length, tail }: LentTerminal, isTruncated: boolean): number {
  if (!isTruncated) return Math.min(length, output.length)
  const at = tail === '' ? -1 : output.lastIndexOf(tail)
  return at === -1 ? 0 : at + tail.length
}
