/** Which files a conversation says it changes, in order, as its tool calls tell it: by texts, or by a patch. */

import { itemsOf, type Thread, type ToolCall, type ToolCallContent } from '@parley/acp/thread'

/** What one tool call does to one file. */
export interface FileEdit {
  readonly path: string
  /** Where the file was before, where it was moved or copied. */
  readonly oldPath?: string | undefined
  readonly operation: 'add' | 'modify' | 'delete' | 'move' | 'copy'
  /** The place of the tool call in the timeline. */
  readonly at: number
  /** It may not have happened yet. */
  readonly isOpen: boolean
  /** The whole file, or only the part that is replaced: agents do either. */
  readonly texts?: { readonly old: string | undefined; readonly now: string } | undefined
  /** A patch in git's format, perhaps of other files as well. */
  readonly patch?: string | undefined
}

const UNDONE = new Set(['failed', 'cancelled'])
const OPEN = new Set(['pending', 'in_progress'])
const OPERATIONS = ['add', 'modify', 'delete', 'move', 'copy'] as const

// Tool calls are never modified: what was read off one stays true, and stays the same value.
const known = new WeakMap<ToolCall, readonly FileEdit[]>()

/** All of them, except of calls that failed or were cancelled. */
export function editsOf(thread: Thread): readonly FileEdit[] {
  return itemsOf(thread.slots).flatMap((entry, at) => {
    if (entry?.kind !== 'tool_call' || UNDONE.has(entry.status)) return []
    const edits =
      known.get(entry) ?? itemsOf(entry.content).flatMap(content => readContent(content, entry, at))
    known.set(entry, edits)
    return edits
  })
}

function readContent(content: ToolCallContent, { status }: ToolCall, at: number): readonly FileEdit[] {
  if (content.type !== 'diff') return []
  const { path, oldText, newText, changes, patch }: Fields = { ...content }
  const told = { at, isOpen: OPEN.has(status) }
  if (typeof path === 'string' && typeof newText === 'string') {
    const old = typeof oldText === 'string' ? oldText : undefined
    return [{ ...told, path, operation: old === undefined ? 'add' : 'modify', texts: { old, now: newText } }]
  }
  const { text }: Fields = Object(patch)
  const withPatch = { ...told, patch: typeof text === 'string' ? text : undefined }
  return Array.isArray(changes) ? changes.flatMap(change => readChange(change, withPatch)) : []
}

type Fields = Readonly<Record<string, unknown>>

function readChange(change: unknown, told: Pick<FileEdit, 'at' | 'isOpen' | 'patch'>): readonly FileEdit[] {
  const { path, oldPath, operation }: Fields = Object(change)
  if (typeof path !== 'string') return []
  return [
    {
      ...told,
      path,
      operation: OPERATIONS.find(each => each === operation) ?? 'modify',
      ...(typeof oldPath === 'string' && { oldPath }),
    },
  ]
}

/** From which place of the timeline on changes are looked at. */
export const SCOPES = ['turn', 'review', 'session'] as const
export type Scope = (typeof SCOPES)[number]

export function firstPlace(
  scope: Scope,
  places: { readonly asked?: number | undefined; readonly reviewed: number },
) {
  if (scope === 'session') return 0
  return scope === 'turn' ? (places.asked ?? 0) : places.reviewed
}
