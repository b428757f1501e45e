/** What becomes of the console as messages pass: who waits for whom, and what is answered by rule. */

import type { Entry } from '@parley/acp/inspect'
import { errorCodes } from '@parley/acp/jsonrpc'
import { isObject, type JsonObject } from '../../json-object.js'
import { answerText, type Console, type ConsoleEffect, type Held, type Move, profileFor } from './model.js'
import { ruleAnswer } from './profile.js'

/** More than these would not be looked at by anybody; the rest is refused, for nobody waits for ever. */
const MOST_HELD = 1_000

export function pass(console: Console, entries: readonly Entry[]): Move {
  let next = console
  const effects: ConsoleEffect[] = []
  for (const entry of entries) {
    if (!('message' in entry)) continue
    for (const message of Array.isArray(entry.message) ? entry.message : [entry.message]) {
      if (!isObject(message)) continue
      const move = entry.to === 'agent' ? { console: said(next, message), effects: [] } : heard(next, message)
      next = move.console
      effects.push(...move.effects)
    }
  }
  return { console: next, effects }
}

function said(console: Console, message: JsonObject): Console {
  const { id, method, params } = message
  if (typeof method !== 'string') return { ...console, held: console.held.filter(held => held.id !== id) }
  if (id === undefined) return console
  return { ...console, pending: [...console.pending, { id, method, params }] }
}

function heard(console: Console, message: JsonObject): Move {
  const { id, method, params } = message
  if (typeof method === 'string' && id !== undefined) return asked(console, { id, method, params })
  if (method === '$/cancel_request' && isObject(params)) {
    const held = console.held.filter(one => one.id !== params.requestId)
    return { console: { ...console, held }, effects: [] }
  }
  if (method !== undefined) return { console, effects: [] }
  return { console: answered(console, message), effects: [] }
}

function asked(console: Console, held: Held): Move {
  const ruled = ruleAnswer(profileFor(console, held.method), held.method, held.params)
  if (ruled === 'hold' && console.held.length >= MOST_HELD) return refuse(console, held)
  if (ruled === 'hold') return { console: { ...console, held: [...console.held, held] }, effects: [] }
  if (ruled === 'carry-out') return { console, effects: [{ do: 'carry-out', held }] }
  return { console, effects: [{ do: 'send', text: answerText(held, ruled) }] }
}

function refuse(console: Console, held: Held): Move {
  const notice = `${MOST_HELD} requests are held: more of them are answered with an error.`
  const error = { code: errorCodes.internal_error, message: 'too many requests wait for an answer' }
  return {
    console: { ...console, notice },
    effects: [{ do: 'send', text: answerText(held, { error }) }],
  }
}

function answered(console: Console, { id, result }: JsonObject): Console {
  const call = console.pending.find(one => one.id === id)
  const pending = console.pending.filter(one => one !== call)
  const made = isObject(result) ? result.sessionId : undefined
  const named = call !== undefined && isObject(call.params) ? call.params.sessionId : undefined
  const isOpened = /^session\/(?:new|fork|load|resume)$/.test(call?.method ?? '') && result !== undefined
  const session = isOpened ? [made, named].find(one => typeof one === 'string') : undefined
  return { ...console, pending, ...(typeof session === 'string' ? { session } : {}) }
}
