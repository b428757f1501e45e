/** Terminals that our client lends to an agent of this spelling: made, waited for, killed and released. */

import { refusal } from './errors.js'
import { sessionFor } from './implied-session.js'
import { lentIn, lookLater, OUTPUT, push, takeNew } from './lent-output.js'
import { answer, follow, inquire, move, passOn, refuse, withFields } from './moves.js'
import {
  complete,
  type Fields,
  isFields,
  kept,
  spelling,
  textOf,
  toOurs,
  toTheirs,
  withMade,
} from './spelling.js'
import {
  type Effect,
  type Handler,
  type LentTerminal,
  type Move,
  type Request,
  type State,
  sessionOf,
  without,
  withTerminal,
} from './state.js'
import { exit, made } from './terminal-words.js'

/** Pulled at every interval, so it must not grow without bounds. */
const OUTPUT_BYTES = 1024 * 1024
/** The longest time that an alarm can be set to. */
const LONGEST_MILLISECONDS = 2_147_483_647
/** There is always a number here for how a process ended; this one is for those that have none. */
const NO_CODE = -1

const named = spelling({ terminalId: 'terminalId' })
const rest = spelling({})
export const createOnOurs = withFields((state, request) => {
  const { params } = request
  const sessionId = sessionFor(state, params.sessionId ?? kept(params, 'v1').sessionId)
  if (typeof sessionId !== 'string') return move(state, refuse(request, sessionId))
  const { timeout } = params
  if (!isTime(timeout)) return move(state, refuse(request, badTime()))
  const spoken = toOurs(params, made, { folder: sessionOf(state, sessionId).folder })
  const folder = sessionOf(state, sessionId).folder
  const whole = withMade(spoken, '004', { sessionId, outputByteLimit: OUTPUT_BYTES, cwd: folder })
  return move(
    state,
    passOn(request, whole, {
      answered: (after, result) => created(after, { request, sessionId, timeout }, result),
    }),
  )
})

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && value >= 0)
}

function badTime(): ReturnType<typeof refusal> {
  return refusal('invalid_params', 'Invalid params: /timeout: expected a number of milliseconds')
}

interface Creation {
  readonly request: Request
  readonly sessionId: string
  readonly timeout: number | undefined
}

function created(state: State, { request, sessionId, timeout }: Creation, result: unknown): Move {
  const done = answer(request.call, isFields(result) ? toTheirs(result, named) : result)
  const id = isFields(result) ? result.terminalId : undefined
  if (typeof id !== 'string') return move(state, done)
  const terminal: LentTerminal = {
    kind: 'lent',
    sessionId,
    length: 0,
    tail: '',
    hasTimedOut: false,
    isOver: false,
  }
  const kill = (now: State): Move => endInTime(now, id)
  const hasEnd = timeout !== undefined && timeout <= LONGEST_MILLISECONDS
  const end: readonly Effect[] = hasEnd ? [{ kind: 'alarm', after: timeout, tag: { rung: kill } }] : []
  return move(withTerminal(state, id, terminal), done, lookLater(id), ...end)
}

function endInTime(state: State, id: string): Move {
  const terminal = lentIn(state, id)
  if (terminal === undefined || terminal.isOver) return move(state)
  const params = { sessionId: terminal.sessionId, terminalId: id }
  return move(
    withTerminal(state, id, { ...terminal, hasTimedOut: true }),
    inquire('ours', ['terminal/kill', params], {}),
  )
}

/** A process has ended when all it said was pushed: the answer to waiting for it comes after that. */
export const waitOnOurs = withFields((state, request) => {
  const { params } = request
  const { timeout } = params
  if (!isTime(timeout)) return move(state, refuse(request, badTime()))
  const terminal = lentIn(state, params.terminalId)
  const sessionId = terminal?.sessionId ?? sessionFor(state, kept(params, 'v1').sessionId)
  if (typeof sessionId !== 'string') return move(state, refuse(request, sessionId))
  const spoken = withMade(toOurs(params, named), '004', { sessionId })
  const waits = state.made + 1
  const waiting = passOn(request, spoken, {
    answered: (after, result) => waited(after, { request, waits }, result),
    refused: (after, error) =>
      isWaiting(after, waits) ? move(done(after, waits), refuse(request, error)) : move(after),
  })
  const next = { ...state, made: waits, waits: new Set([...state.waits, waits]) }
  if (timeout === undefined || timeout > LONGEST_MILLISECONDS) return move(next, waiting)
  const timedOut = { exitCode: NO_CODE, timedOut: true }
  const rung = (after: State): Move =>
    isWaiting(after, waits)
      ? move(done(after, waits), ...giveUp(waiting), answer(request.call, timedOut))
      : move(after)
  return move(next, waiting, { kind: 'alarm', after: timeout, tag: { rung } })
})

function giveUp(asked: Effect): readonly Effect[] {
  return asked.kind === 'ask' ? [{ kind: 'giveUp', tag: asked.tag }] : []
}

function isWaiting({ waits }: State, wait: number): boolean {
  return waits.has(wait)
}

function done(state: State, wait: number): State {
  return { ...state, waits: new Set([...state.waits].filter(each => each !== wait)) }
}

interface Wait {
  readonly request: Request
  readonly waits: number
}

function waited(state: State, { request, waits }: Wait, result: unknown): Move {
  if (!isWaiting(state, waits)) return move(state)
  const id = isFields(request.params) ? textOf(request.params.terminalId) : ''
  const terminal = lentIn(state, id)
  const original = isFields(result) ? result : {}
  const timedOut = terminal?.hasTimedOut ? { timedOut: true } : {}
  const told = { ...toTheirs(original, exit), ...timedOut }
  const finish = answer(request.call, complete(told, original, { exitCode: NO_CODE }))
  if (terminal === undefined || terminal.isOver) return move(done(state, waits), finish)
  return move(
    done(state, waits),
    follow(request, [OUTPUT, { sessionId: terminal.sessionId, terminalId: id }], {
      answered: (after, output) => {
        const { state: next, data } = takeNew(after, id, output)
        return data === '' ? move(next, finish) : move(next, push(id, data, true), finish)
      },
      refused: after => move(after, finish),
    }),
  )
}

/** Kills or releases a terminal of our client's; the answer says that it was done. */
const dispose = (word: 'killed' | 'released'): Handler =>
  withFields((state, request) => {
    const { params } = request
    const id = params.terminalId
    const sessionId = lentIn(state, id)?.sessionId ?? sessionFor(state, kept(params, 'v1').sessionId)
    if (typeof sessionId !== 'string') return move(state, refuse(request, sessionId))
    const spoken = withMade(toOurs(params, named), '004', { sessionId })
    return move(
      state,
      passOn(request, spoken, {
        answered: (after, result) => {
          const told: Fields = toTheirs(isFields(result) ? result : {}, rest)
          const terminals = word === 'released' ? without(after.terminals, textOf(id)) : after.terminals
          return move({ ...after, terminals }, answer(request.call, { [word]: true, ...told }))
        },
      }),
    )
  })

export const killOnOurs = dispose('killed')
export const releaseOnOurs = dispose('released')
