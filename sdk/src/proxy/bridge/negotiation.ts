/**
 * Finds out which versions meet. The agent is greeted in the client's own words first; only an agent that answers with
 * another version, or names one, is greeted again in its own. What comes meanwhile waits. The only file of the bridge
 * that compares version numbers.
 */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { type Passed as Relayed, unchanged } from '../relay.js'
import type { ProxyEffect, ProxyEvent, ProxyInterpreter, ProxyStep } from '../sides.js'
import {
  agentAbilities,
  hearingOf,
  toNewGreeting,
  toNewWelcome,
  toOldGreeting,
  toOldWelcome,
} from './capabilities.js'
import { invalidParams, refusal, supportedBy } from './errors.js'
import { type Fields, fieldsOf, isFields } from './fields.js'
import { newClientInterpreter, takeForNewClient } from './new-client/interpreter.js'
import type { State as NewClientState, Tag as NewClientTag } from './new-client/state.js'
import { oldClientInterpreter, takeForOldClient } from './old-client/interpreter.js'
import type { State as OldClientState, Tag as OldClientTag } from './old-client/state.js'
import { REOPENING } from './reopening.js'
import { nobodyWaiting, type Waiting, waitToo } from './waiting.js'

type Event = ProxyEvent<Tag>
type Said = Extract<Event, { readonly kind: 'request' | 'notification' | 'cancelled' }>
type Step = ProxyStep<State, Tag>

/** A greeting of the client that is not answered yet. */
interface Greeting {
  readonly call: number
  readonly params: Fields
  /** The agent was greeted in its own words, after the client's did not fit. */
  readonly isSecond: boolean
  /** What the agent answered before; good enough if it wants no second greeting. */
  readonly before: Fields | undefined
}

export type State =
  /** Nobody has greeted anybody: what is said passes as it is, and the agent refuses it. */
  | {
      readonly phase: 'strange'
      /** What the agent answered to a greeting that was none. */
      readonly before: Fields | undefined
    }
  | { readonly phase: 'greeting'; readonly greeting: Greeting; readonly waiting: Waiting<Said> }
  | { readonly phase: 'same' }
  | { readonly phase: 'old client'; readonly inner: OldClientState }
  | {
      readonly phase: 'new client'
      readonly inner: NewClientState
      /** What the agent answered; version 2 may greet again until it has asked for something else. */
      readonly welcome: Fields | undefined
    }

type Undecided = Extract<State, { readonly phase: 'greeting' }>

export type Tag = { readonly kind: 'greeted' } | Relayed | OldClientTag | NewClientTag

export interface Meeting {
  /** Whether the agent can be spoken to on another connection. */
  readonly canReopen: boolean
  /** Whether a client's greeting is sent in the words of all versions at once. */
  readonly offersAll: boolean
}

const strange = { phase: 'strange', before: undefined } as const
const same: State = { phase: 'same' }

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
  // Who speaks the earlier version needs no other greeting; who speaks the later one passes over what it does not know.
  const isForAll = meeting.offersAll && isNew(params.protocolVersion)
  const worded = isForAll ? { ...toOldGreeting(params), ...params } : params
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
  if (params !== undefined && isNew(params.protocolVersion)) {
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
  if (event.kind === 'cancelled' && event.call === greeting.call) return { state, effects: [] }
  const longer = waitToo(waiting, event)
  if (longer !== undefined) return { state: { ...state, waiting: longer }, effects: [] }
  const error = refusal('rate_limited', 'Too much was asked before the agent had answered the greeting')
  return { state, effects: event.kind === 'request' ? [{ kind: 'refuse', call: event.call, error }] : [] }
}

/** A refusal is no licence to try something else, unless it names something else. */
function beRefused(state: Undecided, error: ErrorObject, meeting: Meeting): Step {
  const { greeting, waiting } = state
  const { call, params, isSecond, before } = greeting
  if (isSecond && before !== undefined) return settle(state, before, meeting)
  const other = isNew(params.protocolVersion) ? 1 : 2
  if (!isSecond && supportedBy(error).includes(other)) return greetAgain(greeting, waiting, meeting)
  return catchUp({ state: strange, effects: [{ kind: 'refuse', call, error }] }, waiting, meeting)
}

/** Greets the agent in the words of the version that the client does not speak. */
function greetAgain(greeting: Greeting, waiting: Waiting<Said>, { canReopen }: Meeting): Step {
  const { call, params } = greeting
  const worded = isNew(params.protocolVersion) ? toOldGreeting(params) : toNewGreeting(params)
  const reopen = { kind: 'tell', to: 'agent', method: '$/parley/reopen', params: REOPENING } as const
  return {
    state: { phase: 'greeting', greeting: { ...greeting, isSecond: true }, waiting },
    effects: [...(canReopen ? [reopen] : []), greet(worded, call)],
  }
}

/** Both have said which version they speak: from now on they are understood, or need nobody. */
function settle({ greeting, waiting }: Undecided, result: Fields, meeting: Meeting): Step {
  const { call, params } = greeting
  const answer = (said: Fields): readonly ProxyEffect<Tag>[] => [{ kind: 'answer', call, result: said }]
  if (isSameAge(params, result)) return catchUp({ state: same, effects: answer(result) }, waiting, meeting)
  if (isNew(params.protocolVersion)) {
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

/** What version 2 demands, and an agent of version 1 does not look at. */
function flawIn({ protocolVersion, info }: Fields): ErrorObject | undefined {
  const { name, version } = fieldsOf(info)
  const isNamed = typeof name === 'string' && typeof version === 'string'
  return protocolVersion === 2 && !isNamed ? invalidParams('/info', 'a name and a version') : undefined
}

function refuse(call: number, error: ErrorObject): ProxyEffect<Tag> {
  return { kind: 'refuse', call, error }
}

/** Also where the agent answers with a version that nobody knows: the client has to decide what to make of it. */
function isSameAge(params: Fields, result: Fields): boolean {
  const answered = result.protocolVersion
  if (answered !== 1 && answered !== 2) return true
  return isNew(params.protocolVersion) === isNew(answered)
}

/** Whoever asks for a version that is not known yet speaks the latest that is. */
function isNew(version: unknown): boolean {
  return typeof version === 'number' && version >= 2
}
