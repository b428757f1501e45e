/** The line that says what a tool call is and how it stands. */

import { type ToolCall, terminalOf } from '@parley/acp/thread'
import { toDuration } from '../../render/lines.js'
import type { CallTimes, Talk } from '../model/talk.js'
import { cutLine, type Line, type Span, span, widthOfLine } from '../screen/line.js'
import { type Paths, shortened, toPlace } from '../screen/place.js'
import { spinnerAt } from '../screen/spinner.js'
import { wrapLine } from '../screen/wrap.js'
import { cleanTitle } from './clean-text.js'
import { fieldsOf } from './content-words.js'
import { lastItems } from './items.js'
import type { Setting } from './setting.js'
import type { ChangedFile } from './tool-files.js'

const MOST_LOOKED_AT = 50
const LEAST_TIME = 1_000
const KINDS: ReadonlyMap<string, string> = new Map([
  ['edit', '✎'],
  ['execute', '$'],
  ['read', 'read'],
  ['delete', 'delete'],
  ['move', 'move'],
  ['search', 'search'],
  ['think', 'think'],
  ['fetch', 'fetch'],
  ['switch_mode', 'mode'],
])

/** How something stands that is begun and ends well, badly, or not. */
export function statusSign(status: string, now: number): Span {
  switch (status) {
    case 'completed':
      return span('✓', 'good')
    case 'failed':
      return span('✗', 'bad')
    case 'cancelled':
      return span('⊘', 'muted')
    case 'in_progress':
      return span(spinnerAt(now), 'accent')
    default:
      return span('○', 'muted')
  }
}

export interface Head {
  readonly call: ToolCall
  readonly talk: Talk
  readonly files: readonly ChangedFile[]
}

/** On one line, what matters least is cut; open, all of it is there. */
export function drawHead(head: Head, setting: Setting & { readonly isOpen: boolean }): readonly Line[] {
  const { call } = head
  const { columns } = setting
  const sign = statusSign(call.status, setting.now)
  const title = titleOf(call, setting)
  const name: Line = [...kindOf(call, title), span(title, call.status === 'failed' ? 'strong' : undefined)]
  const facts = factsOf(head, title, setting).flatMap(fact => [span('  '), fact])
  if (setting.isOpen)
    return wrapLine([...name, ...facts], columns, { first: [sign, span(' ')], rest: [span('  ')] })
  const room = columns - 2 - Math.min(widthOfLine(facts), Math.floor(columns / 2))
  return [cutLine([sign, span(' '), ...cutLine(name, room), ...facts], columns)]
}

/** What it is called, for people. */
export function titleOf({ title, name, toolKind }: ToolCall, paths: Paths): string {
  const text = shortened(cleanTitle(title), paths) || cleanTitle(name) || toolKind
  // Commands are often quoted as if they were in prose.
  return /^`[^`]+`$/.test(text) ? text.slice(1, -1) : cleanTitle(text)
}

function kindOf({ toolKind }: ToolCall, title: string): Line {
  const word = KINDS.get(toolKind)
  if (word === undefined || title.toLowerCase().startsWith(word)) return []
  return [span(`${word} `, 'accent')]
}

function factsOf({ call, talk, files }: Head, title: string, setting: Setting): readonly Span[] {
  const [first] = call.locations
  const place = first === undefined ? '' : toPlace(String(first.path), setting)
  const line = typeof first?.line === 'number' ? `:${first.line}` : ''
  const isNamed = line === '' && title.includes(place)
  const more = call.locations.length > 1 ? ` and ${call.locations.length - 1} more` : ''
  const [added, removed] = [sum(files, 'added'), sum(files, 'removed')]
  const time = timeOf(call, talk.times, setting.now)
  const exit = exitOf(call, talk)
  return [
    ...(place === '' || isNamed ? [] : [span(`${place}${line}${more}`, 'muted')]),
    ...(files.length === 0 ? [] : [span(`+${added} −${removed}`, 'info')]),
    ...(exit === undefined ? [] : [span(exit, 'bad')]),
    ...(time === undefined || time < LEAST_TIME ? [] : [span(toDuration(time), 'muted')]),
  ]
}

const sum = (files: readonly ChangedFile[], of: 'added' | 'removed'): number =>
  files.reduce((all, file) => all + file[of], 0)

function timeOf(
  { toolCallId }: ToolCall,
  { open, newer, older, waiting }: CallTimes,
  now: number,
): number | undefined {
  const since = open.get(toolCallId)
  if (since === undefined) return newer.get(toolCallId) ?? older.get(toolCallId)
  return Math.max(0, (waiting?.get(toolCallId) ?? now) - since)
}

/** How its program ended, where that was not well. */
function exitOf({ content }: ToolCall, { thread }: Talk): string | undefined {
  const last = lastItems(content, MOST_LOOKED_AT).findLast(({ type }) => type === 'terminal')
  const { terminalId } = fieldsOf(last)
  const terminal = typeof terminalId === 'string' ? terminalOf(thread, terminalId) : undefined
  const { exitCode, signal } = fieldsOf(terminal?.exitStatus)
  if (typeof signal === 'string') return `ended by ${cleanTitle(signal, 20)}`
  return typeof exitCode === 'number' && exitCode !== 0 ? `exit ${exitCode}` : undefined
}
