/** The changes that a conversation tells of, read from its journal: so undoing outlives a restart. */

import type { Session } from '@parley/acp/agent'
import type { ChangeRecord } from './change.js'

type Fields = Readonly<Record<string, unknown>>

export interface PastChange {
  /** The id of its tool call. */
  readonly id: string
  readonly record: ChangeRecord
  /** What the call showed last. */
  readonly content: readonly Fields[]
}

interface Call {
  readonly content: readonly Fields[]
  readonly output: Fields
  readonly places: readonly unknown[]
}

const NEW_CALL: Call = { content: [], output: {}, places: [] }

/**
 * The last change that was not undone. A record is kept when a change is complete; one at a place that its call never
 * named is not scout's own, but what a server wanted to be taken for it.
 */
export async function findLastChange(session: Session): Promise<PastChange | undefined> {
  const calls = new Map<string, Call>()
  for await (const entry of session.history()) {
    if (entry.kind !== 'update') continue
    const { sessionUpdate, toolCallId, ...update } = entry.update as Fields
    if (sessionUpdate !== 'tool_call' && sessionUpdate !== 'tool_call_update') continue
    if (typeof toolCallId === 'string')
      calls.set(toolCallId, follow(calls.get(toolCallId) ?? NEW_CALL, update))
  }
  const own = [...calls].filter(([, { output, places }]) => places.includes(output.path ?? output.from))
  const undone = new Set(own.map(([, { output }]) => output.undoes))
  return own
    .flatMap(([id, { output, content }]) => (undone.has(id) ? [] : toChange(id, output, content)))
    .at(-1)
}

/** What an update leaves out stays as it was. */
function follow(call: Call, { content, rawOutput, locations }: Fields): Call {
  return {
    content: Array.isArray(content) ? content.filter(isFields) : call.content,
    output: isFields(rawOutput) ? rawOutput : call.output,
    places: Array.isArray(locations) ? locations.filter(isFields).map(({ path }) => path) : call.places,
  }
}

function toChange(id: string, output: Fields, content: readonly Fields[]): readonly PastChange[] {
  const record = toRecord(output)
  return record === undefined ? [] : [{ id, record, content }]
}

const KINDS = ['file', 'directory', 'other'] as const

function toRecord({ change, path, before, after, from, to, kind }: Fields): ChangeRecord | undefined {
  const was = typeof before === 'string' ? before : null
  if (change === 'move' && isText(from) && isText(to)) return { change, from, to }
  if (change === 'write' && isText(path) && isText(after)) return { change, path, before: was, after }
  const gone = KINDS.find(each => each === kind)
  if (change === 'remove' && isText(path) && gone !== undefined)
    return { change, path, kind: gone, before: was }
  return undefined
}

/** The text that stood at a path before a change; `current` is what stands there now. Nothing where nobody knows it. */
export async function textBefore(
  content: readonly Fields[],
  path: string,
  current: string,
): Promise<string | undefined> {
  for (const shown of content) {
    if (shown.type !== 'diff') continue
    if (shown.path === path && isText(shown.oldText)) return shown.oldText
    // The second version shows a patch, which is as good as long as what it leads to is still there.
    const { patch } = shown
    if (isFields(patch) && isText(patch.text)) return reverse(patch.text, current)
  }
  return undefined
}

async function reverse(patch: string, current: string): Promise<string | undefined> {
  const { applyPatch, parsePatch, reversePatch } = await import('diff')
  try {
    const [first] = parsePatch(patch)
    if (first === undefined) return undefined
    const text = applyPatch(current, reversePatch(first), { autoConvertLineEndings: false })
    return text === false ? undefined : text
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
