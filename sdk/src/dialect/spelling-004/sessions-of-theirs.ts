/** Our client opens sessions of an agent of this spelling, whose modes were announced when it was greeted. */

import { answer, follow, move, withFields } from './moves.js'
import { learnAll, listKnown } from './options.js'
import { loading } from './session-loading.js'
import { opened, opening } from './sessions.js'
import { FIRST_MODE } from './settings.js'
import { type Fields, isFields, signed, spelling, toOurs, toTheirs, withMade } from './spelling.js'
import { type Move, type State, sessionOf, withOpen } from './state.js'

const rest = spelling({})

export const newOnTheirs = withFields((state, request) => {
  const { params } = request
  const spoken = toTheirs(params, opening)
  return move(
    state,
    follow(request, [request.method, spoken], {
      answered: (after, result) => {
        if (!isFields(result) || typeof result.sessionId !== 'string')
          return move(after, answer(request.call, result))
        const { sessionId } = result
        const mode = typeof spoken.initialMode === 'string' ? spoken.initialMode : firstMode(after)
        const told = { sessionId, folder: params.cwd, mode, values: spoken.configOptions }
        return handOver(after, told, { call: request.call, result: signed(toOurs(result, opened)) })
      },
    }),
  )
})

export const loadOnTheirs = withFields((state, request) => {
  const { params } = request
  const { sessionId, cwd } = params
  // Updates come before the answer, and may have relative paths.
  const known = withOpen(state, sessionId, typeof cwd === 'string' ? { folder: cwd } : {})
  return move(
    known,
    follow(request, [request.method, toTheirs(params, loading)], {
      endsTelling: sessionId,
      answered: (after, result) => {
        const rich = isFields(result) ? result : {}
        const mode = typeof rich.mode === 'string' ? rich.mode : firstMode(after)
        const told = { sessionId, folder: rich.workingDirectory ?? cwd, mode, values: rich.configOptions }
        return handOver(after, told, { call: request.call, result: signed(toOurs(rich, rest)) })
      },
    }),
  )
})

function firstMode({ modes }: State): string | undefined {
  return modes.includes(FIRST_MODE) ? FIRST_MODE : modes[0]
}

interface Told {
  readonly sessionId: unknown
  readonly folder: unknown
  readonly mode: string | undefined
  readonly values: unknown
}

function handOver(state: State, told: Told, { call, result }: { call: number; result: Fields }): Move {
  const { sessionId, folder, mode, values } = told
  const known = learnAll(sessionOf(state, sessionId).known, values)
  const active = typeof sessionId === 'string' ? sessionId : state.active
  const place = typeof folder === 'string' ? { folder } : {}
  const after = withOpen({ ...state, active }, sessionId, { ...place, mode, known })
  const made = {
    modes: modesOf(state, mode),
    configOptions: known.size > 0 ? listKnown(after, known) : undefined,
  }
  return move(after, answer(call, withMade(result, '004', made)))
}

/** The modes that were announced, and the one that the session is in. */
function modesOf({ modes }: State, current: string | undefined): Fields | undefined {
  if (current === undefined) return undefined
  const ids = modes.includes(current) ? modes : [...modes, current]
  return { currentModeId: current, availableModes: ids.map(id => ({ id, name: id })) }
}
