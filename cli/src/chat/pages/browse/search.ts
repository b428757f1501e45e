/** Looks for words in everything that was said and done, from what is chosen back to older ones, and around. */

import { itemAt } from '@parley/acp/thread'
import { textOfLine } from '../../screen/line.js'
import { toPattern } from '../../search-pattern.js'
import { holds } from './entry-text.js'
import { above, reveal, withinLayout } from './layout.js'
import { movedTo } from './movement.js'
import type { BrowsePage, Place } from './page.js'
import { type Scene, sceneOf } from './scene.js'

/** The page at the next entry that holds it; with a word about it where there is none. */
export function findNext(
  scene: Scene,
  query: string,
  { step, isFirst = false }: { readonly step: 1 | -1; readonly isFirst?: boolean },
): BrowsePage {
  const { page, layout, place } = scene
  const search = { query, isWriting: false }
  const pattern = toPattern(query)
  const from = place?.chosen ?? 0
  // What is being looked at is found too, when somebody begins to look.
  for (let count = isFirst ? 0 : 1; count <= layout.count; count++) {
    const slot = (from + step * count + layout.count * 2) % layout.count
    if (!isHit(scene, slot, pattern)) continue
    const isAround = count > 0 && (step > 0 ? slot <= from : slot >= from)
    const found = showHit({ ...scene, page: { ...page, search } }, slot, pattern)
    return { ...found, note: noteOf(scene, { slot, pattern, isAround }) }
  }
  return { ...page, search, note: 'not found' }
}

interface Hit {
  readonly slot: number
  readonly pattern: RegExp
  readonly isAround: boolean
}

/** Which one it is of how many, the oldest first, where they can be counted soon. */
function noteOf(scene: Scene, { slot, pattern, isAround }: Hit): string | undefined {
  const { count } = scene.layout
  if (count > MOST_COUNTED) return isAround ? 'gone around' : undefined
  const hits = Array.from({ length: count }, (_, at) => at).filter(at => isHit(scene, at, pattern))
  if (hits.length === 1) return 'the only match'
  return `${hits.indexOf(slot) + 1} of ${hits.length}${isAround ? ', gone around' : ''}`
}

const MOST_COUNTED = 5_000

function isHit({ layout, talk }: Scene, slot: number, pattern: RegExp): boolean {
  const entry = itemAt(talk.thread.slots, slot)
  const isBelow = (at: number): boolean => at === slot + 1 || (slot === 0 && at === 0)
  const isSaid =
    (entry !== undefined && holds(entry, talk.thread, pattern)) ||
    talk.asides.some(({ at, text }) => isBelow(at) && pattern.test(text))
  return isSaid && layout.linesOf(slot).length > 0
}

/** An entry whose match is hidden is opened; of a long one the matching line is shown. */
function showHit(scene: Scene, slot: number, pattern: RegExp): BrowsePage {
  const lineIn = ({ layout }: Scene): number =>
    layout.linesOf(slot).findIndex(line => pattern.test(textOfLine(line)))
  const opened = lineIn(scene) < 0 ? turn(scene, slot) : scene
  const better = lineIn(opened) < 0 ? scene : opened
  return movedTo(better, { chosen: slot, top: topFor(better, slot, Math.max(0, lineIn(better))) })
}

function turn({ model, page, draw }: Scene, slot: number): Scene {
  return sceneOf(model, { ...page, turned: turnedWith(page, slot) }, draw)
}

export function turnedWith({ turned }: Pick<BrowsePage, 'turned'>, slot: number): ReadonlySet<number> {
  const next = new Set(turned)
  if (!next.delete(slot)) next.add(slot)
  return next
}

function topFor({ layout, rows, place }: Scene, slot: number, line: number): Place['top'] {
  const current = place?.top ?? { slot: 0, line: 0 }
  if (line < rows - 1) return reveal(layout, { chosen: slot, top: current }, rows)
  return withinLayout(layout, above(layout, { slot, line }, Math.floor(rows / 3)), rows)
}
