/** What becomes of an answer: whoever asked gets it in its own words, and what it tells for later is remembered. */

import { isAdvertised, reasonCodes, SET_MODEL_METHOD } from '../../protocol/index.js'
import { isFields } from '../../schema/fields.js'
import { kept } from '../kept.js'
import { announcedModes, withModes } from './handshake.js'
import { forget, learn, learnMore, type Memory, remember, type Tag } from './memory.js'
import { type Answer, answer, type Deed, type Move, move, refuse } from './moves.js'
import { flush } from './notifications.js'
import { factsIn, openingToOurs, openingToTheirs, toldBeforeNothing } from './openings.js'
import { optionsAfter } from './options.js'
import { choiceToOurs, choiceToTheirs, refusingOption } from './permission.js'
import { takePage } from './requests.js'
import { nothing } from './respelling.js'
import { resultOf } from './rows.js'
import { waitResult } from './terminals.js'
import { update } from './updates.js'

type Handler = (memory: Memory, event: Answer) => Move

const SET_OPTION = 'session/set_config_option'
const PERMISSION = 'session/request_permission'

/** Answers of theirs that need more than other words. */
const theirAnswers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['initialize', takeTheirGreeting],
  ['session/new', takeTheirSession],
  ['session/load', takeTheirSession],
  ['session/set_mode', takeMode],
  [SET_OPTION, takeTheirOptions],
  [PERMISSION, takeTheirChoice],
  ['terminal/create', takeTerminal],
  ['terminal/output', takeExit],
  ['terminal/wait_for_exit', takeExit],
])

/** Answers of ours that need more than other words. */
const ourAnswers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['initialize', takeOurGreeting],
  ['session/new', takeOurSession],
  ['session/load', takeOurLoad],
  ['session/prompt', endTurn],
  ['session/set_mode', takeMode],
  [SET_OPTION, takeOurOptions],
  [SET_MODEL_METHOD, takeOurOptions],
  [PERMISSION, takeOurChoice],
  ['terminal/wait_for_exit', takeOurExit],
])

export function takeAnswer(memory: Memory, event: Answer): Move {
  const handler = (event.from === 'theirs' ? theirAnswers : ourAnswers).get(event.tag.method)
  return handler === undefined ? pass(memory, event) : handler(memory, event)
}

function pass(memory: Memory, event: Answer): Move {
  return move(memory, answer(event.tag.call, respelled(event)))
}

function respelled({ from, tag, result }: Answer): unknown {
  const spelling = resultOf(tag.method)
  return from === 'theirs' ? spelling.toOurs(result) : spelling.toTheirs(result)
}

function takeTheirGreeting(memory: Memory, event: Answer): Move {
  return pass({ ...memory, modes: announcedModes(event.result) }, event)
}

function takeOurGreeting(memory: Memory, event: Answer): Move {
  const { result, tag } = event
  const capabilities = isFields(result) ? result.agentCapabilities : undefined
  const canList = isAdvertised(capabilities, 'sessionCapabilities.list')
  return move({ ...memory, canList }, answer(tag.call, withModes(respelled(event), memory.ownModes)))
}

function takeTheirSession(memory: Memory, { tag, result }: Answer): Move {
  const sessionId = sessionIn(tag, result)
  const known = memory.sessions.get(sessionId) ?? {}
  const opened = openingToOurs(result, memory.modes, { known, isLoaded: tag.method === 'session/load' })
  const facts = { ...placeIn(tag), ...factsIn(opened) }
  return move(learn(memory, sessionId, facts), answer(tag.call, opened))
}

function takeOurSession(memory: Memory, { tag, result }: Answer): Move {
  const sessionId = sessionIn(tag, result)
  const { memory: flushed, deeds } = flush(memory, sessionId)
  const next = learn(flushed, sessionId, { ...placeIn(tag), ...factsIn(result) })
  if (tag.method === 'session/new') return move(next, ...deeds, answer(tag.call, openingToTheirs(result)))
  const extras = kept(result, '003')
  if (extras.$isObject === true) return move(next, ...deeds, answer(tag.call, openingToTheirs(result)))
  if (extras.$isAnnounced === true) return move(next, ...deeds, answer(tag.call, null))
  const told = toldBeforeNothing(result).map(each => tellTheirs(sessionId, each))
  return move(next, ...deeds, ...told, answer(tag.call, isFields(result) ? null : result))
}

/** Before our agent can load a session it may have to be asked where that works. */
function takeOurLoad(memory: Memory, event: Answer): Move {
  return event.tag.stage === 'find' ? takePage(memory, event) : takeOurSession(memory, event)
}

function tellTheirs(sessionId: unknown, ours: unknown): Deed {
  const params = { sessionId, update: update.toTheirs(ours) }
  return { kind: 'tell', to: 'theirs', method: 'session/update', params }
}

function sessionIn(tag: Tag, result: unknown): unknown {
  return tag.sessionId ?? (isFields(result) ? result.sessionId : undefined)
}

function placeIn({ params }: Tag): { readonly cwd?: unknown } {
  return isFields(params) && params.cwd !== undefined ? { cwd: params.cwd } : {}
}

function takeMode(memory: Memory, event: Answer): Move {
  const { params, sessionId } = event.tag
  const mode = isFields(params) ? params.modeId : undefined
  return pass(typeof mode === 'string' ? learnMore(memory, sessionId, { mode }) : memory, event)
}

/** They say nothing: the list is what is known of it, with the new value. */
function takeTheirOptions(memory: Memory, { tag, result }: Answer): Move {
  const { params, sessionId, call } = tag
  if (isFields(result) && Array.isArray(result.configOptions))
    return move(learnMore(memory, sessionId, { options: result.configOptions }), answer(call, result))
  const { configId, value } = isFields(params) ? params : {}
  if (typeof configId !== 'string') return move(memory, answer(call, result))
  const configOptions = optionsAfter(memory.sessions.get(sessionId)?.options, configId, value)
  const ours = nothing.toOurs(result)
  const answered = isFields(ours) ? { ...ours, configOptions } : result
  return move(learnMore(memory, sessionId, { options: configOptions }), answer(call, answered))
}

function takeOurOptions(memory: Memory, { tag, result }: Answer): Move {
  const options = isFields(result) && Array.isArray(result.configOptions) ? result.configOptions : undefined
  const next = options === undefined ? memory : learnMore(memory, tag.sessionId, { options })
  const nothingThere = tag.method === SET_MODEL_METHOD ? {} : null
  return move(next, answer(tag.call, isFields(result) ? nothingThere : result))
}

function endTurn(memory: Memory, event: Answer): Move {
  const { memory: flushed, deeds } = flush(memory, event.tag.sessionId)
  return move(flushed, ...deeds, answer(event.tag.call, respelled(event)))
}

/** One that has been called off in the meantime was answered then. */
function takeTheirChoice(memory: Memory, { tag, result }: Answer): Move {
  if (!memory.questions.has(tag.call)) return move(memory)
  const questions = forget(memory.questions, tag.call)
  return move({ ...memory, questions }, answer(tag.call, choiceToOurs(result)))
}

/** They have no word for a question that nobody answered: it is a no, or an error where nobody can say no. */
function takeOurChoice(memory: Memory, { tag, result }: Answer): Move {
  const choice = choiceToTheirs(result)
  if (choice !== undefined) return move(memory, answer(tag.call, choice))
  const selectedOptionId = refusingOption(tag.params)
  if (selectedOptionId !== undefined) return move(memory, answer(tag.call, { selectedOptionId }))
  const error = { code: reasonCodes.request_cancelled, message: 'Request cancelled' }
  return move(memory, refuse(tag.call, error, 'ours'))
}

function takeTerminal(memory: Memory, event: Answer): Move {
  const { params } = event.tag
  const terminalId = isFields(event.result) ? event.result.terminalId : undefined
  if (typeof terminalId !== 'string' || !isFields(params)) return pass(memory, event)
  const words = [params.command, ...(Array.isArray(params.args) ? params.args : [])]
  const command = words.filter(word => typeof word === 'string').join(' ')
  return pass({ ...memory, terminals: remember(memory.terminals, terminalId, { command }) }, event)
}

function takeExit(memory: Memory, event: Answer): Move {
  const terminalId = isFields(event.tag.params) ? event.tag.params.terminalId : undefined
  const exitCode = isFields(event.result) ? event.result.exitCode : undefined
  const known = memory.terminals.get(terminalId)
  if (known === undefined || typeof exitCode !== 'number' || known.exitCode === exitCode)
    return pass(memory, event)
  return pass({ ...memory, terminals: remember(memory.terminals, terminalId, { ...known, exitCode }) }, event)
}

/** The end of a wait of theirs: what was written is asked for next, and both are one answer. */
function takeOurExit(memory: Memory, { tag, result }: Answer): Move {
  const { call, stage } = tag
  if (stage === 'written') return move(memory, answer(call, waitResult(tag.result, result)))
  if (!memory.waits.has(call)) return move(memory)
  const waits = forget(memory.waits, call)
  if (Object.hasOwn(kept(result, '003'), 'output'))
    return move({ ...memory, waits }, answer(call, resultOf(tag.method).toTheirs(result)))
  return move({ ...memory, waits }, askWritten(tag, result))
}

/** Asks for what a command has written; `exit` says how it ended, if it did. */
export function askWritten({ call, method, params }: Tag, exit: unknown): Deed {
  const tag: Tag = { call, method, stage: 'written', result: exit }
  return { kind: 'ask', to: 'ours', method: 'terminal/output', params, tag, sake: call }
}
