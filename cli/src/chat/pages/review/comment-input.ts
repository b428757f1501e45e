/** A comment as it is written: one line, with a cursor. */

import { cutCharacters, sanitizeForDisplay } from '@parley/acp/guard'
import type { ChatEvent } from '../../event.js'
import { charactersOf } from '../../screen/width.js'
import { pressed, typedBy } from '../page-key.js'
import type { CommentInput } from './page.js'

const MOST = 2_000

/** After an event; nothing where it means nothing here. */
export function writeComment(input: CommentInput, event: ChatEvent): CommentInput | undefined {
  const typed = typedBy(event)
  if (typed !== undefined) return insert(input, typed)
  const word = pressed(event)
  const edit = word !== undefined && Object.hasOwn(EDITS, word) ? EDITS[word] : undefined
  if (edit === undefined) return undefined
  const before = charactersOf(input.text.slice(0, input.cursor))
  return edit(before, charactersOf(input.text.slice(input.cursor)))
}

type Characters = readonly string[]

const input = (before: Characters, after: Characters): CommentInput => {
  const start = before.join('')
  return { text: start + after.join(''), cursor: start.length }
}

const EDITS: Readonly<Record<string, (before: Characters, after: Characters) => CommentInput>> = {
  backspace: (before, after) => input(before.slice(0, -1), after),
  delete: (before, after) => input(before, after.slice(1)),
  left: (before, after) => input(before.slice(0, -1), [...before.slice(-1), ...after]),
  right: (before, after) => input([...before, ...after.slice(0, 1)], after.slice(1)),
  home: (before, after) => input([], [...before, ...after]),
  end: (before, after) => input([...before, ...after], []),
  'ctrl+a': (before, after) => input([], [...before, ...after]),
  'ctrl+e': (before, after) => input([...before, ...after], []),
  'ctrl+u': (_, after) => input([], after),
  'ctrl+w': (before, after) => input([before.join('').replace(/[^ ]* *$/, '')], after),
}

function insert({ text, cursor }: CommentInput, typed: string): CommentInput {
  const clean = sanitizeForDisplay(cutCharacters(typed, MOST)).replace(/[\n\t]+/g, ' ')
  const start = text.slice(0, cursor) + clean
  const longer = start + text.slice(cursor)
  return longer.length > MOST ? { text, cursor } : { text: longer, cursor: start.length }
}
