/** A change of a file as lines that stay, go and come: what is the same at both ends is left out but for a few lines. */

import type { PermissionChange } from '@parley/acp/client'

export interface ChangeRow {
  readonly sign: ' ' | '-' | '+'
  /** In the old text for what goes, in the new one else. */
  readonly line: number
  readonly text: string
}

export interface PlainChange {
  readonly rows: readonly ChangeRow[]
  readonly isNew: boolean
}

const AROUND = 3

export function toPlainChange({ oldText, newText }: PermissionChange): PlainChange {
  const before = oldText === undefined ? [] : linesOf(oldText)
  const after = linesOf(newText)
  const shortest = Math.min(before.length, after.length)
  let start = 0
  while (start < shortest && before[start] === after[start]) start++
  let end = 0
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const removed = rows('-', before, { from: start, to: before.length - end })
  const added = rows('+', after, { from: start, to: after.length - end })
  const last = after.length - end
  const isSame = removed.length + added.length === 0
  const around = [
    ...rows(' ', after, { from: Math.max(0, start - AROUND), to: start }),
    ...removed,
    ...added,
    ...rows(' ', after, { from: last, to: Math.min(after.length, last + AROUND) }),
  ]
  return { rows: isSame ? [] : around, isNew: oldText === undefined }
}

/** A patch line by line, every one of them. Whether a line goes or comes is told by its first sign, inside of what changes. */
export function toPatchRows(patch: string): readonly ChangeRow[] {
  let isInside = false
  return patch.split('\n').map((text, index) => {
    isInside = text.startsWith('@@') || (isInside && /^(?:[ +\\-]|$)/.test(text))
    const [first] = text
    const sign = isInside && (first === '+' || first === '-') ? first : ' '
    return { sign, line: index + 1, text: sign === ' ' ? text : text.slice(1) }
  })
}

function rows(
  sign: ChangeRow['sign'],
  lines: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly ChangeRow[] {
  return lines.slice(from, to).map((text, index) => ({ sign, line: from + index + 1, text }))
}

/** A line break at the end ends a line, it does not begin one. That it is missing must be seen, too. */
function linesOf(text: string): readonly string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') return lines.slice(0, -1)
  return [...lines.slice(0, -1), `${lines.at(-1)} ⏎ none`]
}
