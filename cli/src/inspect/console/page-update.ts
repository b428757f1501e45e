/** What each key does on the pages that lie over the timeline, but for the form, which has enough of its own. */

import type { MethodFact } from '@parley/acp/inspect'
import { errorCodes } from '@parley/acp/jsonrpc'
import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { editLine } from '../../chat/screen/text-line.js'
import { scrolledBy } from '../timeline/scroll.js'
import { answerPage, callPage } from './beginning.js'
import { drawHeld } from './draw-held.js'
import { drawValue, readJson } from './draw-value.js'
import { hearForm } from './form-update.js'
import {
  type Console,
  factsOf,
  type Held,
  type Move,
  optionsOf,
  type Page,
  profileFor,
  sending,
  stay,
} from './model.js'
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

const SCROLLS: Readonly<Record<string, number>> = { 'page-up': -10, 'page-down': 10 }

type RawPage = Extract<Page, { is: 'raw' }>

function hearRaw(console: Console, page: RawPage, input: Input): Move {
  const { line, back } = page
  const word = wordIn(input)
  if (word === 'escape') return stay({ ...console, page: back })
  if (word === 'enter' || word === 'ctrl+s') return sendRaw(console, page)
  const by = SCROLLS[word] ?? (word === 'up' ? -1 : word === 'down' ? 1 : undefined)
  if (by !== undefined) {
    const lines = drawValue(readJson(line.text)).length
    const top = scrolledBy(page.top, by, { lines, height: console.timeline.height })
    return stay({ ...console, page: { ...page, top } })
  }
  const next = editLine(line, input)
  return next === undefined ? stay(console) : stay({ ...console, page: { ...page, line: next } })
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
    return stay({ ...console, page: { ...page, cursor, top: 0 } })
  }
  const by = SCROLLS[word]
  if (by !== undefined) {
    const size = { lines: drawHeld(held).length, height: console.timeline.height }
    return stay({ ...console, page: { ...page, top: scrolledBy(page.top, by, size) } })
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
  return { is: 'raw', purpose: { is: 'error', held }, line: { text, cursor: text.length }, top: 0 }
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
  if (method === '') return stay(remindOfHeld({ ...console, profile: next }))
  return stay(remindOfHeld({ ...console, profiles: { ...console.profiles, [method]: next } }))
}

/** A profile is for what is asked from now on; what waits already would be waited for in vain. */
function remindOfHeld(console: Console): Console {
  const left = console.held.filter(({ method }) => profileFor(console, method) !== 'hold').length
  if (left === 0) return console
  const what = left === 1 ? '1 request that is held still waits' : `${left} requests that are held still wait`
  return { ...console, notice: `This is for what is asked from now on: ${what}. Esc, then a answers.` }
}
