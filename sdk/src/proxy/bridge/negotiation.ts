/**
 * Finds out which versions meet. The agent is greeted in the client's own words first; only an agent that answers with
 * another version, or names one, is greeted again in its own. What comes meanwhile waits.
 */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { type Passed as Relayed, unchanged } from '../relay.js'
import type { ProxyEffect, ProxyEvent, ProxyInterpreter } from '../sides.js'
import { agentAbilities, hearingOf, toNewWelcome, toOldWelcome } from './capabilities.js'
import { cancelled, refusal } from './errors.js'
import { type Fields, fieldsOf, isFields } from './fields.js'
import {
  type Event,
  type Greeting,
  type Meeting,
  type Said,
  type State,
  type Step,
  same,
  strange,
  type Tag,
  type Undecided,
} from './meeting.js'
import { newClientInterpreter, takeForNewClient } from './new-client/interpreter.js'
import type { Tag as NewClientTag } from './new-client/state.js'
import { oldClientInterpreter, takeForOldClient } from './old-client/interpreter.js'
import type { Tag as OldClientTag } from './old-client/state.js'
import { REOPENING } from './reopening.js'
import { flawIn, isNew, isSameAge, speaksOther, toGreetingOfAll, toOtherGreeting } from './versions.js'
import { nobodyWaiting, type Waiting, waitToo, withoutCall } from './waiting.js'

export function bridgeInterpreter(meeting: Meeting): ProxyInterpreter<State, Tag> {
  return { start: strange, step: (state, event) => take(state, event, meeting) }
}

function take(state: State, event: Event, meeting: Meeting): Step {
  // What was passed on as it is, is answered as it is, whatever was agreed on since.
  if ('tag' in event && !('kind' in event.tag)) return passUnchanged(state, event)
  switch (state.phase) {
    case 'same':
      return passUnchanged(state, event)
    case 'old client': {
      const { state: inner, effects } = takeForOldClient(state.inner, event as ProxyEvent<OldClientTag>)
      return { state: inner === state.inner ? state : { phase: state.phase, inner }, effects }
    }
    case 'new client':
      return takeForNew(state, event, meeting)
    case 'strange':
      return begin(state, event, meeting)
    case 'greeting':
      return meet(state, event, meeting)
  }
}

function begin(state: Extract<State, { readonly phase: 'strange' }>, event: Event, meeting: Meeting): Step {
  const params = greetingIn(event)
  if (params === undefined) return passUnchanged(state, event)
  const { before } = state
  const call = callOf(event)
  if (before !== undefined && !isSameAge(params, before))
    return greetAgain({ call, params, isSecond: true, before }, nobodyWaiting, meeting)
  const isForAll = meeting.offersAll && isNew(params)
  const worded = isForAll ? toGreetingOfAll(params) : params
  const greeting = { call, params, isSecond: isForAll, before: undefined }
  return { state: { phase: 'greeting', greeting, waiting: nobodyWaiting }, effects: [greet(worded, call)] }
}

function takeForNew(
  state: Extract<State, { readonly phase: 'new client' }>,
  event: Event,
  meeting: Meeting,
): Step {
  const params = state.welcome === undefined ? undefined : greetingIn(event)
  const flaw = params === undefined ? undefined : flawIn(params)
  if (flaw !== undefined) return { state, effects: [refuse(callOf(event), flaw)] }
  if (params !== undefined && isNew(params)) {
    const greeting = { call: callOf(event), params, isSecond: true, before: state.welcome }
    return greetAgain(greeting, nobodyWaiting, meeting)
  }
  const isUse = event.kind === 'request' && event.from === 'client'
  const { state: inner, effects } = takeForNewClient(state.inner, event as ProxyEvent<NewClientTag>)
  const welcome = isUse ? undefined : state.welcome
  const isUnchanged = inner === state.inner && welcome === state.welcome
  return { state: isUnchanged ? state : { phase: state.phase, inner, welcome }, effects }
}

function meet(state: Undecided, event: Event, meeting: Meeting): Step {
  const { greeting, waiting } = state
  if (event.kind === 'answer') {
    const result = fieldsOf(event.result)
    if (isSameAge(greeting.params, result)) return settle(state, result, meeting)
    const flaw = flawIn(greeting.params)
    if (flaw !== undefined)
      return catchUp(
        { state: { ...strange, before: result }, effects: [refuse(greeting.call, flaw)] },
        waiting,
        meeting,
      )
    if (greeting.isSecond) return settle(state, result, meeting)
    return greetAgain({ ...greeting, before: result }, waiting, meeting)
  }
  if (event.kind === 'refusal') return beRefused(state, event.error, meeting)
  if (event.kind === 'alarm' || event.from === 'agent') return passUnchanged(state, event)
  return event.kind === 'cancelled' ? giveUp(state, event.call) : wait(state, event)
}

/** What finds no room is refused; what cannot be refused, and would be lost in silence, is the end. */
function wait(state: Undecided, event: Said): Step {
  const waiting = waitToo(state.waiting, event)
  if (waiting !== undefined) return { state: { ...state, waiting }, effects: [] }
  const why = 'before the agent had answered the greeting'
  if (event.kind === 'request')
    return { state, effects: [refuse(event.call, refusal('rate_limited', `Too much was asked ${why}`))] }
  return { state, effects: [{ kind: 'close', reason: `the client said too much ${why}` }] }
}

/** The agent has not heard of what waits, so it need not hear that it is given up. */
function giveUp(state: Undecided, call: number): Step {
  const waiting = withoutCall(state.waiting, call)
  if (waiting === state.waiting) return { state, effects: [] }
  const error = cancelled('The request was cancelled before it was passed on')
  return { state: { ...state, waiting }, effects: [refuse(call, error)] }
}

/** A refusal is no licence to try something else, unless it names something else. */
function beRefused(state: Undecided, error: ErrorObject, meeting: Meeting): Step {
  const { greeting, waiting } = state
  const { call, params, isSecond, before } = greeting
  if (isSecond && before !== undefined) return settle(state, before, meeting)
  if (!isSecond && speaksOther(params, error)) return greetAgain(greeting, waiting, meeting)
  return catchUp({ state: strange, effects: [{ kind: 'refuse', call, error }] }, waiting, meeting)
}

/** Greets the agent in the words of the version that the client does not speak. */
function greetAgain(greeting: Greeting, waiting: Waiting<Said>, { canReopen }: Meeting): Step {
  const { call, params } = greeting
  const reopen = { kind: 'tell', to: 'agent', method: '$/parley/reopen', params: REOPENING } as const
  return {
    state: { phase: 'greeting', greeting: { ...greeting, isSecond: true }, waiting },
    effects: [...(canReopen ? [reopen] : []), greet(toOtherGreeting(params), call)],
  }
}

/** Both have said which version they speak: from now on they are understood, or need nobody. */
function settle({ greeting, waiting }: Undecided, result: Fields, meeting: Meeting): Step {
  const { call, params } = greeting
  const answer = (said: Fields): readonly ProxyEffect<Tag>[] => [{ kind: 'answer', call, result: said }]
  if (isSameAge(params, result)) return catchUp({ state: same, effects: answer(result) }, waiting, meeting)
  if (isNew(params)) {
    const inner = newClientInterpreter(agentAbilities(result)).start
    const state: State = { phase: 'new client', inner, welcome: result }
    return catchUp({ state, effects: answer(toNewWelcome(result)) }, waiting, meeting)
  }
  const inner = oldClientInterpreter(hearingOf(params)).start
  return catchUp(
    { state: { phase: 'old client', inner }, effects: answer(toOldWelcome(result)) },
    waiting,
    meeting,
  )
}

function catchUp(first: Step, waiting: Waiting<Said>, meeting: Meeting): Step {
  return waiting.events.reduce<Step>((all, event) => {
    const { state, effects } = take(all.state, event, meeting)
    return { state, effects: [...all.effects, ...effects] }
  }, first)
}

function passUnchanged(state: State, event: Event): Step {
  const { effects } = unchanged.step(undefined, event as ProxyEvent<Relayed>)
  return { state, effects }
}

function greet(params: unknown, call: number): ProxyEffect<Tag> {
  return { kind: 'ask', to: 'agent', method: 'initialize', params, tag: { kind: 'greeted' }, sake: call }
}

function greetingIn(event: Event): Fields | undefined {
  const isGreeting = event.kind === 'request' && event.from === 'client' && event.method === 'initialize'
  return isGreeting && isFields(event.params) ? event.params : undefined
}

function callOf(event: Event): number {
  return event.kind === 'request' ? event.call : 0
}

function refuse(call: number, error: ErrorObject): ProxyEffect<Tag> {
  return { kind: 'refuse', call, error }
}
