/** Finds a passage in a text and puts another in its place. Pure; forgives white space, and says what is nearest otherwise. */

import { boundedLine } from '@parley/acp/guard'
import { WorkspaceError } from '../workspace/workspace.js'

export interface Passage {
  readonly oldText: string
  readonly newText: string
  readonly isAll: boolean
}

export interface Replaced {
  readonly text: string
  /** What the author of the passage should know. */
  readonly notes: readonly string[]
}

/** The file that a passage is looked for in, for whoever is told that it is not there. */
export interface Place {
  readonly name: string
  /** Whether nothing of its text may be told. */
  readonly isSecret?: boolean | undefined
}

/** Throws a sentence that helps where the passage is not there, or there more than once. */
export function replacePassage(text: string, passage: Passage, place: Place): Replaced {
  const { name } = place
  if (passage.oldText === '')
    throw new WorkspaceError(`The old text is empty. Use write to replace all of ${name}.`)
  const suited = suitBreaks(text, passage)
  const places = placesOf(text, suited.oldText)
  if (places.length === 0) return replaceLoosely(text, suited, place)
  if (places.length > 1 && !passage.isAll) {
    const lines = places.slice(0, 10).map(place => lineAt(text, place))
    throw new WorkspaceError(
      `The old text stands ${places.length} times in ${name} (lines ${lines.join(', ')}). Give more of what is around it, or ask for all of them.`,
    )
  }
  return { text: text.split(suited.oldText).join(suited.newText), notes: [] }
}

/** A file with breaks of Windows is edited by people and models who write them the other way. */
function suitBreaks(text: string, passage: Passage): Passage {
  if (!text.includes('\r\n') || passage.oldText.includes('\r\n')) return passage
  const toWindows = (each: string): string => each.replace(/\r?\n/g, '\r\n')
  return { ...passage, oldText: toWindows(passage.oldText), newText: toWindows(passage.newText) }
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at)
  return places
}

const lineAt = (text: string, place: number): number => text.slice(0, place).split('\n').length

const squeeze = (line: string): string => line.trim().replace(/\s+/g, ' ')

/** Whole lines that differ only in white space; as many as there are, but one unless all are wanted. */
function replaceLoosely(text: string, { oldText, newText, isAll }: Passage, place: Place): Replaced {
  const { name, isSecret } = place
  const lines = text.split('\n')
  const wanted = oldText.replace(/\r?\n$/, '').split('\n')
  const squeezed = lines.map(squeeze)
  const looked = wanted.map(squeeze)
  const starts = looked.every(line => line === '') ? [] : startsOf(squeezed, looked)
  const [start] = starts
  if (start === undefined) throw new WorkspaceError(toAdvice(isSecret === true ? [] : lines, wanted, name))
  if (starts.length > 1 && !isAll)
    throw new WorkspaceError(
      `The old text is not in ${name} as it is, and but for white space it stands at lines ${starts.map(at => at + 1).join(', ')}. Give more of what is around it.`,
    )
  for (const at of starts.toReversed()) {
    const found = lines.slice(at, at + wanted.length)
    lines.splice(at, wanted.length, ...indentLike(found, wanted, newText.replace(/\r?\n$/, '')))
  }
  const where = starts.map(at => at + 1).join(', ')
  return { text: lines.join('\n'), notes: [`The old text matched but for white space (line ${where}).`] }
}

function startsOf(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  const starts: number[] = []
  for (let at = 0; at + wanted.length <= lines.length; at++) {
    if (!wanted.every((line, index) => lines[at + index] === line)) continue
    starts.push(at)
    at += wanted.length - 1
  }
  return starts
}

const indentOf = (line: string | undefined): string => /^[ \t]*/.exec(line ?? '')?.[0] ?? ''

/** The new lines, with the indentation of the file instead of that of the passage. */
function indentLike(found: readonly string[], wanted: readonly string[], newText: string): readonly string[] {
  if (newText === '') return []
  const index = wanted.findIndex(line => line.trim() !== '')
  const [there, given] = [indentOf(found[index]), indentOf(wanted[index])]
  const isWindows = found.some(line => line.endsWith('\r'))
  return newText.split('\n').map(line => {
    const bare = line.replace(/\r$/, '')
    const moved = bare.trim() !== '' && bare.startsWith(given) ? there + bare.slice(given.length) : bare
    return isWindows ? `${moved}\r` : moved
  })
}

const MOST_COMPARED = 20_000

function toAdvice(lines: readonly string[], wanted: readonly string[], name: string): string {
  const first = wanted.find(line => line.trim() !== '') ?? ''
  let best = { at: -1, likeness: 0.3 }
  for (const [at, line] of lines.slice(0, MOST_COMPARED).entries()) {
    const likeness = likenessOf(squeeze(first), squeeze(line))
    if (likeness > best.likeness) best = { at, likeness }
  }
  const nearest =
    best.at < 0
      ? 'No line is like its first one'
      : `The line nearest to its first one is ${best.at + 1}: ${boundedLine(lines[best.at] ?? '', 160)}`
  return `The old text is not in ${name}. ${nearest}. Read the file and give the text exactly as it stands there.`
}

/** From 0 to 1: the share of pairs of characters that two lines have in common. */
function likenessOf(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)]
  if (left.size === 0 || right.size === 0) return one === other && one !== '' ? 1 : 0
  let common = 0
  for (const pair of left) if (right.has(pair)) common++
  return (2 * common) / (left.size + right.size)
}

function pairsOf(line: string): ReadonlySet<string> {
  const cut = line.slice(0, 200)
  return new Set(Array.from({ length: Math.max(cut.length - 1, 0) }, (_, at) => cut.slice(at, at + 2)))
}
