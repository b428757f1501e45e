/** Going back and forth among what was sent before. What stood there, and what was changed on the way, is kept. */

import type { Composer, Recall } from '../model/composer.js'
import { remembered } from './edit.js'
import { placeIn, rowsOf } from './rows.js'
import { snap } from './units.js'

/** The one before; nothing where there is none. The cursor stands in the first row, so that the next key goes on. */
export function older(composer: Composer, columns: number): Composer | undefined {
  const recall = leave(composer)
  const { history } = composer
  let back = recall.back + 1
  while (back <= history.length && shownAt(composer, recall, back) === composer.text) back++
  if (back > history.length) return undefined
  const found = show(composer, { ...recall, back })
  const [first] = rowsOf(found, columns)
  return first === undefined ? found : { ...found, cursor: placeIn(first, Number.POSITIVE_INFINITY) }
}

/** The one behind it, and last of all what was being written. */
export function newer(composer: Composer): Composer | undefined {
  if (composer.recall === undefined) return undefined
  const recall = leave(composer)
  let back = recall.back - 1
  while (back > 0 && shownAt(composer, recall, back) === composer.text) back--
  return show(composer, { ...recall, back })
}

function shownAt({ history }: Composer, { changed, draft }: Recall, back: number): string {
  return back === 0 ? draft : (changed.get(back) ?? history.at(-back) ?? '')
}

/** What is remembered of the one that stands there now. */
function leave(composer: Composer): Recall {
  const { recall, text, history } = composer
  if (recall === undefined) return { back: 0, draft: text, changed: new Map() }
  if (text === (history.at(-recall.back) ?? '')) return recall
  return { ...recall, changed: new Map([...recall.changed, [recall.back, text]]) }
}

function show(composer: Composer, recall: Recall): Composer {
  const text = shownAt(composer, recall, recall.back)
  return {
    ...composer,
    ...{ text, cursor: snap({ text, folds: composer.folds }, text.length) },
    ...{ completion: undefined, group: undefined, goal: undefined },
    ...(isUnchanged(composer) ? {} : { undo: remembered(composer), redo: [] }),
    recall: recall.back === 0 ? undefined : recall,
  }
}

/** Whether nothing of what stands there was written now. */
function isUnchanged({ recall, text, history }: Composer): boolean {
  return text === '' || (recall !== undefined && text === history.at(-recall.back))
}

/** What is to come back after a crash: what is being written, not what was only looked at. */
export function draftIn(composer: Composer): string {
  return composer.recall !== undefined && isUnchanged(composer) ? composer.recall.draft : composer.text
}
