/** What becomes of the console when something is pressed, passes or ends. Pure: what has to be done is returned. */

import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { EMPTY_LINE } from '../../chat/screen/text-line.js'
import { selectedRow, type TimelineEvent } from '../timeline/model.js'
import { update as updateTimeline } from '../timeline/update.js'
import { callPage, reusePage } from './beginning.js'
import { type Console, type ConsoleEvent, factsOf, type Move, sending, stay } from './model.js'
import { hearPage } from './page-update.js'
import { pass } from './passing.js'
import type { Reusable } from './reusable.js'

export function update(console: Console, event: ConsoleEvent): Move {
  switch (event.is) {
    case 'passed': {
      const { console: seen, effects } = pass(console, event.entries)
      const shown = watch(seen, { is: 'rows', count: event.count })
      return { console: shown.console, effects: [...effects, ...shown.effects] }
    }
    case 'told':
      return tell(console, event.notice)
    case 'reused':
      return reuse(console, event.what)
    case 'input':
      return hear({ ...console, notice: undefined }, event.input)
    default:
      return watch(console, event)
  }
}

/** What the timeline makes of it. */
function watch(console: Console, event: TimelineEvent): Move {
  const { timeline, effects } = updateTimeline(console.timeline, event)
  return {
    console: { ...console, timeline },
    effects: effects.flatMap(effect => (effect.do === 'release' ? [] : [effect])),
  }
}

function hear(console: Console, input: Input): Move {
  if (input.type === 'key' && wordOf(input.key) === 'ctrl+c') return { console, effects: [{ do: 'quit' }] }
  if (console.page !== undefined) return hearPage(console, console.page, input)
  const { timeline } = console
  const isFree = timeline.prompt === undefined && timeline.pane === undefined
  const press = input.type === 'key' && isFree ? PRESSES[wordOf(input.key)] : undefined
  return press?.(console) ?? watch(console, { is: 'input', input })
}

type Press = (console: Console) => Move

const tell = (console: Console, notice: string): Move => stay({ ...console, notice })

const initialize: Press = console => {
  const fact = factsOf(console).methods.find(({ name }) => name === 'initialize')
  return stay({ ...console, page: callPage(console, 'initialize', fact) })
}

const answer: Press = console =>
  console.held.length === 0
    ? tell(console, 'No request of the agent waits for an answer.')
    : stay({ ...console, page: { is: 'queue', cursor: 0, top: 0 } })

const edit: Press = console => {
  const row = selectedRow(console.timeline)
  if (row?.to === undefined) return tell(console, 'Stand on a message, then E changes it and sends it again.')
  return { console, effects: [{ do: 'reuse', row: row.number }] }
}

/** A turn is cancelled by its own word, everything else by that of the wire. */
const cancel: Press = console => {
  const row = selectedRow(console.timeline)
  const call =
    console.pending.find(({ id }) => id === row?.id && row?.to === 'agent') ?? console.pending.at(-1)
  if (call === undefined) return tell(console, 'No request of ours waits for an answer.')
  const isTurn = call.method === 'session/prompt'
  const method = isTurn ? 'session/cancel' : '$/cancel_request'
  const params = isTurn ? { sessionId: sessionOf(call.params) } : { requestId: call.id }
  return sending(console, { is: 'call', method, kind: 'notification' }, params)
}

const sessionOf = (params: unknown): unknown => (params as { sessionId?: unknown } | undefined)?.sessionId

const PRESSES: Readonly<Record<string, Press>> = {
  c: console => stay({ ...console, page: { is: 'pick', line: EMPTY_LINE, cursor: 0 } }),
  i: initialize,
  a: answer,
  E: edit,
  x: cancel,
  P: console => stay({ ...console, page: { is: 'profiles', cursor: 0 } }),
  m: console => stay({ ...console, page: { is: 'raw', purpose: { is: 'line' }, line: EMPTY_LINE, top: 0 } }),
  K: console => stay({ ...console, page: { is: 'keys' } }),
}

function reuse(console: Console, what: Reusable): Move {
  if (what === undefined) return tell(console, 'The message is no longer kept.')
  const page = 'text' in what ? undefined : reusePage(console, what.message)
  if (page !== undefined) return stay({ ...console, page })
  const text = 'text' in what ? what.text : JSON.stringify(what.message)
  const line = { text, cursor: text.length }
  return stay({ ...console, page: { is: 'raw', purpose: { is: 'line' }, line, top: 0 } })
}
