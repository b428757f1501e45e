/** The change that an agent shows with its question or its call, where nobody on this side judged it: its own words, and called so. */

import type { PermissionChange } from '@parley/acp/client'
import { type ToolCallContent, toolCallOf } from '@parley/acp/thread'
import { fieldsOf } from '../draw/content-words.js'
import { firstItems } from '../draw/items.js'
import type { Question } from '../model/question.js'
import type { Talk } from '../model/talk.js'

// More than these nobody looks through before answering.
const MOST_FILES = 256
const MOST_CONTENTS = 1_000
const MOST_CHARACTERS = 1_000_000

/** The same question with the change that its tool call shows, where it shows none itself. */
export function withShownChange(question: Question, { thread }: Pick<Talk, 'thread'>): Question {
  if (question.is !== 'permission' || question.action !== undefined || question.changes.length > 0)
    return question
  const call = question.callId === undefined ? undefined : toolCallOf(thread, question.callId)
  const shown = call && shownChange(firstItems(call.content, MOST_CONTENTS))
  return shown?.changes === undefined ? question : { ...question, ...shown }
}

/** Nothing where there is none: then nothing is said of it either. */
export function shownChange(content: readonly ToolCallContent[]): {
  readonly changes?: readonly PermissionChange[]
  readonly reason?: string
} {
  const told = content.flatMap(toChange)
  const changes: PermissionChange[] = []
  let characters = 0
  for (const change of told) {
    characters += (change.oldText?.length ?? 0) + change.newText.length
    if (changes.length === MOST_FILES || characters > MOST_CHARACTERS) break
    changes.push(change)
  }
  if (told.length === 0) return {}
  const left = told.length - changes.length
  const rest = left === 0 ? '' : ` ${left} more ${left === 1 ? 'is' : 'are'} too long to be shown.`
  return {
    changes,
    reason: `The change is as the agent shows it: nobody here has looked at its files.${rest}`,
  }
}

function toChange(content: ToolCallContent): readonly PermissionChange[] {
  if (content.type !== 'diff') return []
  const { path, oldText, newText } = fieldsOf(content)
  if (typeof path !== 'string' || typeof newText !== 'string') return []
  return [{ path, newText, ...(typeof oldText === 'string' && { oldText }) }]
}
