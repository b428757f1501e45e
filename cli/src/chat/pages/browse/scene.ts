/** A conversation as the page shows it: which lines its entries make, what is chosen, what is at the top. */

import { type Entry, itemAt } from '@parley/acp/thread'
import { drawEntry } from '../../draw/entry.js'
import { drawAside } from '../../draw/event-line.js'
import type { Setting } from '../../draw/setting.js'
import { activeTalk, type Model } from '../../model/model.js'
import { wordsOf } from '../../model/own-words.js'
import type { Aside, Talk } from '../../model/talk.js'
import type { Line } from '../../screen/line.js'
import { bodyRows } from '../page-view.js'
import { endTop, GAP, type Layout, shownFrom, withinLayout } from './layout.js'
import type { BrowsePage, Place } from './page.js'

export type DrawEntry = typeof drawEntry

/** What stands before every line: the mark of what is chosen. */
export const GUTTER = 2

export interface Scene {
  readonly model: Model
  readonly page: BrowsePage
  readonly talk: Talk
  readonly layout: Layout
  /** How many lines of the conversation are on the screen. */
  readonly rows: number
  readonly draw: DrawEntry
  /** What is chosen and what is at the top, as it is now; nothing where nothing is shown. */
  readonly place: Place | undefined
}

export function sceneOf(model: Model, page: BrowsePage, draw: DrawEntry = drawEntry): Scene {
  const talk = activeTalk(model)
  const rows = bodyRows(model.size)
  const setting: Setting = {
    columns: model.size.columns - GUTTER,
    ...{ now: model.now, cwd: talk.cwd, home: model.home, showsThoughts: talk.showsThoughts },
  }
  const layout = layoutOf({ talk, turned: page.turned, setting, draw })
  return { model, page, talk, layout, rows, draw, place: placeIn(layout, page, rows) }
}

function placeIn(layout: Layout, { place }: BrowsePage, rows: number): Place | undefined {
  const last = shownFrom(layout, layout.count - 1, -1)
  if (last === undefined) return undefined
  if (place === 'end') return { chosen: last, top: endTop(layout, rows) }
  const wanted = Math.min(place.chosen, last)
  const chosen = shownFrom(layout, wanted, 1) ?? last
  return { chosen, top: withinLayout(layout, place.top, rows) }
}

/** Whether an entry is open. Where nobody turned it, what was said is, thoughts where they are shown, what was done where it failed. */
export function isOpen(
  entry: Entry,
  slot: number,
  { talk, turned }: Pick<Source, 'talk' | 'turned'>,
): boolean {
  return isUsuallyOpen(entry, talk) !== turned.has(slot)
}

function isUsuallyOpen(entry: Entry, { showsThoughts }: Talk): boolean {
  if (entry.kind === 'message') return entry.role !== 'thought' || showsThoughts
  return entry.kind === 'plan' || (entry.kind === 'tool_call' && entry.status === 'failed')
}

interface Source {
  readonly talk: Talk
  readonly turned: ReadonlySet<number>
  readonly setting: Setting
  readonly draw: DrawEntry
}

function layoutOf(source: Source): Layout {
  const { talk, setting } = source
  const { slots } = talk.thread
  const asides = new Map<number, Aside[]>()
  for (const aside of talk.asides) asides.set(aside.at, [...(asides.get(aside.at) ?? []), aside])
  const asidesAt = (at: number): readonly Line[] =>
    (asides.get(at) ?? []).flatMap(aside => drawAside(aside, setting))
  const known = new Map<number, readonly Line[]>()
  const linesOf = (slot: number): readonly Line[] => {
    const found = known.get(slot)
    if (found !== undefined) return found
    const entry = itemAt(slots, slot)
    const lines = entry === undefined ? [] : drawnLines(entry, slot, source)
    const below = asidesAt(slot + 1)
    const isClose = below.length === 0 && !isSpaced(entry, itemAt(slots, slot + 1))
    // What was said before the first entry stands above it.
    const blocks = [slot === 0 ? asidesAt(0) : [], lines, below].filter(block => block.length > 0)
    const spaced = blocks.flatMap((block, at) =>
      isClose && at === blocks.length - 1 ? block : [...block, GAP],
    )
    known.set(slot, spaced)
    return spaced
  }
  return { count: Math.max(slots.length, talk.asides.length > 0 ? 1 : 0), linesOf }
}

/** Tool calls stand close together; all else is set apart. */
function isSpaced(entry: Entry | undefined, next: Entry | undefined): boolean {
  return entry?.kind !== 'tool_call' || (next !== undefined && next.kind !== 'tool_call')
}

function drawnLines(entry: Entry, slot: number, { talk, turned, setting, draw }: Source): readonly Line[] {
  const own = { ...setting, ...wordsOf(entry, slot, talk) }
  return trimmed(draw(entry, talk, { ...own, isOpen: isOpen(entry, slot, { talk, turned }) }))
}

/** Without empty lines at both ends: how far entries are apart is said here. */
function trimmed(lines: readonly Line[]): readonly Line[] {
  const isEmpty = (line: Line): boolean => line.every(({ text }) => text.trim() === '')
  const from = lines.findIndex(line => !isEmpty(line))
  const until = lines.findLastIndex(line => !isEmpty(line))
  return from < 0 ? [] : from === 0 && until === lines.length - 1 ? lines : lines.slice(from, until + 1)
}
