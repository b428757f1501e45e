/**
 * Terminals of the agent's own, for a client of version 1 that knows only those it runs itself: their output is text that
 * the tool call shows, and every piece of it shows that text anew.
 */

import type { ToolCallContent } from '../../../thread/entry.js'
import { fence } from '../../../thread/fence.js'
import { type Fields, isFields, isList, isNumber, isText } from '../../../thread/fields.js'
import { reduce } from '../../../thread/reduce.js'
import { terminalOf, toolCallOf } from '../../../thread/selectors.js'
import { itemsOf, sequenceOf } from '../../../thread/sequence.js'
import { outputOf, TERMINAL_CHUNK, TERMINAL_UPDATE, type Terminal } from '../../../thread/terminals.js'
import { assign, lookUp } from '../../../thread/tree.js'
import { carry, keep, keptIn, withoutKept } from './kept.js'
import { toOldItems } from './shown.js'
import type { Told } from './told.js'

/** How much of an output is shown anew with each piece while the command runs, and once when it has ended. */
const MOST_WHILE_RUNNING = 4096
const MOST_IN_THE_END = 65_536
/** A terminal is shown by one call, or by few; each of them is told all of it. */
const MOST_VIEWERS = 8
/** A call that shows more than this beside a terminal would say all of it again with each piece: it waits for the end. */
const MOST_SAID_AGAIN = 16_384

const NO_CONTENT = sequenceOf<ToolCallContent>([])

const ESCAPE = '\u001B'
// Colours and the like: whoever shows text as text would show them as rubbish.
const COLOURS = new RegExp(`${ESCAPE}\\[[0-9;:?]*[ -/]*[@-~]`, 'g')

/** What a gateway says of terminals that it lends has a name of its own in version 1, and the shape it has in version 2. */
const LENT: ReadonlyMap<unknown, string> = new Map([
  [TERMINAL_UPDATE, 'terminal_update'],
  [TERMINAL_CHUNK, 'terminal_output_chunk'],
])
const LENT_NAMES: ReadonlyMap<unknown, string> = new Map([...LENT].map(([own, name]) => [name, String(own)]))

/** What a gateway says of a terminal that it lends, or any kind that no schema knows: version 2 takes it as it is. */
export function toNewPrivate(update: Fields): Fields {
  const sessionUpdate = LENT.get(update.sessionUpdate) ?? update.sessionUpdate
  return keep({ ...update, sessionUpdate }, 'v1', { isOwn: true })
}

/** The same on its way back; undefined where version 1 did not say it. */
export function toOldPrivate(update: Fields): Fields | undefined {
  if (keptIn(update, 'v1').isOwn !== true) return undefined
  const sessionUpdate = LENT_NAMES.get(update.sessionUpdate) ?? update.sessionUpdate
  return { ...withoutKept(update, 'v1'), sessionUpdate }
}

/** What is said of a terminal, as news of every call that shows it. The first of them carries the update itself. */
export function toOldTerminalNews(
  told: Told,
  update: Fields,
): { readonly told: Told; readonly updates: readonly Fields[] } {
  const next = { ...told, shown: reduce(told.shown, update as never) }
  const { terminalId } = update
  const viewers = isText(terminalId) ? (lookUp(told.viewers, terminalId) ?? []) : []
  const isOver = isText(terminalId) && isFields(terminalOf(next.shown, terminalId)?.exitStatus)
  const news = viewers
    .filter(id => showsTerminal(told, id, terminalId) && (isOver || !showsMuch(told, id)))
    .map(id => toContentNews(next, id))
  const [first, ...others] = news
  if (first === undefined) return { told: next, updates: [carry(update, 'v2')] }
  return {
    told: next,
    updates: [keep(first, 'v2', { update }), ...others.map(other => keep(other, 'v2', { isExtra: true }))],
  }
}

/** Everything that a call shows now. */
export function toContentNews(told: Told, toolCallId: string): Fields {
  const content = itemsOf(toolCallOf(told.shown, toolCallId)?.content ?? NO_CONTENT)
  return { sessionUpdate: 'tool_call_update', toolCallId, content: toShown(told, content) }
}

/** What a call shows, in the words of version 1. */
export function toShown(told: Told, items: readonly unknown[]): readonly Fields[] {
  return toOldItems(items, terminalId => describe(terminalOf(told.shown, terminalId)))
}

/** Remembers which call shows which terminals. */
export function noteViewer(told: Told, toolCallId: string, items: unknown): Told {
  const terminals = (isList(items) ? items : []).flatMap(item => (isTerminal(item) ? [item.terminalId] : []))
  let { viewers } = told
  for (const terminalId of terminals) {
    const known = lookUp(viewers, terminalId) ?? []
    if (!known.includes(toolCallId))
      viewers = assign(viewers, terminalId, [...known, toolCallId].slice(-MOST_VIEWERS))
  }
  return viewers === told.viewers ? told : { ...told, viewers }
}

function showsTerminal(told: Told, toolCallId: string, terminalId: unknown): boolean {
  const content = toolCallOf(told.shown, toolCallId)?.content ?? NO_CONTENT
  return itemsOf(content).some(item => isTerminal(item) && item.terminalId === terminalId)
}

function showsMuch(told: Told, toolCallId: string): boolean {
  return (lookUp(told.pieces, toolCallId)?.bytes ?? 0) > MOST_SAID_AGAIN
}

function isTerminal(item: unknown): item is { readonly type: 'terminal'; readonly terminalId: string } {
  return isFields(item) && item.type === 'terminal' && isText(item.terminalId)
}

function describe(terminal: Terminal | undefined): string {
  if (terminal === undefined) return '[terminal]'
  const { command, exitStatus } = terminal
  const { text, isTruncated } = outputOf(
    toTail(terminal, isFields(exitStatus) ? MOST_IN_THE_END : MOST_WHILE_RUNNING),
  )
  const { exitCode, signal }: Fields = { ...exitStatus }
  const lines = [
    ...(isText(command) ? [`$ ${command}`] : []),
    ...(isTruncated ? ['[the beginning of the output is missing]'] : []),
    ...(text === '' ? [] : [text.replaceAll(COLOURS, '').replaceAll('\r\n', '\n').replace(/\n$/, '')]),
  ]
  return [
    fence(lines.join('\n'), ''),
    ...(isNumber(exitCode) ? [`exit code ${exitCode}`] : []),
    ...(isText(signal) ? [`ended by ${signal}`] : []),
  ].join('\n')
}

function toTail(terminal: Terminal, most: number): Terminal {
  const { output } = terminal
  const all = output.newer.length < most ? output.older + output.newer : output.newer
  const isCut = output.isCut || all.length > most || all.length < output.older.length + output.newer.length
  return { ...terminal, output: { ...output, older: '', newer: all.slice(-most), isCut } }
}
