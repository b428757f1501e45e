/** A tool call in paragraphs: what it is, where it works, and what it shows. */

import type { ToolCall, ToolCallContent } from './entry.js'
import { type Fields, isBlock, isFields, isNumber, isText, itemsThatAre } from './fields.js'
import { type Part, toCode, toEvent, toLine, toParts } from './part.js'
import { toPatch } from './patch.js'
import { terminalOf } from './selectors.js'
import { itemsOf } from './sequence.js'
import { outputOf, type Terminal } from './terminals.js'
import type { Thread } from './thread.js'

export function describeToolCall(thread: Thread, call: ToolCall, hasDetails: boolean): readonly Part[] {
  const { title, name, toolKind, status, locations, content } = call
  const head = toEvent([toolKind, status], title ?? name ?? 'Tool call')
  const places = locations.flatMap(({ path, line }) => toLine(isNumber(line) ? `${path}:${line}` : path))
  const details = hasDetails ? itemsOf(content).flatMap(item => describeContent(thread, item)) : []
  return [head, ...places, ...details]
}

export function describeTerminal(terminal: Terminal): readonly Part[] {
  const { command, cwd, exitStatus } = terminal
  const { text, isTruncated } = outputOf(terminal)
  const { exitCode, signal }: Fields = { ...exitStatus }
  return [
    ...(isText(command) ? toLine(`$ ${command}${isText(cwd) ? ` (in ${cwd})` : ''}`) : []),
    ...(isTruncated ? toLine('[the beginning of the output is missing]') : []),
    ...toCode(text),
    ...(isNumber(exitCode) ? toLine(`[exit code ${exitCode}]`) : []),
    ...(isText(signal) ? toLine(`[ended by ${signal}]`) : []),
  ]
}

function describeContent(thread: Thread, item: ToolCallContent): readonly Part[] {
  const fields: Fields = { ...item }
  switch (fields.type) {
    case 'content':
      return isBlock(fields.content) ? toParts(fields.content) : []
    case 'diff':
      return describeDiff(fields)
    case 'terminal': {
      const terminal = isText(fields.terminalId) ? terminalOf(thread, fields.terminalId) : undefined
      return terminal === undefined ? toLine('[terminal]') : describeTerminal(terminal)
    }
    default:
      return toLine(`[${item.type}]`)
  }
}

function describeDiff({ path, oldText, newText, changes, patch }: Fields): readonly Part[] {
  if (isText(path) && isText(newText))
    return toCode(toPatch(path, isText(oldText) ? oldText : undefined, newText), 'diff')
  const named = itemsThatAre(changes, isFields).flatMap(({ operation, oldPath, path }) =>
    toLine([operation, oldPath, isText(oldPath) ? '->' : undefined, path].filter(isText).join(' ')),
  )
  return [...named, ...(isFields(patch) && isText(patch.text) ? toCode(patch.text, 'diff') : [])]
}
