/** The line below the rows while a filter or something to look for is typed. */

import type { Input } from '../../chat/screen/input.js'
import { wordOf } from '../../chat/screen/key-name.js'
import { editLine } from '../../chat/screen/text-line.js'
import type { Prompt, Step, Timeline } from './model.js'
import { findNext } from './search.js'
import { select, toTest } from './selection.js'

const MOST_CHARACTERS = 500

export function promptInput(timeline: Timeline, prompt: Prompt, input: Input): Step {
  const word = input.type === 'key' ? wordOf(input.key) : ''
  if (word === 'ctrl+c') return { timeline, effects: [{ do: 'quit' }] }
  if (word === 'escape') return { timeline: { ...timeline, prompt: undefined }, effects: [] }
  if (word === 'enter') return { timeline: carriedOut(timeline, prompt), effects: [] }
  const line = editLine(prompt.line, input, { most: MOST_CHARACTERS })
  if (line === undefined) return { timeline, effects: [] }
  const test = prompt.for === 'filter' ? toTest({ text: line.text }) : undefined
  const flaw = typeof test === 'string' ? test : undefined
  return { timeline: { ...timeline, prompt: { ...prompt, line, flaw } }, effects: [] }
}

function carriedOut(timeline: Timeline, { for: what, line }: Prompt): Timeline {
  if (what === 'filter') {
    const test = toTest({ text: line.text })
    if (typeof test === 'string') return { ...timeline, prompt: { for: what, line, flaw: test } }
    return { ...select(timeline, { ...timeline.selection, text: line.text }), prompt: undefined }
  }
  const looking = { ...timeline, prompt: undefined, search: line.text.trim().toLowerCase() }
  const place = findNext(looking, 1, looking.cursor)
  if (place === undefined)
    return { ...looking, notice: looking.search === '' ? undefined : 'Nothing shown holds that.' }
  return { ...looking, cursor: place, isTail: false }
}
