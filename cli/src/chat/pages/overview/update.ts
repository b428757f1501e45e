/** How the page of all conversations changes. */

import type { ChatEvent } from '../../event.js'
import type { Model, Step } from '../../model/model.js'
import type { TalkKey } from '../../model/talk.js'
import { stateOf } from '../../model/talk-state.js'
import { isClosing, pressed } from '../page-key.js'
import { bodyRows } from '../page-view.js'
import { enterTalk, startTalk } from '../talk-entrance.js'
import { overviewRows, rowOf } from './order.js'
import type { OverviewPage } from './page.js'

export function openOverview(model: Model): Step {
  return [{ ...model, page: { is: 'overview', chosen: model.active } }, []]
}

/** Hears everything that happens while the page is open. */
export function updateOverview(model: Model, page: OverviewPage, event: ChatEvent): Step {
  const word = pressed(event)
  if (word === undefined) return [model, []]
  if (isClosing(word) || word === 'q' || word === 'ctrl+s') return [{ ...model, page: undefined }, []]
  if (word === 'n') return startTalk(model, { agent: model.agent, cwd: model.cwd })
  if (/^[1-9]$/.test(word)) return enterNumber(model, page, Number(word))
  const rows = overviewRows(model.talks)
  const at = rowOf(rows, page.chosen)
  const chosen = rows[at]?.talk.key ?? model.active
  if (word === 'enter') return enterTalk(model, chosen)
  if (word === 'x' || word === 'delete') return close(model, page, chosen)
  const to = moved(word, { at, last: rows.length - 1, screen: bodyRows(model.size) })
  const next = to === undefined ? chosen : (rows[to]?.talk.key ?? chosen)
  return [{ ...model, page: { is: 'overview', chosen: next } }, []]
}

function enterNumber(model: Model, page: OverviewPage, number: number): Step {
  const talk = model.talks[number - 1]
  if (talk !== undefined) return enterTalk(model, talk.key)
  return [
    { ...model, page: { ...page, closing: undefined, note: `There is no conversation ${number}.` } },
    [],
  ]
}

interface Place {
  readonly at: number
  readonly last: number
  readonly screen: number
}

function moved(word: string, { at, last, screen }: Place): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ...{ up: at - 1, k: at - 1, down: at + 1, j: at + 1, tab: at >= last ? 0 : at + 1 },
    ...{ 'page-up': at - screen, 'page-down': at + screen, home: 0, end: last },
  }
  const to = Object.hasOwn(steps, word) ? steps[word] : undefined
  return to === undefined ? undefined : Math.min(Math.max(0, to), last)
}

/** The page stays: there may be more to close. Whoever works is closed at the second word only. */
function close(model: Model, page: OverviewPage, key: TalkKey): Step {
  const talk = model.talks.find(each => each.key === key)
  const state = talk && stateOf(talk)
  const isBusy = state === 'working' || state === 'waiting' || state === 'starting'
  if (model.talks.length < 2)
    return [{ ...model, page: { ...page, note: 'This is the only conversation: n begins another one.' } }, []]
  if (isBusy && page.closing !== key)
    return [
      { ...model, page: { ...page, closing: key, note: 'It is at work. Press x once more to end it.' } },
      [],
    ]
  const index = model.talks.findIndex(each => each.key === key)
  const talks = model.talks.filter(each => each.key !== key)
  const neighbour = talks[Math.min(index, talks.length - 1)]?.key ?? model.active
  const active = model.active === key ? neighbour : model.active
  return [
    { ...model, talks, active, page: { is: 'overview', chosen: neighbour } },
    [{ do: 'close', talk: key }],
  ]
}
