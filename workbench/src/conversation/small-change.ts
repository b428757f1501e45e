/** A change of a file as a few lines: what was added and removed, with a little around it. From texts, or from a patch. */

import type { ToolCallContent } from '@parley/acp/thread'
import { structuredPatch } from 'diff'

export interface ChangeLine {
  readonly sign: '+' | '-' | ' ' | '@'
  readonly text: string
}

export interface SmallChange {
  readonly path: string
  readonly what: 'new' | 'changed' | 'deleted' | 'moved' | 'uncompared'
  readonly lines: readonly ChangeLine[]
  readonly added: number
  readonly removed: number
}

const CONTEXT = 2
// Comparing takes time in the square of the differences, and a conversation must not stand still for it.
const BOUNDS = { context: CONTEXT, maxEditLength: 1_500, timeout: 150 } as const

const known = new WeakMap<ToolCallContent, readonly SmallChange[]>()

/** All files that a piece of a tool call's content changes. */
export function changesIn(content: ToolCallContent): readonly SmallChange[] {
  if (content.type !== 'diff') return []
  const found = known.get(content) ?? readDiff({ ...content })
  known.set(content, found)
  return found
}

function readDiff({ path, oldText, newText, changes, patch }: Readonly<Record<string, unknown>>) {
  if (typeof path === 'string' && typeof newText === 'string')
    return [compare(path, typeof oldText === 'string' ? oldText : undefined, newText)]
  const text = (patch as { readonly text?: unknown } | null | undefined)?.text
  const named = Array.isArray(changes) ? changes : []
  if (typeof text === 'string' && text !== '') return readPatch(text)
  return named.map(({ path: name, newPath, operation }) => nameOnly(String(name ?? newPath ?? ''), operation))
}

const OPERATIONS: ReadonlyMap<unknown, SmallChange['what']> = new Map([
  ['add', 'new'],
  ['delete', 'deleted'],
  ['move', 'moved'],
])

function nameOnly(path: string, operation: unknown): SmallChange {
  return { path, what: OPERATIONS.get(operation) ?? 'changed', lines: [], added: 0, removed: 0 }
}

function compare(path: string, oldText: string | undefined, newText: string): SmallChange {
  const made = structuredPatch(path, path, oldText ?? '', newText, undefined, undefined, BOUNDS)
  if (made === undefined) return { path, what: 'uncompared', lines: [], added: 0, removed: 0 }
  const lines = made.hunks.flatMap(({ lines: all, oldStart, newStart }, place) => [
    ...(place > 0 || oldStart > 1 ? [{ sign: '@', text: `line ${newStart}` } as const] : []),
    ...all.filter(line => !line.startsWith('\\')).map(toLine),
  ])
  return withCounts({ path, what: oldText === undefined ? 'new' : 'changed', lines })
}

/** A patch as programs write it: each file begins with its name, and each hunk with its place. */
function readPatch(text: string): readonly SmallChange[] {
  return text.split(/^(?=diff --git )/m).flatMap(section => {
    const path =
      /^diff --git "?a\/.+? "?b\/(.+?)"?$/m.exec(section)?.[1] ?? /^\+\+\+ (?:b\/)?(.+)$/m.exec(section)?.[1]
    const start = section.search(/^@@/m)
    const head = start < 0 ? section : section.slice(0, start)
    const lines = start < 0 ? [] : section.slice(start).split('\n').flatMap(toPatchLine)
    return path === undefined ? [] : [withCounts({ path, what: whatIn(head), lines })]
  })
}

function whatIn(head: string): SmallChange['what'] {
  if (/^new file/m.test(head)) return 'new'
  if (/^deleted file/m.test(head)) return 'deleted'
  return /^rename to/m.test(head) ? 'moved' : 'changed'
}

function toPatchLine(line: string): readonly ChangeLine[] {
  if (line.startsWith('@@')) return [{ sign: '@', text: `line ${/\+(\d+)/.exec(line)?.[1] ?? ''}` }]
  return /^[-+ ]/.test(line) ? [toLine(line)] : []
}

function toLine(line: string): ChangeLine {
  const sign = line.charAt(0)
  return { sign: sign === '+' || sign === '-' ? sign : ' ', text: line.slice(1) }
}

function withCounts(change: Omit<SmallChange, 'added' | 'removed'>): SmallChange {
  const count = (wanted: string): number => change.lines.filter(({ sign }) => sign === wanted).length
  return { ...change, added: count('+'), removed: count('-') }
}
