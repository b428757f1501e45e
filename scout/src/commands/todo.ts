/** /todo: a list kept with the session. It is written into the record of the conversation with every change. */

import type { Session } from '@parley/acp/agent'
import type { Errand } from '../errand.js'
import { found } from '../fenced-text.js'
import { lastKept } from '../kept-state.js'
import { useTool } from '../tools/use-tool.js'
import { type ListChange, placeIn, readChange, textOf, unknownVerb } from './numbered-list.js'

interface Todo {
  readonly text: string
  readonly isDone: boolean
}

const COMMAND = '/todo'
const VERBS = ['add', 'done', 'remove', 'clear', 'scan']
const KEPT_AS = 'parley.scout/todo'

export async function todoList(errand: Errand, input: string): Promise<void> {
  const { turn } = errand
  const change = readChange(input)
  if (change.verb === 'scan') return scan(errand)
  const before = await readList(turn.session)
  const after = change.verb === '' || change.verb === 'list' ? before : changed(before, change)
  await turn.say({ type: 'text', text: toText(after), _meta: { [KEPT_AS]: after } })
}

function changed(list: readonly Todo[], change: ListChange): readonly Todo[] {
  if (change.verb === 'add') return [...list, { text: textOf(change, COMMAND), isDone: false }]
  if (change.verb === 'clear') return []
  if (change.verb !== 'done' && change.verb !== 'remove') throw unknownVerb(change, VERBS, COMMAND)
  const place = placeIn(list.length, change, COMMAND)
  if (change.verb === 'remove') return list.toSpliced(place, 1)
  return list.map((todo, index) => (index === place ? { ...todo, isDone: true } : todo))
}

function toText(list: readonly Todo[]): string {
  if (list.length === 0) return 'The list is empty. `/todo add Ask about the name` adds to it.'
  return list.map(({ text, isDone }, index) => `${index + 1}. [${isDone ? 'x' : ' '}] ${text}`).join('\n')
}

async function readList(session: Session): Promise<readonly Todo[]> {
  const kept = await lastKept(session, KEPT_AS)
  return Array.isArray(kept) ? kept.filter(isTodo) : []
}

function isTodo(value: unknown): value is Todo {
  if (typeof value !== 'object' || value === null) return false
  return (
    'text' in value &&
    typeof value.text === 'string' &&
    'isDone' in value &&
    typeof value.isDone === 'boolean'
  )
}

/** Marks that people leave in code; words in which they merely occur are not meant. */
const MARKS = '\\b(TODO|FIXME)\\b'

async function scan(errand: Errand): Promise<void> {
  const { text, isError } = await useTool(errand, 'search', { pattern: MARKS, isRegex: true })
  await errand.turn.say(isError ? text : found(text))
}
