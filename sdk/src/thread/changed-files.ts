/** Which files a conversation changes, as its diffs tell it: texts in version 1, changes and a patch in version 2. */

import type { ToolCallContent } from './entry.js'
import { type Fields, isFields, isText, itemsThatAre } from './fields.js'
import { countPatch } from './git-patch.js'
import { countLines, type LineCount } from './patch.js'
import { entriesOf } from './selectors.js'
import { itemsOf } from './sequence.js'
import type { Thread } from './thread.js'

/** A file, and how many lines a conversation adds to it and removes from it. */
export interface ChangedFile extends LineCount {
  readonly path: string
}

const UNDONE = new Set(['failed', 'cancelled'])

/** The files that the diffs of all tool calls name, except of those that failed or were cancelled; in order of path. */
export function changedFiles(thread: Thread): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  const calls = entriesOf(thread).filter(entry => entry.kind === 'tool_call')
  for (const call of calls.filter(({ status }) => !UNDONE.has(status)))
    for (const file of itemsOf(call.content).flatMap(filesIn)) {
      const { added, removed } = files.get(file.path) ?? { added: 0, removed: 0 }
      files.set(file.path, { path: file.path, added: added + file.added, removed: removed + file.removed })
    }
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}

// Content is never modified, and comparing texts is the one slow thing here.
const known = new WeakMap<ToolCallContent, readonly ChangedFile[]>()

function filesIn(content: ToolCallContent): readonly ChangedFile[] {
  if (content.type !== 'diff') return []
  const files = known.get(content) ?? readDiff({ ...content })
  known.set(content, files)
  return files
}

function readDiff({ path, oldText, newText, changes, patch }: Fields): readonly ChangedFile[] {
  if (isText(path) && isText(newText))
    return [{ path, ...countLines(isText(oldText) ? oldText : undefined, newText) }]
  const counts = isFields(patch) && isText(patch.text) ? countPatch(patch.text) : new Map<string, LineCount>()
  return itemsThatAre(changes, isChange).map(change => ({
    path: change.path,
    ...(counts.get(change.path) ?? { added: 0, removed: 0 }),
  }))
}

const isChange = (value: unknown): value is Fields & { readonly path: string } =>
  isFields(value) && isText(value.path)
