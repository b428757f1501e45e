/** What becomes of a call: most are passed on in other words, some are remembered, and some need more than one question. */

import { isModelOption, SET_MODEL_METHOD } from '../../protocol/index.js'
import { isFields } from '../../schema/fields.js'
import { hold, learn, type Memory, type Tag } from './memory.js'
import {
  type Answer,
  ask,
  type Deed,
  type Move,
  move,
  type Request,
  refuseTheirs,
  respelled,
} from './moves.js'
import { SettingFlaw, settingToOurs, settingToTheirs } from './options.js'
import { questionToOurs, questionToTheirs } from './permission.js'
import { type Fields, layMoreAway } from './respelling.js'
import { signInToOurs, signInToTheirs } from './sign-in.js'
import { patienceOf } from './terminals.js'

type Handler = (memory: Memory, request: Request) => Move

const SET_OPTION = 'session/set_config_option'

/** Calls of theirs that need more than other words. */
const theirCalls: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['authenticate', signIn],
  ['session/new', open],
  ['session/load', load],
  ['session/set_mode', passKnowing],
  [SET_OPTION, setOption],
  [SET_MODEL_METHOD, setModel],
  ['session/prompt', passKnowing],
  ['session/request_permission', askOurUser],
  ['terminal/wait_for_exit', wait],
])

/** Calls of ours that need more than other words. */
const ourCalls: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['authenticate', signIn],
  ['session/new', open],
  ['session/load', open],
  ['session/set_mode', passKnowing],
  [SET_OPTION, setTheirOption],
  ['session/request_permission', askTheirUser],
  ['terminal/create', passKnowing],
  ['terminal/output', passKnowing],
  ['terminal/wait_for_exit', passKnowing],
])

export function takeRequest(memory: Memory, request: Request): Move {
  const calls = request.from === 'theirs' ? theirCalls : ourCalls
  const handler = calls.get(request.method)
  return handler === undefined ? move(memory, ask(request, respelled(request))) : handler(memory, request)
}

/** What the answer has to be understood by; prompts may be large and only their session counts. */
function passKnowing(memory: Memory, request: Request): Move {
  const { method, params } = request
  const sessionId = field(params, 'sessionId')
  const known = method === 'session/prompt' ? { sessionId } : { sessionId, params }
  return move(memory, ask(request, respelled(request), known))
}

function signIn(memory: Memory, request: Request): Move {
  const { params, from } = request
  const toOther = from === 'theirs' ? signInToOurs : signInToTheirs
  return move(memory, ask(request, toOther(params, memory.passesCredentials)))
}

function open(memory: Memory, request: Request): Move {
  const { params } = request
  const sessionId = field(params, 'sessionId')
  const cwd = field(params, 'cwd')
  const known = cwd === undefined ? memory : learn(memory, sessionId, { cwd })
  return move(known, ask(request, respelled(request), { sessionId, params: { cwd } }))
}

/** They do not say where a session works: it is known from when it began, or our agent is asked. */
function load(memory: Memory, request: Request): Move {
  const { params, call } = request
  const ours = respelled(request)
  const sessionId = field(params, 'sessionId')
  if (!isFields(ours) || Object.hasOwn(ours, 'cwd')) return open(memory, request)
  const { cwd } = memory.sessions.get(sessionId) ?? {}
  if (cwd !== undefined) return move(memory, askToLoad(request, ours, cwd))
  if (!memory.canList)
    return move(
      memory,
      refuseTheirs(
        call,
        'invalid_params',
        'Invalid params: /cwd: expected the directory of the session, which began on another connection and which the agent does not list; found nothing',
      ),
    )
  return move(memory, askWhere(call, { sessionId, params: ours, count: 1 }, undefined))
}

function askToLoad(request: Pick<Request, 'call' | 'from' | 'method'>, ours: Fields, cwd: unknown): Deed {
  const params = { ...layMoreAway(ours, { $lacks: ['cwd'] }), cwd }
  const sessionId = field(ours, 'sessionId')
  return ask(request as Request, params, { sessionId, params: { cwd } })
}

function askWhere(call: number, noted: Partial<Tag>, cursor: unknown): Deed {
  return {
    kind: 'ask',
    to: 'ours',
    method: 'session/list',
    params: cursor === undefined ? {} : { cursor },
    tag: { call, method: 'session/load', stage: 'find', ...noted },
    sake: call,
  }
}

const MOST_PAGES = 1_000

/** A page of our agent's sessions: the one that is looked for may be on it. */
export function takePage(memory: Memory, { tag, result }: Answer): Move {
  const { call, sessionId, params, count = 1 } = tag
  const sessions = field(result, 'sessions')
  const found = Array.isArray(sessions)
    ? sessions.find(each => isFields(each) && each.sessionId === sessionId)
    : undefined
  if (isFields(found) && isFields(params)) {
    const known = learn(memory, sessionId, { cwd: found.cwd })
    return move(known, askToLoad({ call, from: 'theirs', method: 'session/load' }, params, found.cwd))
  }
  const cursor = field(result, 'nextCursor')
  if (typeof cursor === 'string' && count < MOST_PAGES)
    return move(memory, askWhere(call, { sessionId, params, count: count + 1 }, cursor))
  return move(memory, refuseTheirs(call, 'session_not_found', 'Session not found'))
}

function setOption(memory: Memory, request: Request): Move {
  const { params, call } = request
  const sessionId = field(params, 'sessionId')
  const ours = settingToOurs(params, memory.sessions.get(sessionId)?.options)
  if (ours instanceof SettingFlaw)
    return move(memory, refuseTheirs(call, 'invalid_params', `Invalid params: ${ours.flaw}`))
  return move(memory, ask(request, ours, { sessionId, params: ours }))
}

/** The model was once chosen by a method of its own. */
function setModel(memory: Memory, request: Request): Move {
  const { params } = request
  const sessionId = field(params, 'sessionId')
  const option = memory.sessions.get(sessionId)?.options?.find(isModelOption)
  if (option === undefined || !isFields(params)) return move(memory, ask(request, params))
  const { modelId, ...others } = params
  const ours = { ...others, configId: option.id, value: modelId }
  return move(memory, ask(request, ours, { as: SET_OPTION, sessionId, params: ours }))
}

function setTheirOption(memory: Memory, request: Request): Move {
  const { params } = request
  const sessionId = field(params, 'sessionId')
  const { options, hasModels } = memory.sessions.get(sessionId) ?? {}
  const configId = field(params, 'configId')
  const noted = { sessionId, params }
  if (hasModels && options?.some(each => isModelOption(each) && each.id === configId)) {
    const theirs = { sessionId, modelId: field(params, 'value') }
    return move(memory, ask(request, theirs, { ...noted, as: SET_MODEL_METHOD }))
  }
  return move(memory, ask(request, settingToTheirs(params), noted))
}

function askOurUser(memory: Memory, request: Request): Move {
  const count = memory.count + 1
  const ours = questionToOurs(request.params, `${memory.prefix}${count}`)
  return move({ ...memory, count }, ask(request, ours, { params: request.params }))
}

function askTheirUser(memory: Memory, request: Request): Move {
  const { call, params } = request
  const questions = hold(memory.questions, call, field(params, 'sessionId'))
  return move({ ...memory, questions }, ask(request, questionToTheirs(params)))
}

/** Waiting there has an end, and brings along what was written: an alarm, and a second question. */
function wait(memory: Memory, request: Request): Move {
  const { call, params, method } = request
  const patience = patienceOf(params)
  if (patience === 'odd')
    return move(
      memory,
      refuseTheirs(call, 'invalid_params', 'Invalid params: /timeout: expected milliseconds'),
    )
  const terminal = { sessionId: field(params, 'sessionId'), terminalId: field(params, 'terminalId') }
  const tag: Tag = { call, method, stage: 'wait', params: terminal }
  const waits = hold(memory.waits, call, tag)
  const asked: Deed = { kind: 'ask', to: 'ours', method, params: respelled(request), tag, sake: call }
  const alarm: readonly Deed[] = patience === undefined ? [] : [{ kind: 'alarm', after: patience, tag }]
  return move({ ...memory, waits }, asked, ...alarm)
}

function field(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined
}
