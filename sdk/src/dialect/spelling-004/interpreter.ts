/** The spelling of document 004: what a peer says in it, as version 1, and what we say to it, in its words. */

import type { DialectInterpreter, DialectOptions, Side } from '../interpreter.js'
import { refusal } from './errors.js'
import { readOurs, readTheirs, writeOurs, writeTheirs } from './files.js'
import { greetOurs, greetTheirs, signInToOurs, signInToTheirs } from './greeting.js'
import { hearUpdate } from './hearing.js'
import { catchUp, lineUp } from './held.js'
import { answer, move, otherSide, passOn, refuse, tell } from './moves.js'
import { askOurs, askTheirs } from './permissions.js'
import { cancelOurs, cancelTheirs, promptOurs, promptTheirs } from './prompts.js'
import { hearPush, takePush } from './pushed-output.js'
import { loadOnOurs } from './session-loading.js'
import { newOnOurs } from './sessions.js'
import { loadOnTheirs, newOnTheirs } from './sessions-of-theirs.js'
import { setModeOfOurs, setModeOfTheirs, setOptionOfOurs, setOptionOfTheirs } from './settings.js'
import {
  type Effect,
  type Event,
  type Handler,
  type Listener,
  type Move,
  type Request,
  type Setting,
  type State,
  start,
  type Tag,
} from './state.js'
import { tellUpdate } from './telling.js'
import {
  createOnTheirs,
  giveUpWaiting,
  killOnTheirs,
  pullFromTheirs,
  releaseOnTheirs,
  waitOnTheirs,
} from './terminals-borrowed.js'
import { createOnOurs, killOnOurs, releaseOnOurs, waitOnOurs } from './terminals-lent.js'

/** Every call by its method: what becomes of it when they make it, and when we do. What is not here passes as it is. */
const calls: readonly (readonly [method: string, theirs: Handler, ours: Handler])[] = [
  ['initialize', greetOurs, greetTheirs],
  ['authenticate', signInToOurs, signInToTheirs],
  ['session/new', newOnOurs, newOnTheirs],
  ['session/load', loadOnOurs, loadOnTheirs],
  ['session/prompt', promptOurs, promptTheirs],
  ['session/set_mode', setModeOfOurs, setModeOfTheirs],
  ['session/set_config_option', setOptionOfOurs, setOptionOfTheirs],
  ['session/request_permission', askOurs, askTheirs],
  ['fs/read_text_file', readOurs, readTheirs],
  ['fs/write_text_file', writeOurs, writeTheirs],
  ['terminal/create', createOnOurs, createOnTheirs],
  ['terminal/output', takePush, pullFromTheirs],
  ['terminal/wait_for_exit', waitOnOurs, waitOnTheirs],
  ['terminal/kill', killOnOurs, killOnTheirs],
  ['terminal/release', releaseOnOurs, releaseOnTheirs],
]

const notes: readonly (readonly [method: string, theirs: Listener, ours: Listener])[] = [
  ['session/update', hearUpdate, tellUpdate],
  ['session/cancel', cancelOurs, cancelTheirs],
  // Nobody signs in without waiting for the answer, and what is sent along goes no further.
  ['authenticate', state => move(state), state => move(state)],
  ['terminal/output', hearPush, (state, params) => move(state, tell('theirs', 'terminal/output', params))],
]

const handlers: Readonly<Record<Side, ReadonlyMap<string, Handler>>> = {
  theirs: new Map(calls.map(([method, theirs]) => [method, theirs])),
  ours: new Map(calls.map(([method, , ours]) => [method, ours])),
}
const listeners: Readonly<Record<Side, ReadonlyMap<string, Listener>>> = {
  theirs: new Map(notes.map(([method, theirs]) => [method, theirs])),
  ours: new Map(notes.map(([method, , ours]) => [method, ours])),
}

/** A translator has no clock of its own. */
type ClockedOptions = DialectOptions & Pick<Setting, 'now'>

export function interpreter004(options: ClockedOptions): DialectInterpreter<State, Tag> {
  const { passesCredentials = false, now } = options
  const setting: Setting = { passesCredentials, now }
  const takeNow = (state: State, event: Event): Move => take(state, event, setting)
  const step = (state: State, event: Event): Move =>
    catchUp(lineUp(state, event) ?? takeNow(state, event), takeNow)
  return { start: start(), step }
}

function take(state: State, event: Event, setting: Setting): Move {
  switch (event.kind) {
    case 'request': {
      if (state.isForeign) return move(state, asItIs(event))
      const handler = handlers[event.from].get(event.method)
      return handler?.(state, event, setting) ?? move(state, passOn(event, event.params))
    }
    case 'notification': {
      const { from, method, params } = event
      const listener = state.isForeign ? undefined : listeners[from].get(method)
      return listener?.(state, params) ?? move(state, tell(otherSide(from), method, params))
    }
    case 'answer':
      return event.tag.answered?.(state, event.result) ?? move(state)
    case 'refusal':
      return event.tag.refused?.(state, event.error) ?? move(state)
    case 'alarm':
      return event.tag.rung?.(state) ?? move(state)
    case 'cancelled': {
      const left = giveUpWaiting(state, event.call)
      if (left === undefined) return move(state)
      return move(left, refuse(event, refusal('request_cancelled', 'Request cancelled')))
    }
  }
}

/** Another version has numbers of its own for errors. */
function asItIs({ from, call, method, params }: Request): Effect {
  const tag: Tag = {
    answered: (state, result) => move(state, answer(call, result)),
    refused: (state, error) => move(state, { kind: 'refuse', call, error }),
  }
  return { kind: 'ask', to: otherSide(from), method, params, tag, sake: call }
}
