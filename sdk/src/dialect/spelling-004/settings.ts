/** `session/set_mode` and `session/set_config_option`: what was before and what is now are told from memory. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { refusal } from './errors.js'
import { answer, follow, move, passOn, refuse, tell, withFields } from './moves.js'
import { choiceOf, choicesFor, knownValue, learn, listKnown, optionsIn, valueFor } from './options.js'
import {
  complete,
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
  withMade,
} from './spelling.js'
import { type Move, type Request, type Session, type State, sessionOf, withSession } from './state.js'

const modes = spelling({ sessionId: 'sessionId', mode: 'modeId' })
const options = spelling({ sessionId: 'sessionId', key: 'configId', value: 'value' })
const rest = spelling({})

/** The mode that sessions begin in, as far as this spelling goes. */
export const FIRST_MODE = 'default'

/** A client of this spelling changes the mode of our agent. */
export const setModeOfOurs = withFields((state, request) => {
  const { params } = request
  const { sessionId, mode } = params
  // By the time of the answer the agent may have told of the change already.
  const previousMode = sessionOf(state, sessionId).mode ?? FIRST_MODE
  return move(
    state,
    passOn(request, toOurs(params, modes), {
      answered: (after, result) => {
        const changed = typeof mode === 'string' ? withSession(after, sessionId, { mode }) : after
        const original = isFields(result) ? result : {}
        const told = complete(toTheirs(original, rest), original, { previousMode, currentMode: mode })
        return move(changed, answer(request.call, told))
      },
    }),
  )
})

/** Our client changes the mode of an agent of this spelling. */
export const setModeOfTheirs = withFields((state, request) => {
  const { params } = request
  return move(
    state,
    passOn(request, toTheirs(params, modes), {
      answered: (after, result) => {
        const { sessionId, modeId } = params
        const said = isFields(result) ? result.currentMode : undefined
        const mode = typeof said === 'string' ? said : modeId
        const changed = typeof mode === 'string' ? withSession(after, sessionId, { mode }) : after
        const done = answer(request.call, isFields(result) ? signed(toOurs(result, rest)) : {})
        if (mode === modeId) return move(changed, done)
        const update = { sessionUpdate: 'current_mode_update', currentModeId: mode }
        return move(changed, tell('ours', 'session/update', { sessionId, update }), done)
      },
    }),
  )
})

/** The params under which our agent sets an option to a value of the peer's, or why that cannot be said. */
export function optionParams(
  state: State,
  params: Fields,
): { readonly params: Fields } | { readonly error: ErrorObject } {
  const { sessionId, key, value } = params
  const session = sessionOf(state, sessionId)
  const choice = typeof key === 'string' ? choiceOf(session, key, value) : { value }
  if (choice === undefined) {
    const said = `Invalid params: /value: option "${shown(key)}": expected ${shown(choicesFor(session, textOf(key)))}, found ${typeof value}`
    return { error: refusal('invalid_params', said, { key }) }
  }
  const spoken = { ...toOurs(params, options), ...choice }
  if (choice.value !== value) return { params: keep(spoken, '004', { value }) }
  return { params: 'type' in choice ? keep(spoken, '004', { made: ['type'] }) : spoken }
}

/** A client of this spelling sets an option of our agent. */
export const setOptionOfOurs = withFields((state, request) => {
  const { params } = request
  const spoken = optionParams(state, params)
  const before = sessionOf(state, params.sessionId)
  if ('error' in spoken) return move(state, refuse(request, spoken.error))
  return move(
    state,
    passOn(request, spoken.params, {
      answered: (after, result) => {
        const { changed, told } = optionSet(after, { params, result, before })
        return move(changed, answer(request.call, told))
      },
    }),
  )
})

interface OptionSet {
  readonly params: Fields
  readonly result: unknown
  /** The session as it was when the option was asked for: the agent may have told of the change before it answers. */
  readonly before: Session
}

/** What the peer is told of an option of ours that it set, by the list before and the list after. */
export function optionSet(
  state: State,
  { params, result, before }: OptionSet,
): { readonly changed: State; readonly told: Fields } {
  const { sessionId, key, value } = params
  const session = sessionOf(state, sessionId)
  const id = textOf(key)
  const old = before.listed.find(option => option.id === id)
  const listed = optionsIn(isFields(result) ? result.configOptions : undefined) ?? session.listed
  const changed = withSession(state, sessionId, { listed, spoken: new Map(session.spoken).set(id, value) })
  const now = listed.find(option => option.id === id)
  const { configOptions, ...others } = isFields(result) ? result : {}
  const told = complete(toTheirs(others, rest), others, {
    key,
    previousValue: old === undefined ? undefined : valueFor(before, old),
    currentValue: now === undefined ? value : valueFor(sessionOf(changed, sessionId), now),
  })
  return { changed, told }
}

/** Our client sets an option of an agent of this spelling. */
export const setOptionOfTheirs = withFields((state, request) => {
  const { params } = request
  const { sessionId, configId, type, ...others } = params
  const { value: original, made } = kept(params, '004')
  const value = original ?? knownValue(sessionOf(state, sessionId), configId, params.value)
  const spoken = { ...toTheirs({ ...others, sessionId, configId }, options), value }
  const isTyped = type !== undefined && type !== 'boolean' && made === undefined
  return move(
    state,
    follow(request, [request.method, isTyped ? keep(spoken, 'v1', { type }) : spoken], {
      answered: (after, result) => optionOfTheirsSet(after, request, { params, value, result }),
    }),
  )
})

interface Outcome {
  readonly params: Fields
  readonly value: unknown
  readonly result: unknown
}

function optionOfTheirsSet(state: State, { call }: Request, { params, value, result }: Outcome): Move {
  const { sessionId, configId } = params
  const told = isFields(result) ? result : {}
  const current = Object.hasOwn(told, 'currentValue') ? told.currentValue : value
  const known = learn(sessionOf(state, sessionId).known, textOf(configId), current)
  const changed = withSession(state, sessionId, { known })
  const list = { configOptions: listKnown(changed, known) }
  return move(changed, answer(call, withMade(toOurs(told, rest), '004', list)))
}
