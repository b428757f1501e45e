/** One line of text that is being written: how keys and pasted text change it. Knows nothing of what it is for. */

import type { Input, Key } from './input.js'
import { wordOf } from './key-name.js'
import { charactersOf } from './width.js'

export interface TextLine {
  readonly text: string
  /** A place in `text`, between two characters as people see them. */
  readonly cursor: number
}

export interface LineBounds {
  /** What would make it longer is not taken. */
  readonly most?: number | undefined
  /** What becomes of what is typed and pasted, where it has to be clean at once. */
  readonly clean?: ((text: string) => string) | undefined
}

export const EMPTY_LINE: TextLine = { text: '', cursor: 0 }

const LONGEST = 100_000

/** Nothing where the input means nothing to a line of text. */
export function editLine(line: TextLine, input: Input, bounds: LineBounds = {}): TextLine | undefined {
  if (input.type === 'paste') return insert(line, input.text, bounds)
  if (input.type !== 'key') return undefined
  const typed = typedBy(input.key)
  if (typed !== undefined) return insert(line, typed, bounds)
  const word = wordOf(input.key)
  const edit = Object.hasOwn(EDITS, word) ? EDITS[word] : undefined
  return edit?.(charactersOf(line.text.slice(0, line.cursor)), charactersOf(line.text.slice(line.cursor)))
}

function typedBy({ name, text, isControl, isAlt }: Key): string | undefined {
  return name === 'character' && !isControl && !isAlt ? text : undefined
}

function insert({ text, cursor }: TextLine, words: string, bounds: LineBounds): TextLine {
  const { most = LONGEST, clean = each => each } = bounds
  // A blank alone would be taken for one at an end that nobody needs.
  const added = words === ' ' ? words : clean(words).replace(/\s*[\r\n\t]+\s*/g, ' ')
  if (text.length + added.length > most) return { text, cursor }
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length }
}

type Characters = readonly string[]
type Edit = (before: Characters, after: Characters) => TextLine

const line: Edit = (before, after) => {
  const start = before.join('')
  return { text: start + after.join(''), cursor: start.length }
}
const toStart: Edit = (before, after) => line([], [...before, ...after])
const toEnd: Edit = (before, after) => line([...before, ...after], [])
const left: Edit = (before, after) => line(before.slice(0, -1), [...before.slice(-1), ...after])
const right: Edit = (before, after) => line([...before, ...after.slice(0, 1)], after.slice(1))
const back: Edit = (before, after) => line(before.slice(0, -1), after)

const EDITS: Readonly<Record<string, Edit>> = {
  ...{ left, right, 'ctrl+b': left, 'ctrl+f': right, backspace: back, 'ctrl+h': back },
  ...{ home: toStart, 'ctrl+a': toStart, end: toEnd, 'ctrl+e': toEnd },
  delete: (before, after) => line(before, after.slice(1)),
  'ctrl+u': (_, after) => line([], after),
  'ctrl+k': before => line(before, []),
  'ctrl+w': (before, after) => line([before.join('').replace(/\S*\s*$/, '')], after),
}
