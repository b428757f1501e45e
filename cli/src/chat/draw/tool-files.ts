/** Which files a tool call changes and how: two texts in version 1, named changes and a patch in version 2. */

import type { ToolCall, ToolCallContent } from '@parley/acp/thread'
import { fieldsOf } from './content-words.js'
import { type Comparison, compareTexts } from './diff-rows.js'
import { firstItems } from './items.js'
import { readPatch } from './patch-reader.js'

export interface ChangedFile extends Comparison {
  /** Not cleaned. */
  readonly path: string
  readonly oldPath?: string | undefined
  /** `new`, `deleted`, `moved` … where it is not just changed. */
  readonly what?: string | undefined
}

const MOST_FILES = 1_000
const WORDS: ReadonlyMap<unknown, string> = new Map([
  ['add', 'new'],
  ['delete', 'deleted'],
  ['move', 'moved'],
  ['copy', 'copied'],
])

// Content is never modified, and comparing texts is slow.
const known = new WeakMap<ToolCallContent, readonly ChangedFile[]>()

export function filesOf(call: ToolCall): readonly ChangedFile[] {
  return firstItems(call.content, MOST_FILES).flatMap(filesIn)
}

export function filesIn(content: ToolCallContent): readonly ChangedFile[] {
  if (content.type !== 'diff') return []
  const files = known.get(content) ?? read(content)
  known.set(content, files)
  return files
}

function read(content: ToolCallContent): readonly ChangedFile[] {
  const { path, oldText, newText, changes, patch } = fieldsOf(content)
  if (typeof path === 'string' && typeof newText === 'string') {
    const before = typeof oldText === 'string' ? oldText : undefined
    return [{ path, ...compareTexts(before, newText), ...(before === undefined ? { what: 'new' } : {}) }]
  }
  const { text } = fieldsOf(patch)
  const patched = typeof text === 'string' ? readPatch(text) : []
  const named = Array.isArray(changes) ? changes.slice(0, MOST_FILES).map(fieldsOf) : []
  const listed = named.flatMap((change): readonly ChangedFile[] => {
    if (typeof change.path !== 'string') return []
    const found = patched.find(file => isSameFile(file.path, String(change.path)))
    const what = WORDS.get(change.operation)
    const oldPath = typeof change.oldPath === 'string' ? change.oldPath : undefined
    return [{ hunks: [], added: 0, removed: 0, ...found, path: change.path, oldPath, what }]
  })
  // What a patch changes without naming it is changed all the same.
  const unnamed = patched.filter(({ path: one }) => !listed.some(({ path: other }) => isSameFile(one, other)))
  return [...listed, ...unnamed]
}

/** Patches name files below the root of a repository, changes name them whole. */
function isSameFile(patched: string, named: string): boolean {
  return patched !== '' && (named === patched || named.endsWith(`/${patched.replace(/^\//, '')}`))
}
