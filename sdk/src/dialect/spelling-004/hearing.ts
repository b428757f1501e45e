/** What an agent of this spelling tells our client: updates that need more than themselves to be respelled. */

import { lookUp } from './held.js'
import { move, tell } from './moves.js'
import { learn, listKnown } from './options.js'
import { isAbsolute, resolvePath } from './paths.js'
import { type Fields, isFields, spelling, toOurs, withMade } from './spelling.js'
import { type Effect, type Listener, type Move, type State, sessionOf, withSession } from './state.js'
import { callToOurs } from './tool-calls.js'
import { diffIn } from './tool-output.js'
import { envelopeToOurs, plainToOurs, unknownToOurs } from './updates.js'

const UPDATE = 'session/update'
const rest = spelling({})

export const hearUpdate: Listener = (state, params) => {
  if (!isFields(params) || isFields(params.update)) return move(state, tell('ours', UPDATE, params))
  const { type, data, sessionId } = params
  if (!isFields(data)) return move(state, tellOurs(params, unknownToOurs(type, data)))
  if (type === 'tool_call' || type === 'tool_call_update') return hearCall(state, params, { type, data })
  if (type === 'config_option_update') return hearOption(state, params, data)
  const update = plainToOurs(type, data)
  if (update === undefined) return move(state, tellOurs(params, unknownToOurs(type, data)))
  const effect = tellOurs(params, update)
  if (type !== 'current_mode_update' || typeof data.currentMode !== 'string') return move(state, effect)
  return move(withSession(state, sessionId, { mode: data.currentMode }), effect)
}

function tellOurs(params: Fields, update: Fields): Effect {
  return tell('ours', UPDATE, envelopeToOurs(params, update))
}

/** One option changed: version 1 is told all of them. */
function hearOption(state: State, params: Fields, data: Fields): Move {
  const { sessionId } = params
  const { key, currentValue } = data
  if (typeof key !== 'string') return move(state, tellOurs(params, unknownToOurs(params.type, data)))
  const known = learn(sessionOf(state, sessionId).known, key, currentValue)
  const changed = withSession(state, sessionId, { known })
  const update = withMade(toOurs(data, rest), '004', { configOptions: listKnown(changed, known) })
  return move(changed, tellOurs(params, { sessionUpdate: 'config_option_update', ...update }))
}

interface Call {
  readonly type: 'tool_call' | 'tool_call_update'
  readonly data: Fields
}

/** A change of a file comes as hunks: where our client lends its files, its text says what they change. */
function hearCall(state: State, params: Fields, { type, data }: Call): Move {
  const { sessionId } = params
  const { folder } = sessionOf(state, sessionId)
  const say = (now: State, base?: string): Effect => {
    const isOurTerminal = (id: string): boolean => now.terminals.get(id)?.kind === 'lent'
    return tellOurs(params, callToOurs(type, data, { folder, base, isOurTerminal }))
  }
  const diff = diffIn(data)
  const path = resolvePath(diff?.path, folder)
  if (diff === undefined || !mayRead(state) || typeof path !== 'string' || !isAbsolute(path))
    return move(state, say(state))
  return lookUp(state, { sessionId, path, say })
}

function mayRead({ clientCapabilities: { fs } }: State): boolean {
  return isFields(fs) && fs.readTextFile === true
}
