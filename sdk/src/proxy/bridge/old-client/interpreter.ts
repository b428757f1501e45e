/** Between a client of version 1 and an agent of version 2. */

import type { ProxyEvent, ProxyInterpreter } from '../../sides.js'
import { conversationOf } from '../conversations.js'
import { invalidParams, isCancelled, refusal } from '../errors.js'
import { isFields, sessionIdOf } from '../fields.js'
import { type Ages, passAnswer, passNotification, passRefusal, passRequest } from '../passage.js'
import { dismissed, toOldPermission } from '../permissions.js'
import { step } from '../steps.js'
import type { Hearing } from '../words/index.js'
import { tellAllHeld, tellHeld } from './held.js'
import { close, closed, make, notOpened, opened, reopen } from './openings.js'
import { modeSet, optionSet, setMode, setOption } from './settings.js'
import { type Asked, type OldStep, type State, startWith, type Tag } from './state.js'
import { cancel, insert, prompt, refuse, withdraw } from './turns.js'
import { update } from './updates.js'

type Event = ProxyEvent<Tag>
type Handler = (state: State, asked: Asked) => OldStep

const ages: Ages = { client: 'old', agent: 'new' }

/** What the client asks for that needs a memory. */
const asked: ReadonlyMap<string, Handler> = new Map([
  ['session/new', make('session/new')],
  ['session/fork', make('session/fork')],
  ['session/load', reopen(true)],
  ['session/resume', reopen(false)],
  ['session/close', close],
  ['session/prompt', prompt],
  ['session/set_mode', setMode],
  ['session/set_config_option', setOption],
  [
    'initialize',
    (state, { call }) =>
      step(state, {
        kind: 'refuse',
        call,
        error: refusal('invalid_request', 'Invalid request: this connection is already initialized'),
      }),
  ],
])

/** Translates for a client of version 1 that speaks with an agent of version 2. */
export function oldClientInterpreter(hears: Hearing): ProxyInterpreter<State, Tag> {
  return { start: startWith(hears), step: takeForOldClient }
}

export function takeForOldClient(state: State, event: Event): OldStep {
  switch (event.kind) {
    case 'request':
      return takeRequest(state, event)
    case 'notification':
      if (event.from === 'agent' && event.method === 'session/update') return update(state, event.params)
      if (event.from === 'client' && event.method === 'session/cancel') return cancel(state, event.params)
      return { state, effects: passNotification(ages, event) }
    case 'answer':
      return takeAnswer(state, event)
    case 'refusal':
      return takeRefusal(state, event)
    case 'cancelled':
      return event.from === 'client' ? withdraw(state, event.call) : step(state)
    case 'alarm':
      return event.tag.kind === 'held' ? tellHeld(state, event.tag) : step(state)
  }
}

function takeRequest(state: State, event: Extract<Event, { kind: 'request' }>): OldStep {
  const { from, method } = event
  const handler = from === 'client' ? asked.get(method) : undefined
  if (handler !== undefined) return handler(state, event)
  if (from === 'agent' && method === 'session/request_permission') return askPermission(state, event)
  return step(state, passRequest(ages, event))
}

function askPermission(state: State, { call, params }: Asked): OldStep {
  const sessionId = sessionIdOf(params)
  if (!isFields(params) || sessionId === undefined)
    return step(state, { kind: 'refuse', call, error: invalidParams('/sessionId', 'a string') })
  const counted = state.counted + 1
  const { state: told, effects } = tellAllHeld(state, sessionId)
  const worded = toOldPermission(
    conversationOf(told, sessionId).told,
    params,
    `parley.dev/permission-${counted}`,
  )
  if (worded === undefined) return step(told, ...effects, { kind: 'answer', call, result: dismissed })
  return step({ ...told, counted }, ...effects, {
    kind: 'ask',
    to: 'client',
    method: 'session/request_permission',
    params: worded,
    tag: { kind: 'permission', call, sessionId },
    sake: call,
  })
}

function takeAnswer(state: State, { tag, from, result }: Extract<Event, { kind: 'answer' }>): OldStep {
  switch (tag.kind) {
    case 'passed':
      return step(state, passAnswer(ages, tag, { from, result }))
    case 'opened':
      return opened(state, tag, result)
    case 'closed':
      return closed(state, tag, result)
    case 'prompted':
      return insert(state, tag, result)
    case 'mode':
      return modeSet(state, tag, result)
    case 'option':
      return optionSet(state, tag, result)
    case 'permission':
      return step(state, { kind: 'answer', call: tag.call, result })
    case 'held':
      return step(state)
  }
}

function takeRefusal(state: State, { tag, from, error }: Extract<Event, { kind: 'refusal' }>): OldStep {
  switch (tag.kind) {
    case 'opened':
      return notOpened(state, tag, error)
    case 'prompted':
      return refuse(state, tag, error)
    case 'permission':
      // Version 2 has an outcome for what was given up, version 1 may also answer with an error.
      if (isCancelled(error)) return step(state, { kind: 'answer', call: tag.call, result: dismissed })
      return step(state, passRefusal(ages, tag, { from, error }))
    case 'passed':
      return step(state, passRefusal(ages, tag, { from, error }))
    case 'held':
      return step(state)
    default:
      return step(state, { kind: 'refuse', call: tag.call, error })
  }
}
