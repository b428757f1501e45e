/**
 * The change that an agent shows with its question, or in the call that it asks about, where nobody on this side judged it: its own
 * words, and called so. What it shows after it has asked is asked anew.
 */

import type { PermissionChange } from '@parley/acp/client'
import { type ToolCall, type ToolCallContent, toolCallOf } from '@parley/acp/thread'
import { fieldsOf } from '../draw/content-words.js'
import { firstItems } from '../draw/items.js'
import type { PermissionQuestion, Question, ShownChange } from '../model/question.js'
import type { Talk } from '../model/talk.js'

// More than these nobody looks through before answering, and comparing them would keep whoever waits from pressing a key.
const MOST_FILES = 32
const MOST_CHARACTERS = 200_000
const MOST_LINES = 4_000
const MOST_CONTENTS = 1_000

/** A question with what came with it; nothing of its call is known yet. */
export function aboutShown(content: readonly ToolCallContent[]): Partial<PermissionQuestion> {
  const own = content.slice(0, MOST_CONTENTS)
  const beyond = content.length - own.length
  const shown: ShownChange = { own, beyond, left: 0, isLate: false }
  const { changes, left } = read(own, beyond)
  if (changes.length + left === 0) return { shown }
  return { changes, ...wordsOf(changes, left, false), shown: { ...shown, left } }
}

/** The same question with what its call shows by now, besides what came with the question itself. */
export function withShownChange(question: Question, { thread }: Pick<Talk, 'thread'>): Question {
  if (question.is !== 'permission' || question.shown === undefined) return question
  const call = question.callId === undefined ? undefined : toolCallOf(thread, question.callId)
  if (call === undefined || call.content === question.shown.from) return question
  const { shown } = question
  const { changes, left } = readBoth(shown, call.content)
  const isAsBefore =
    left === shown.left &&
    changes.length === question.changes.length &&
    changes.every((change, index) => isSame(change, question.changes[index]))
  if (isAsBefore) return { ...question, shown: { ...shown, from: call.content } }
  const isLate = shown.isLate || question.wasShown === true
  // Nobody has read what it has become.
  const unread = { shownAt: undefined, confirming: undefined, selected: undefined }
  const now = { ...shown, from: call.content, left, isLate }
  return { ...question, ...unread, changes, ...wordsOf(changes, left, isLate), shown: now }
}

/** What a question says of it. */
function wordsOf(changes: readonly PermissionChange[], left: number, isLate: boolean) {
  const isGone = changes.length + left === 0
  const parts = left === 1 ? '1 part of it is' : `${left} parts of it are`
  const reason = [
    isGone
      ? 'The agent has taken back the change that it showed.'
      : 'The change is as the agent shows it: nobody here has looked at its files.',
    ...(isLate ? ['It became another after it was asked about.'] : []),
    ...(left > 0 ? [`${parts} not shown here: do not allow what you have not seen.`] : []),
  ].join(' ')
  // Whatever it calls itself: it writes.
  return { reason, isDestructive: true }
}

interface Read {
  readonly changes: readonly PermissionChange[]
  /** How many parts are not among them. */
  readonly left: number
}

function readBoth({ own, beyond }: ShownChange, theirs: ToolCall['content']): Read {
  const content = [...own, ...firstItems(theirs, MOST_CONTENTS)]
  return read(content, beyond + Math.max(0, theirs.length - MOST_CONTENTS))
}

/** `beyond` is how many parts were not even looked at. */
function read(content: readonly ToolCallContent[], beyond: number): Read {
  const changes: PermissionChange[] = []
  // The first of those that are left out: a change that is shown twice is one.
  const others: PermissionChange[] = []
  let [left, characters, lines] = [beyond, 0, 0]
  for (const each of content) {
    if (each.type !== 'diff') continue
    const change = toChange(each)
    const isKnown = change && [...changes, ...others].some(known => isSame(known, change))
    if (isKnown) continue
    const size = change && sizeOf(change)
    const isTaken =
      size !== undefined &&
      changes.length < MOST_FILES &&
      characters + size.characters <= MOST_CHARACTERS &&
      lines + size.lines <= MOST_LINES
    if (isTaken) {
      changes.push(change as PermissionChange)
      characters += size.characters
      lines += size.lines
    } else {
      left++
      if (change && others.length < MOST_FILES) others.push(change)
    }
  }
  return { changes, left }
}

function toChange(content: ToolCallContent): PermissionChange | undefined {
  const { path, oldText, newText } = fieldsOf(content)
  if (typeof path !== 'string' || typeof newText !== 'string') return undefined
  return { path, newText, ...(typeof oldText === 'string' && { oldText }) }
}

/** The lines of what is too long anyway are not counted. */
function sizeOf({ path, oldText = '', newText }: PermissionChange) {
  const characters = path.length + oldText.length + newText.length
  const lines = characters > MOST_CHARACTERS ? 0 : oldText.split('\n').length + newText.split('\n').length
  return { characters, lines }
}

const isSame = (one: PermissionChange, other: PermissionChange | undefined): boolean =>
  one.path === other?.path && one.oldText === other.oldText && one.newText === other.newText
