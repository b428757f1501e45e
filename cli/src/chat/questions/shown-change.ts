/**
 * The change that an agent shows with its question, or in the call that it asks about, where nobody on this side judged it: its own
 * words, and called so. What it shows after it has asked is asked anew.
 */

import type { PermissionChange } from '@parley/acp/client'
import { type ToolCallContent, toolCallOf } from '@parley/acp/thread'
import { fieldsOf } from '../draw/content-words.js'
import { firstItems } from '../draw/items.js'
import type { PermissionQuestion, Question, ShownChange } from '../model/question.js'
import type { Talk } from '../model/talk.js'

// More than these nobody looks through before answering, and comparing them would keep whoever waits from pressing a key.
const MOST_FILES = 32
const MOST_CHARACTERS = 200_000
const MOST_LINES = 4_000
const MOST_CONTENTS = 1_000

export function readShown(content: readonly ToolCallContent[]): ShownChange {
  return read(content.slice(0, MOST_CONTENTS), content.length - MOST_CONTENTS)
}

/** What a question says of it. */
export function aboutShown(shown: ShownChange, isLate = false): Partial<PermissionQuestion> {
  const { changes, left } = shown
  if (changes.length + left === 0) return {}
  const parts = left === 1 ? '1 part of it is' : `${left} parts of it are`
  const reason = [
    'The change is as the agent shows it: nobody here has looked at its files.',
    ...(isLate ? ['It became another after it was asked about.'] : []),
    ...(left > 0 ? [`${parts} not shown here: do not allow what you have not seen.`] : []),
  ].join(' ')
  // Whatever it calls itself: it writes.
  return { changes, reason, isDestructive: true }
}

/** The same question with what its call shows by now, besides what came with the question itself. */
export function withShownChange(question: Question, { thread }: Pick<Talk, 'thread'>): Question {
  if (question.is !== 'permission' || question.shown === undefined) return question
  const { own, from } = question.shown
  const call = question.callId === undefined ? undefined : toolCallOf(thread, question.callId)
  if (call === undefined || call.content === from) return question
  const theirs = read(firstItems(call.content, MOST_CONTENTS), call.content.length - MOST_CONTENTS)
  const others = theirs.changes.filter(change => !own.changes.some(each => isSame(each, change)))
  const changes = [...own.changes, ...others]
  const left = Math.max(own.left, theirs.left)
  const shown = { own, from: call.content, left }
  const isAsBefore =
    left === question.shown.left &&
    changes.length === question.changes.length &&
    changes.every((change, index) => isSame(change, question.changes[index]))
  if (isAsBefore) return { ...question, shown }
  const isLate = question.shownAt !== undefined
  // Nobody has read what it has become.
  const unread = { shownAt: undefined, confirming: undefined, selected: undefined }
  return { ...question, ...unread, ...aboutShown({ changes, left }, isLate), shown }
}

function read(content: readonly ToolCallContent[], beyond: number): ShownChange {
  const changes: PermissionChange[] = []
  let [left, characters, lines] = [Math.max(0, beyond), 0, 0]
  for (const each of content) {
    if (each.type !== 'diff') continue
    const change = toChange(each)
    characters += change === undefined ? 0 : sizeOf(change)
    const hasRoom = changes.length < MOST_FILES && characters <= MOST_CHARACTERS
    if (change !== undefined && hasRoom) lines += linesOf(change)
    if (change !== undefined && hasRoom && lines <= MOST_LINES) changes.push(change)
    else left++
  }
  return { changes, left }
}

function toChange(content: ToolCallContent): PermissionChange | undefined {
  const { path, oldText, newText } = fieldsOf(content)
  if (typeof path !== 'string' || typeof newText !== 'string') return undefined
  return { path, newText, ...(typeof oldText === 'string' && { oldText }) }
}

const sizeOf = ({ path, oldText = '', newText }: PermissionChange): number =>
  path.length + oldText.length + newText.length

const linesOf = ({ oldText = '', newText }: PermissionChange): number =>
  oldText.split('\n').length + newText.split('\n').length

const isSame = (one: PermissionChange, other: PermissionChange | undefined): boolean =>
  one.path === other?.path && one.oldText === other.oldText && one.newText === other.newText
