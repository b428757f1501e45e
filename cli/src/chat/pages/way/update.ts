/** How one reads all of a way to sign in, and then goes it. */

import type { ChatEvent } from '../../event.js'
import { activeTalk, type Model, type Step, withTalk } from '../../model/model.js'
import type { SignInMethod, Talk } from '../../model/talk.js'
import { DEAF_MILLISECONDS } from '../../questions/hearing.js'
import { wordOf } from '../../screen/key-name.js'
import { remark } from '../../update/remark.js'
import { bodyRows } from '../page-view.js'
import { lastTop, wayOf } from './draw.js'
import type { WayPage } from './page.js'

export const openWay = (model: Model, digit: number): Step => [
  { ...model, page: { is: 'way', digit, top: 0, since: model.now } },
  [],
]

/** Begins to go it. */
export function goWay(model: Model, { key, stage }: Talk, method: SignInMethod): Step {
  if (stage.is !== 'sign-in' || stage.underWay !== undefined) return [model, []]
  if (method.isElsewhere === true) return [remark(model, method.description ?? method.name), []]
  const next = withTalk(model, key, each => ({ ...each, stage: { ...stage, underWay: method.name } }))
  return [next, [{ do: 'sign-in', talk: key, method: method.id }]]
}

export function updateWay(model: Model, page: WayPage, event: ChatEvent): Step {
  const method = wayOf(page, model)
  if (method === undefined) return [{ ...model, page: undefined }, []]
  if (event.type !== 'key') return [model, []]
  const word = wordOf(event.key)
  if (word === 'escape' || word === 'q') return [{ ...model, page: undefined }, []]
  const last = lastTop(page, model)
  const top = Math.min(page.top, last)
  if (word === String(page.digit)) {
    const isRead = top >= last && model.now >= page.since + DEAF_MILLISECONDS
    return isRead ? goWay({ ...model, page: undefined }, activeTalk(model), method) : [model, []]
  }
  const moved = placeAfter(word, { top, last, room: bodyRows(model.size) })
  if (moved === undefined) return [model, []]
  return [{ ...model, page: { ...page, top: moved, since: moved === top ? page.since : model.now } }, []]
}

function placeAfter(
  word: string,
  { top, last, room }: { readonly top: number; readonly last: number; readonly room: number },
): number | undefined {
  const places: Readonly<Record<string, number>> = {
    ...{ up: top - 1, down: top + 1, 'page-up': top - room, 'page-down': top + room, ' ': top + room },
    ...{ home: 0, end: last },
  }
  const place = Object.hasOwn(places, word) ? places[word] : undefined
  return place === undefined ? undefined : Math.max(0, Math.min(last, place))
}
