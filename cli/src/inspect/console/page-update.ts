/** What each key does on the pages that lie over the timeline, but for the form, which has enough of its own. */

import type { MethodFact } from '@parley/acp/inspect'
import { errorCodes } from '@parley/acp/jsonrpc'
import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { editLine } from '../../chat/screen/text-line.js'
import { isObject } from '../../json-object.js'
import { answerPage, callPage } from './beginning.js'
import { hearForm } from './form-update.js'
import { type Console, factsOf, type Held, type Move, type Page, profileFor, sending, stay } from './model.js'
import { PROFILES } from './profile.js'

export function hearPage(console: Console, page: Page, input: Input): Move {
  switch (page.is) {
    case 'form':
      return hearForm(console, page, input)
    case 'pick':
      return hearPick(console, page, input)
    case 'raw':
      return hearRaw(console, page, input)
    case 'queue':
      return hearQueue(console, page, input)
    case 'profiles':
      return hearProfiles(console, page, input)
    case 'keys':
      return input.type === 'key' ? leave(console) : stay(console)
  }
}

const leave = (console: Console): Move => stay({ ...console, page: undefined })
const wordIn = (input: Input): string => (input.type === 'key' ? wordOf(input.key) : '')
const within = (place: number, count: number): number => Math.min(Math.max(0, place), Math.max(0, count - 1))

type PickPage = Extract<Page, { is: 'pick' }>

/** The methods an agent can be sent whose names hold every word that was typed. */
export function offeredMethods(console: Console, text: string): readonly MethodFact[] {
  const words = text.toLowerCase().split(/\s+/)
  return factsOf(console).methods.filter(
    ({ name, to }) => to !== 'client' && words.every(word => name.toLowerCase().includes(word)),
  )
}

function hearPick(console: Console, page: PickPage, input: Input): Move {
  const methods = offeredMethods(console, page.line.text)
  const word = wordIn(input)
  if (word === 'escape') return leave(console)
  if (word === 'up' || word === 'down') {
    const cursor = within(page.cursor + (word === 'up' ? -1 : 1), methods.length)
    return stay({ ...console, page: { ...page, cursor } })
  }
  if (word === 'enter') {
    const fact = methods[within(page.cursor, methods.length)]
    const method = fact?.name ?? page.line.text.trim()
    return method === '' ? stay(console) : stay({ ...console, page: callPage(console, method, fact) })
  }
  const line = editLine(page.line, input)
  return line === undefined ? stay(console) : stay({ ...console, page: { ...page, line, cursor: 0 } })
}

type RawPage = Extract<Page, { is: 'raw' }>

function hearRaw(console: Console, page: RawPage, input: Input): Move {
  const { line, purpose, back } = page
  const word = wordIn(input)
  if (word === 'escape') return stay({ ...console, page: back })
  if (word === 'enter' || word === 'ctrl+s') return sendRaw(console, page)
  const next = editLine(line, input)
  return next === undefined
    ? stay(console)
    : stay({ ...console, page: { is: 'raw', purpose, line: next, back } })
}

/** A line goes as it is; params and answers have to be JSON, or there would be no message to put them in. */
function sendRaw(console: Console, { line, purpose }: RawPage): Move {
  if (purpose.is === 'line') return line.text === '' ? leave(console) : sending(console, purpose, line.text)
  try {
    return sending(console, purpose, JSON.parse(line.text))
  } catch {
    return stay({ ...console, notice: 'This is no JSON. To send any text at all: Esc, then m.' })
  }
}

function hearQueue(console: Console, page: Extract<Page, { is: 'queue' }>, input: Input): Move {
  const word = wordIn(input)
  const held = console.held[within(page.cursor, console.held.length)]
  if (word === 'escape' || word === 'q' || held === undefined) return leave(console)
  if (word === 'up' || word === 'down') {
    const cursor = within(page.cursor + (word === 'up' ? -1 : 1), console.held.length)
    return stay({ ...console, page: { ...page, cursor } })
  }
  if (word === 'enter') return stay({ ...console, page: answerPage(console, held) })
  if (word === 'e') return stay({ ...console, page: errorPage(held) })
  const chosen = /^[1-9]$/.test(word) ? optionsOf(held)[Number(word) - 1] : undefined
  if (chosen === undefined) return stay(console)
  const outcome = { outcome: 'selected', optionId: chosen.optionId }
  return sending(console, { is: 'answer', held }, { outcome })
}

function errorPage(held: Held): Page {
  const text = JSON.stringify({ code: errorCodes.internal_error, message: 'refused by hand' })
  return { is: 'raw', purpose: { is: 'error', held }, line: { text, cursor: text.length } }
}

/** What a request for permission offers. */
export function optionsOf({ method, params }: Held): readonly Readonly<Record<string, unknown>>[] {
  if (method !== 'session/request_permission' || !isObject(params)) return []
  return Array.isArray(params.options) ? params.options.filter(isObject) : []
}

/** What an agent may ask, the first line standing for all. */
export function askedMethods(console: Console): readonly string[] {
  const asked = factsOf(console).methods.filter(({ to, kind }) => to !== 'agent' && kind === 'request')
  return ['', ...asked.map(({ name }) => name)]
}

function hearProfiles(console: Console, page: Extract<Page, { is: 'profiles' }>, input: Input): Move {
  const methods = askedMethods(console)
  const word = wordIn(input)
  if (word === 'escape' || word === 'q' || word === 'enter') return leave(console)
  if (word === 'up' || word === 'down') {
    const cursor = within(page.cursor + (word === 'up' ? -1 : 1), methods.length)
    return stay({ ...console, page: { ...page, cursor } })
  }
  if (word !== 'left' && word !== 'right' && word !== 'space') return stay(console)
  const method = methods[page.cursor] ?? ''
  const at = PROFILES.indexOf(method === '' ? console.profile : profileFor(console, method))
  const next = PROFILES[(at + (word === 'left' ? PROFILES.length - 1 : 1)) % PROFILES.length] ?? 'hold'
  if (method === '') return stay({ ...console, profile: next })
  return stay({ ...console, profiles: { ...console.profiles, [method]: next } })
}
