/** Changes of what is being written that can be undone, word by word, and what was cut out to be put in elsewhere. */

import type { Composer, EditGroup, Snapshot } from '../model/composer.js'
import { fold, isLong } from './folds.js'
import { snap } from './units.js'

const MOST_STEPS = 200
const MOST_CHARACTERS = 2_000_000
const MOST_SHOWN = 50_000

export interface Change {
  readonly from: number
  readonly to: number
  readonly insert: string
}

/** One change. Of the same kind as the last one, and right behind it, it is undone together with that. */
export function edit(composer: Composer, change: Change, kind?: EditGroup['kind']): Composer {
  const { from, to, insert } = change
  if (from === to && insert === '') return composer
  const text = composer.text.slice(0, from) + insert + composer.text.slice(to)
  const { group } = composer
  const isSame = kind !== undefined && group?.kind === kind && group.at === composer.cursor
  const isNewWord = kind === 'type' && /^\S/.test(insert) && /\s$/.test(composer.text.slice(0, from))
  const undo = isSame && !isNewWord ? composer.undo : remembered(composer)
  const cursor = snap({ text, folds: composer.folds }, from + insert.length)
  return {
    ...composer,
    ...{ text, cursor, undo, redo: [], goal: undefined },
    group: kind === undefined ? undefined : { kind, at: cursor },
  }
}

/** The steps to which one can return, with the state of now as the latest. */
export function remembered({ undo, text, cursor }: Composer): readonly Snapshot[] {
  return bounded([...undo, { text, cursor }])
}

function bounded(steps: readonly Snapshot[]): readonly Snapshot[] {
  let room = MOST_CHARACTERS
  let first = steps.length
  while (first > 0 && steps.length - first < MOST_STEPS) {
    room -= steps[first - 1]?.text.length ?? 0
    // The latest step is kept whatever its size.
    if (room < 0 && first < steps.length) break
    first--
  }
  return first === 0 ? steps : steps.slice(first)
}

const SETTLED = { group: undefined, goal: undefined, completion: undefined, recall: undefined } as const

export function undo(composer: Composer): Composer | undefined {
  const last = composer.undo.at(-1)
  if (last === undefined) return undefined
  const redo = bounded([...composer.redo, { text: composer.text, cursor: composer.cursor }])
  return { ...composer, ...last, ...SETTLED, undo: composer.undo.slice(0, -1), redo }
}

export function redo(composer: Composer): Composer | undefined {
  const last = composer.redo.at(-1)
  if (last === undefined) return undefined
  return { ...composer, ...last, ...SETTLED, undo: remembered(composer), redo: composer.redo.slice(0, -1) }
}

/** Takes out what is between the cursor and a place, to be put in again; what is cut in a row stays together. */
export function kill(composer: Composer, place: number): Composer | undefined {
  const { cursor, text, group } = composer
  if (place === cursor) return undefined
  const [from, to] = place < cursor ? [place, cursor] : [cursor, place]
  const piece = text.slice(from, to)
  const isRow = group?.kind === 'kill' && group.at === cursor
  const before = isRow ? composer.killed : ''
  const killed = place < cursor ? piece + before : before + piece
  return { ...edit(composer, { from, to, insert: '' }, 'kill'), killed }
}

/** Takes out what is between the cursor and a place. */
export function erase(composer: Composer, place: number): Composer | undefined {
  const { cursor } = composer
  if (place === cursor) return undefined
  return edit(composer, { from: Math.min(place, cursor), to: Math.max(place, cursor), insert: '' }, 'erase')
}

export function insert(composer: Composer, text: string, kind?: EditGroup['kind']): Composer {
  return edit(composer, { from: composer.cursor, to: composer.cursor, insert: text }, kind)
}

/** Pasted text: folded where it is long. */
export function insertPasted(composer: Composer, text: string): Composer {
  return isLong(text) ? insertFolded(composer, text) : insert(composer, text)
}

/** Text that people wrote: they want to see it, as long as it can be handled. */
export function insertOwn(composer: Composer, text: string): Composer {
  return text.length > MOST_SHOWN ? insertFolded(composer, text) : insert(composer, text)
}

function insertFolded(composer: Composer, text: string): Composer {
  const { mark, folds } = fold(composer, text)
  return insert({ ...composer, folds }, mark)
}
