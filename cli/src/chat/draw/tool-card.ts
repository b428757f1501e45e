/** A tool call in lines: one that says how it stands, and below it what nobody would see otherwise. */

import { itemAt, outputOf, type ToolCall, type ToolCallContent, terminalOf } from '@parley/acp/thread'
import type { Talk } from '../model/talk.js'
import { type Line, lineOf, span } from '../screen/line.js'
import { toPlace } from '../screen/place.js'
import { wrapLine } from '../screen/wrap.js'
import { boundLines, cleanTitle, drawPlain, indent } from './clean-text.js'
import { toCompactJson } from './compact-json.js'
import { fieldsOf, textOfBlock, wordsOfBlock } from './content-words.js'
import { drawComparison } from './diff.js'
import { firstItems, lastItems } from './items.js'
import { drawMarkdown } from './markdown.js'
import type { Setting } from './setting.js'
import { drawTerminalOutput } from './terminal-output.js'
import { type ChangedFile, filesIn, filesOf } from './tool-files.js'
import { drawHead } from './tool-head.js'

const HINT = ', Ctrl+E'
const INDENT = '    '
const SHORT_DIFF = 12
const SHORT_OUTPUT = 5
const OWN_OUTPUT = 200
const SHORT_LIST = 30
const MOST_LINES = 5_000
const MOST_PIECES = 500
const MOST_LOOKED_AT = 50
const MOST_JSON = 4_000

const ENDS = new Set(['completed', 'failed', 'cancelled'])

type CardSetting = Setting & { readonly isOpen: boolean }

export function drawToolCall(call: ToolCall, talk: Talk, setting: CardSetting): readonly Line[] {
  const files = filesOf(call)
  const head = drawHead({ call, talk, files }, setting)
  const inner = { ...setting, columns: Math.max(1, setting.columns - INDENT.length) }
  const below = setting.isOpen ? drawAll(call, talk, inner) : drawLittle({ call, talk, files }, inner)
  return [...head, ...boundLines(indent(below, INDENT), MOST_LINES)]
}

interface Card {
  readonly call: ToolCall
  readonly talk: Talk
  readonly files: readonly ChangedFile[]
}

/** Closed: what was changed, and what a program said, in a few lines. */
function drawLittle({ call, talk, files }: Card, setting: Setting): readonly Line[] {
  const { columns } = setting
  const [only] = files
  // What is asked about is shown with the question.
  const isAsked = talk.questions.length > 0 && !ENDS.has(call.status)
  if (isAsked && files.length > 0) return []
  if (only !== undefined && files.length === 1) {
    const isNamed = [call.title, ...call.locations.map(({ path }) => path)].some(name =>
      isAbout(name, only, setting),
    )
    const diff = drawComparison(only, { columns, most: SHORT_DIFF, hint: HINT }).lines
    return isNamed ? diff : [...drawFile(only, setting), ...diff]
  }
  if (files.length > 1)
    return boundLines(
      files.flatMap(file => drawFile(file, setting)),
      SHORT_LIST,
      HINT,
    )
  if (call.toolKind !== 'execute' && call.status !== 'failed') return []
  const output = withoutInput(outputIn(call, talk), call)
  return output === ''
    ? []
    : drawTerminalOutput(output, { columns, most: mostOutput(call, talk, setting), hint: HINT }).map(muted)
}

/** As much as there is room for beside what else was said; all of it where the person ran it. */
function mostOutput(call: ToolCall, talk: Talk, { height = 0 }: Setting): number {
  return isOwnRun(call, talk) ? OWN_OUTPUT : Math.max(SHORT_OUTPUT, Math.floor(height / 3))
}

/** Whether it is what the person asked for by name. Looks at the end of the timeline alone. */
function isOwnRun(call: ToolCall, { thread: { slots } }: Talk): boolean {
  let isBehind = false
  for (let back = 1; back <= Math.min(MOST_LOOKED_AT, slots.length); back++) {
    const entry = itemAt(slots, slots.length - back)
    if (entry === call) isBehind = true
    if (entry?.kind !== 'message' || entry.role !== 'user') continue
    return isBehind && /^\/run\s/.test(textOfBlock(itemAt(entry.content, 0)) ?? '')
  }
  return false
}

function isAbout(name: unknown, { path }: ChangedFile, setting: Setting): boolean {
  return typeof name === 'string' && (name === path || name.slice(0, 1_000).includes(toPlace(path, setting)))
}

const muted = (line: Line): Line =>
  line.map(piece => (piece.style === undefined ? span(piece.text, 'muted') : piece))

function drawFile(file: ChangedFile, setting: Setting): readonly Line[] {
  const { path, oldPath, what, added, removed } = file
  const from = oldPath === undefined ? '' : `${toPlace(oldPath, setting)} → `
  const word = what === undefined ? '' : ` (${what})`
  const line = [
    span(`${from}${toPlace(path, setting)}${word}`, 'strong'),
    span(` +${added} −${removed}`, 'info'),
  ]
  return wrapLine(line, setting.columns)
}

/** The last thing that a program, or a call that failed, has to say. */
function outputIn(call: ToolCall, talk: Talk): string {
  for (const item of lastItems(call.content, MOST_LOOKED_AT).toReversed()) {
    const { type, terminalId, content } = fieldsOf(item)
    const terminal =
      type === 'terminal' && typeof terminalId === 'string' ? terminalOf(talk.thread, terminalId) : undefined
    if (terminal !== undefined) return outputOf(terminal).text
    const text = type === 'content' ? textOfBlock(content) : undefined
    if (text !== undefined && text.trim() !== '') return withoutFence(text)
  }
  const { message, error, output, stdout, stderr } = fieldsOf(call.rawOutput)
  const said = [call.rawOutput, message, error, output, stdout, stderr].find(
    value => typeof value === 'string',
  )
  return typeof said === 'string' ? said : ''
}

/** Some agents show, until there is output, what the tool is called with: of that, only a command is worth a line. */
function withoutInput(text: string, { status, title }: ToolCall): string {
  const trimmed = text.trim()
  if (ENDS.has(status) || !trimmed.startsWith('{') || trimmed.length > MOST_JSON) return text
  try {
    const { command } = fieldsOf(JSON.parse(trimmed))
    return typeof command !== 'string' || title?.includes(command) === true ? '' : command
  } catch {
    // Cut in the middle, or no JSON at all.
    return text
  }
}

/** Output is often given as a block of source: what stands around it is no output. */
function withoutFence(text: string): string {
  const trimmed = text.trim()
  const [fence] = /^`{3,}/.exec(trimmed) ?? []
  const start = trimmed.indexOf('\n') + 1
  if (fence === undefined || start === 0 || !trimmed.endsWith(fence)) return text
  return trimmed.slice(start, -fence.length)
}

/** Open: everything, in bounds. */
function drawAll(call: ToolCall, talk: Talk, setting: Setting): readonly Line[] {
  const { columns } = setting
  const items = firstItems(call.content, MOST_PIECES)
  const places = call.locations.slice(1, SHORT_LIST).map(({ path, line }) => {
    const place = toPlace(String(path), setting)
    return lineOf(typeof line === 'number' ? `${place}:${line}` : place, 'muted')
  })
  const drawn = items.flatMap(item => drawContent(item, talk, setting))
  const left = call.content.length - items.length
  return [
    ...places.flatMap(line => wrapLine(line, columns)),
    ...drawValue('input', call.rawInput, columns),
    ...drawn,
    ...(left > 0 ? [lineOf(`… ${left} more pieces`, 'muted')] : []),
    ...(items.length === 0 ? drawValue('output', call.rawOutput, columns) : []),
  ]
}

function drawValue(name: string, value: unknown, columns: number): readonly Line[] {
  if (value === undefined || value === null) return []
  return wrapLine([span(`${name} `, 'muted'), span(toCompactJson(value, MOST_JSON))], columns, {
    rest: [span('  ')],
  })
}

function drawContent(item: ToolCallContent, talk: Talk, setting: Setting): readonly Line[] {
  const { columns } = setting
  const { type, content, terminalId } = fieldsOf(item)
  if (type === 'diff')
    return filesIn(item).flatMap(file => [
      ...drawFile(file, setting),
      ...drawComparison(file, { columns, most: MOST_LINES }).lines,
    ])
  if (type === 'terminal') return drawTerminal(terminalId, talk, columns)
  if (type !== 'content') return [lineOf(`[${cleanTitle(type, 40)}]`, 'muted')]
  const text = textOfBlock(content)
  return text === undefined
    ? drawPlain(wordsOfBlock(content, setting), { columns, style: 'muted' })
    : text.includes('```') || !text.trim().includes('\n')
      ? drawMarkdown(text, { columns })
      : drawTerminalOutput(text, { columns, most: MOST_LINES })
}

function drawTerminal(terminalId: unknown, { thread }: Talk, columns: number): readonly Line[] {
  const terminal = typeof terminalId === 'string' ? terminalOf(thread, terminalId) : undefined
  if (terminal === undefined) return [lineOf('[terminal]', 'muted')]
  const { text, isTruncated } = outputOf(terminal)
  const command = cleanTitle(terminal.command, MOST_JSON)
  return [
    ...(command === ''
      ? []
      : wrapLine([span('$ ', 'accent'), span(command)], columns, { rest: [span('  ')] })),
    ...(isTruncated ? [lineOf('… the beginning is missing', 'muted')] : []),
    ...(text === '' ? [] : drawTerminalOutput(text, { columns, most: MOST_LINES })),
  ]
}
