/** Between a client of version 2 and an agent of version 1. */

import type { ErrorObject } from '../../../jsonrpc/index.js'
import type { ProxyEvent, ProxyInterpreter } from '../../sides.js'
import type { AgentAbilities } from '../capabilities.js'
import { invalidParams, notOffered, refusal, toNewError } from '../errors.js'
import { fieldsOf, sessionIdOf } from '../fields.js'
import { type Ages, passAnswer, passNotification, passRefusal, passRequest } from '../passage.js'
import { andThen, step } from '../steps.js'
import { close, closed, notClosed } from './closing.js'
import { list, make, notOpened, opened, resume } from './openings.js'
import { answered, ask, refused } from './questions.js'
import { modeSet, optionSet, setOption } from './settings.js'
import { type Asked, type NewStep, type State, startWith, type Tag } from './state.js'
import { cancel, fail, finish, losePatience, notice, prompt, withdraw } from './turns.js'
import { update } from './updates.js'

type Event = ProxyEvent<Tag>
type Handler = (state: State, asked: Asked) => NewStep

const ages: Ages = { client: 'new', agent: 'old' }

const refuseWith =
  (error: ErrorObject): Handler =>
  (state, { call }) =>
    step(state, { kind: 'refuse', call, error })

/** What the client asks for that needs a memory, or that no agent of version 1 can do. */
const asked: ReadonlyMap<string, Handler> = new Map([
  ['session/new', make('session/new')],
  ['session/fork', make('session/fork')],
  ['session/resume', resume],
  ['session/close', close],
  ['session/prompt', prompt],
  ['session/set_config_option', setOption],
  ['tool_call/cancel', refuseWith(invalidParams('/toolCallId', 'a tool call that can be cancelled'))],
  ['terminal/cancel', refuseWith(invalidParams('/terminalId', 'a terminal that can be cancelled'))],
  [
    'initialize',
    refuseWith(refusal('invalid_request', 'Invalid request: this connection is already initialized')),
  ],
])

const noLogout = refuseWith(
  notOffered(
    'agent auth.logout',
    'auth/logout needs the capability agent auth.logout, which was not offered',
  ),
)

/** Translates for a client of version 2 that speaks with an agent of version 1. */
export function newClientInterpreter(abilities: AgentAbilities): ProxyInterpreter<State, Tag> {
  return { start: startWith(abilities), step: takeForNewClient }
}

export function takeForNewClient(state: State, event: Event): NewStep {
  switch (event.kind) {
    case 'request':
      return event.from === 'client' ? takeClients(state, event) : takeAgents(state, event)
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
      return event.tag.kind === 'patience' ? losePatience(state, event.tag) : step(state)
  }
}

function takeClients(state: State, event: Extract<Event, { kind: 'request' }>): NewStep {
  const { method } = event
  const handler = handlerOf(state, method)
  return handler === undefined ? step(state, passRequest(ages, event)) : handler(state, event)
}

function handlerOf({ abilities }: State, method: string): Handler | undefined {
  if (method === 'session/list' && !abilities.list) return list
  if (method === 'auth/logout' && !abilities.logout) return noLogout
  return asked.get(method)
}

/** Whoever asks for something on behalf of a session is at work in it. */
function takeAgents(state: State, event: Extract<Event, { kind: 'request' }>): NewStep {
  return andThen(notice(state, sessionIdOf(event.params)), next => {
    const { method } = event
    const question =
      method === 'session/request_permission'
        ? ask(next, 'permission', event)
        : method === 'elicitation/create'
          ? ask(next, 'elicitation', event)
          : undefined
    if (question !== undefined) return question
    if (method === 'session/request_permission')
      return refuseWith(invalidParams('/sessionId', 'a string'))(next, event)
    // Version 1 may name a request by nothing at all.
    if (method === 'elicitation/create' && fieldsOf(event.params).requestId === null)
      return refuseWith(invalidParams('/requestId', 'a string or an integer'))(next, event)
    return step(next, passRequest(ages, event))
  })
}

function takeAnswer(state: State, { tag, from, result }: Extract<Event, { kind: 'answer' }>): NewStep {
  switch (tag.kind) {
    case 'passed':
      return step(state, passAnswer(ages, tag, { from, result }))
    case 'permission':
    case 'elicitation':
      return answered(state, tag, result)
    case 'opened':
      return opened(state, tag, result)
    case 'closed':
      return closed(state, tag, result)
    case 'prompted':
      return finish(state, tag, result)
    case 'mode':
      return modeSet(state, tag, result)
    case 'option':
      return optionSet(state, tag, result)
    case 'patience':
      return step(state)
  }
}

function takeRefusal(state: State, { tag, from, error }: Extract<Event, { kind: 'refusal' }>): NewStep {
  switch (tag.kind) {
    case 'passed':
      return step(state, passRefusal(ages, tag, { from, error }))
    case 'permission':
    case 'elicitation':
      return refused(state, tag, error)
    case 'opened':
      return notOpened(state, tag, error)
    case 'closed':
      return notClosed(state, tag, error)
    case 'prompted':
      return fail(state, tag, error)
    case 'patience':
      return step(state)
    default:
      return step(state, { kind: 'refuse', call: tag.call, error: toNewError(error, tag.sessionId) })
  }
}
