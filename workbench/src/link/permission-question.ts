/** A request for leave as a question: what the agent says, and what the gateway has established where it says so. Bounded. */

import type { PermissionChange, PermissionRequest } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import { ASK_META } from '@parley/acp/protocol'
import type { ToolCallContent } from '@parley/acp/thread'
import type { Choice, PermissionQuestion } from '../state/question.js'
import { type Fields, fieldsOf, lineIn, listIn, textIn } from './fields.js'

const MOST_LINES = 4_000
const MOST_CHARACTERS = 200_000
const MOST_CHANGES = 1_000
const MOST_OPTIONS = 16
const MOST_TITLE = 500
const MOST_REASON = 1_000

export function toPermissionQuestion(
  request: PermissionRequest,
  { id, askedAt }: Pick<PermissionQuestion, 'id' | 'askedAt'>,
): PermissionQuestion {
  const { title, description, toolCall } = request
  const established = fieldsOf(fieldsOf(fieldsOf(request.raw)._meta)[ASK_META])
  const isEstablished = established.isEstablished === true
  const told = (toolCall?.content ?? []) as readonly ToolCallContent[]
  // A call that the gateway itself would make is its own, too: nothing of that is the agent's word.
  const [content, locations] = isEstablished ? [[], []] : [told, toolCall?.locations ?? []]
  return {
    ...{ is: 'permission', id, askedAt },
    title: boundedLine(title, MOST_TITLE),
    description: description === undefined ? undefined : boundedLine(description, MOST_CHARACTERS),
    toolCallId: toolCall?.toolCallId,
    toolKind: toolCall?.kind ?? 'other',
    isEstablished,
    reason: lineIn(established, 'description', MOST_REASON),
    lines: linesIn(established),
    command: textIn(established, 'command', MOST_CHARACTERS),
    cwd: textIn(established, 'cwd'),
    changes: 'changes' in established ? changesIn(established) : claimedChanges(told),
    ...{ locations, content },
    rawInput: isEstablished ? undefined : toolCall?.rawInput,
    choices: choicesOf(request, fieldsOf(established.rules)),
  }
}

function choicesOf({ options }: PermissionRequest, rules: Fields): readonly Choice[] {
  return options.slice(0, MOST_OPTIONS).map(({ optionId, name, kind }) => ({
    ...{ optionId, name, kind },
    rule: Object.hasOwn(rules, optionId) ? textIn(rules, optionId) : undefined,
  }))
}

/** Nothing where the gateway has told nothing. What is too long to be read is not to be allowed, and says so. */
function linesIn(established: Fields): readonly string[] | undefined {
  const { lines } = established
  if (!Array.isArray(lines)) return undefined
  const kept: string[] = []
  let characters = 0
  for (const line of lines) {
    if (typeof line !== 'string') continue
    characters += line.length
    if (kept.length === MOST_LINES || characters > MOST_CHARACTERS)
      return [...kept, `… ${lines.length - kept.length} more lines are too long to be shown: do not allow it`]
    kept.push(line)
  }
  return kept
}

function changesIn(established: Fields): readonly PermissionChange[] {
  return listIn(established, 'changes', MOST_CHANGES).flatMap(toChange)
}

/** What the agent says that it would change. */
function claimedChanges(content: readonly ToolCallContent[]): readonly PermissionChange[] {
  return content.slice(0, MOST_CHANGES).flatMap(each => (each.type === 'diff' ? toChange(each) : []))
}

function toChange(value: unknown): readonly PermissionChange[] {
  const { path, oldText, newText } = fieldsOf(value)
  if (typeof path !== 'string' || typeof newText !== 'string') return []
  return [{ path, newText, oldText: typeof oldText === 'string' ? oldText : undefined }]
}
