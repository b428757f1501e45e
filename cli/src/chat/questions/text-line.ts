/** One line of text that is being written: how keys and pasted text change it. Knows nothing of what it is for. */

import type { Input, Key } from '../screen/input.js'
import { charactersOf } from '../screen/width.js'

export interface TextLine {
  readonly text: string
  /** A place in `text`, between two characters as people see them. */
  readonly cursor: number
}

export const EMPTY_LINE: TextLine = { text: '', cursor: 0 }

const LONGEST = 100_000

/** Nothing where the input means nothing to a line of text. */
export function editLine(line: TextLine, input: Input): TextLine | undefined {
  if (input.type === 'paste') return insert(line, input.text.replace(/\s*[\r\n\t]+\s*/g, ' '))
  if (input.type !== 'key' || input.key.isAlt) return undefined
  const { key } = input
  if (key.isControl) return controlled(line, key)
  return key.name === 'character' ? insert(line, key.text) : moved(line, key)
}

function insert({ text, cursor }: TextLine, words: string): TextLine {
  if (text.length + words.length > LONGEST) return { text, cursor }
  return { text: text.slice(0, cursor) + words + text.slice(cursor), cursor: cursor + words.length }
}

function controlled({ text, cursor }: TextLine, { name, text: letter }: Key): TextLine | undefined {
  if (name !== 'character') return undefined
  const [before, after] = [text.slice(0, cursor), text.slice(cursor)]
  switch (letter) {
    case 'u':
      return { text: after, cursor: 0 }
    case 'w': {
      const kept = before.replace(/\S*\s*$/, '')
      return { text: kept + after, cursor: kept.length }
    }
    case 'a':
      return { text, cursor: 0 }
    default:
      return undefined
  }
}

function moved(line: TextLine, { name }: Key): TextLine | undefined {
  const { text, cursor } = line
  const back = charactersOf(text.slice(0, cursor)).at(-1)?.length ?? 0
  const ahead = charactersOf(text.slice(cursor))[0]?.length ?? 0
  switch (name) {
    case 'left':
      return { text, cursor: cursor - back }
    case 'right':
      return { text, cursor: cursor + ahead }
    case 'home':
      return { text, cursor: 0 }
    case 'end':
      return { text, cursor: text.length }
    case 'backspace':
      return { text: text.slice(0, cursor - back) + text.slice(cursor), cursor: cursor - back }
    case 'delete':
      return { text: text.slice(0, cursor) + text.slice(cursor + ahead), cursor }
    default:
      return undefined
  }
}
