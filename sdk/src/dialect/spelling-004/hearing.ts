/** What an agent of this spelling tells our client: updates that need more than themselves to be respelled. */

import { move, tell } from './moves.js'
import { learn, listKnown } from './options.js'
import { isAbsolute, resolvePath } from './paths.js'
import { type Fields, isFields, spelling, toOurs, withMade } from './spelling.js'
import {
  type Effect,
  type Listener,
  type Move,
  type State,
  sessionOf,
  type Tag,
  withSession,
} from './state.js'
import { callToOurs } from './tool-calls.js'
import { diffIn } from './tool-output.js'
import { envelopeToOurs, plainToOurs, unknownToOurs } from './updates.js'

const UPDATE = 'session/update'
const rest = spelling({})
/** How long everything the peer says may wait for the text of a file. */
const PATIENCE_MILLISECONDS = 1_000

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
  return holdFor(state, ['fs/read_text_file', { sessionId, path }], (now, content) => say(now, content))
}

function mayRead({ clientCapabilities: { fs } }: State): boolean {
  return isFields(fs) && fs.readTextFile === true
}

type Say = (state: State, content: string | undefined) => Effect

/** Looks something up before more of what the peer says is passed on, so that all of it keeps its order. */
function holdFor(state: State, question: readonly [string, unknown], say: Say): Move {
  const ticket = state.made + 1
  const goOn = (now: State, content: string | undefined, ...first: readonly Effect[]): Move => {
    if (now.held?.ticket !== ticket) return move(now)
    return move({ ...now, held: { ...now.held, isOver: true } }, ...first, say(now, content))
  }
  const tag: Tag = {
    answered: (now, result) => goOn(now, isFields(result) ? textIn(result) : undefined),
    refused: now => goOn(now, undefined),
  }
  const held = { ticket, events: [], isOver: false }
  const [method, params] = question
  return move(
    { ...state, made: ticket, held },
    { kind: 'ask', to: 'ours', method, params, tag },
    {
      kind: 'alarm',
      after: PATIENCE_MILLISECONDS,
      tag: { rung: now => goOn(now, undefined, { kind: 'giveUp', tag }) },
    },
  )
}

function textIn({ content }: Fields): string | undefined {
  return typeof content === 'string' ? content : undefined
}
