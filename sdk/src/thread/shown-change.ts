/** What a tool call shows, in the words of the other version: a diff is two texts in the first, a patch in the second. */

import type { v1, v2 } from '../schema/index.js'
import { fence } from './fence.js'
import { newFilesIn, toGitPatch } from './git-patch.js'

const FORMAT = 'git_patch'

export function toNewContent(content: v1.ToolCallContent): v2.ToolCallContent {
  if (content.type === 'diff') return toNewDiff(content)
  return content as v2.ToolCallContent
}

/** Version 2 names the change and carries a patch; whole texts have no place in it. */
function toNewDiff({ path, oldText, newText }: v1.Diff): v2.ToolCallContent {
  const before = oldText ?? undefined
  const text = toGitPatch(path, before, newText)
  return {
    type: 'diff',
    changes: [{ operation: before === undefined ? 'add' : 'modify', path }],
    ...(text === undefined ? {} : { patch: { format: FORMAT, text } }),
  }
}

export function toOldContent(content: v2.ToolCallContent): readonly v1.ToolCallContent[] {
  if (content.type === 'content') return [content as v1.ToolCallContent]
  return content.type === 'diff' ? toOldDiff(content as v2.Diff) : []
}

/** New files are diffs there too; of a file that was changed a patch knows too little, so it is shown as it is. */
function toOldDiff({ changes, patch }: v2.Diff): readonly v1.ToolCallContent[] {
  const text = patch?.format === FORMAT ? patch.text : ''
  const made = newFilesIn(text)
  const diffs = changes.flatMap(change => toOldNewFile(change, made))
  if (diffs.length === changes.length) return diffs
  const named = changes.map(nameOf).join('\n')
  return [toProse(text === '' ? named : `${named}\n\n${fence(text.replace(/\n$/, ''), 'diff')}`)]
}

function toOldNewFile(
  change: v2.DiffChange,
  made: ReadonlyMap<string, string>,
): readonly v1.ToolCallContent[] {
  const path = change.operation === 'add' && typeof change.path === 'string' ? change.path : ''
  const newText = made.get(path)
  return newText === undefined ? [] : [{ type: 'diff', path, oldText: null, newText }]
}

function nameOf(change: v2.DiffChange): string {
  const { operation, oldPath, path } = change as Readonly<Record<string, unknown>>
  const words = [operation, oldPath, oldPath === undefined ? undefined : '->', path]
  return words.filter(word => typeof word === 'string').join(' ')
}

function toProse(text: string): v1.ToolCallContent {
  return { type: 'content', content: { type: 'text', text } }
}
