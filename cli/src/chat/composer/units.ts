/** The smallest pieces that a cursor steps over: characters as people see them, and marks of folded text. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import type { Composer, Fold } from '../model/composer.js'
import { charactersOf, widthOf } from '../screen/width.js'

/** Places are counted in the whole text. */
export interface Unit {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly isMark: boolean
}

export type FoldedText = Pick<Composer, 'text' | 'folds'>

/** The bounds of the line that a place is in, without its line end. */
export function lineAround(text: string, at: number): { readonly from: number; readonly to: number } {
  const from = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return { from, to: end === -1 ? text.length : end }
}

/** The units of one line. A character that hangs together with a mark is a part of it. */
export function unitsOf({ text, folds }: FoldedText, from: number, to: number): readonly Unit[] {
  const line = text.slice(from, to)
  const marks = marksIn(line, folds)
  const units: Unit[] = []
  let at = 0
  let end = 0
  for (const character of charactersOf(line)) {
    const next = at + character.length
    const mark = marks.find(each => each.from < next && at < each.to)
    const last = units.at(-1)
    if (mark !== undefined && at < end && last?.isMark === true)
      units[units.length - 1] = { ...last, to: from + next, text: last.text + character }
    else units.push({ from: from + at, to: from + next, text: character, isMark: mark !== undefined })
    if (mark !== undefined) end = Math.max(mark.to, next)
    at = next
  }
  return units
}

interface Range {
  readonly from: number
  readonly to: number
}

function marksIn(line: string, folds: readonly Fold[]): readonly Range[] {
  if (folds.length === 0 || !line.includes('[pasted ')) return []
  return folds.flatMap(({ mark }) => {
    const found: Range[] = []
    for (let at = line.indexOf(mark); at !== -1; at = line.indexOf(mark, at + mark.length))
      found.push({ from: at, to: at + mark.length })
    return found
  })
}

/** The first place from `at` on that is between two units. */
export function snap(written: FoldedText, at: number): number {
  const place = Math.max(0, Math.min(at, written.text.length))
  const { from, to } = lineAround(written.text, place)
  return unitsOf(written, from, to).find(unit => unit.from < place && place < unit.to)?.to ?? place
}

/** The next place to the right, over the end of a line too. */
export function placeAfter(written: FoldedText, at: number): number {
  const { from, to } = lineAround(written.text, at)
  if (at >= to) return Math.min(at + 1, written.text.length)
  return unitsOf(written, from, to).find(unit => unit.to > at)?.to ?? to
}

export function placeBefore(written: FoldedText, at: number): number {
  const { from, to } = lineAround(written.text, at)
  if (at <= from) return Math.max(0, at - 1)
  return unitsOf(written, from, to).findLast(unit => unit.from < at)?.from ?? from
}

const LETTER = /[\p{Letter}\p{Number}\p{Mark}_]/u

const isWord = ({ text, isMark }: Unit): boolean => isMark || LETTER.test(text)
const isInk = ({ text, isMark }: Unit): boolean => isMark || /\S/.test(text)

/** What counts as one word: letters and digits, or everything up to a blank. */
export type WordKind = 'letters' | 'ink'

/** Where the word ends that the place is in or before. */
export function wordEnd(written: FoldedText, at: number, kind: WordKind = 'letters'): number {
  const isPart = kind === 'ink' ? isInk : isWord
  for (let place = at; ; ) {
    const { from, to } = lineAround(written.text, place)
    const units = unitsOf(written, from, to).filter(unit => unit.from >= place)
    const first = units.findIndex(isPart)
    if (first !== -1) return units.slice(first).find(unit => !isPart(unit))?.from ?? to
    if (to >= written.text.length) return to
    place = to + 1
  }
}

/** Where the word begins that the place is in or behind. */
export function wordStart(written: FoldedText, at: number, kind: WordKind = 'letters'): number {
  const isPart = kind === 'ink' ? isInk : isWord
  for (let place = at; ; ) {
    const { from, to } = lineAround(written.text, place)
    const units = unitsOf(written, from, to).filter(unit => unit.to <= place)
    const last = units.findLastIndex(isPart)
    if (last !== -1) return units.slice(0, last).findLast(unit => !isPart(unit))?.to ?? from
    if (from === 0) return 0
    place = from - 1
  }
}

const TAB = '    '

/** A unit as it is shown: clean, on one line. */
export function shownUnit({ text }: Unit): { readonly text: string; readonly width: number } {
  if (text.length === 1 && text >= ' ' && text <= '~') return { text, width: 1 }
  const shown = text === '\t' ? TAB : sanitizeForDisplay(text).replace(/[\n\t]/g, ' ')
  return { text: shown, width: widthOf(shown) }
}
