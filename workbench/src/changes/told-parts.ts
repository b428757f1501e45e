/** What an agent says of its changes of one file, where that is all there is: texts that follow each other become one. */

import type { StructuredPatchHunk } from 'diff'
import type { FileEdit } from './edits.js'
import { filePatch } from './reconstruction.js'

/** Texts to compare; nothing where there was or is no file. */
export interface ToldPart {
  readonly old: string | undefined
  readonly now: string | undefined
  /** The number of its first line in the file, where it is known not to be 1. */
  readonly firstLine?: number | undefined
}

export function toldParts(edits: readonly FileEdit[]): readonly ToldPart[] {
  return edits.flatMap(toParts).reduce<readonly ToldPart[]>(join, [])
}

function toParts({ path, oldPath, texts, patch }: FileEdit): readonly ToldPart[] {
  if (texts !== undefined) return [texts]
  return filePatch(patch ?? '', path, oldPath)?.hunks.map(toPart) ?? []
}

function toPart({ lines, newStart }: StructuredPatchHunk): ToldPart {
  const without = (sign: string) =>
    lines
      .filter(line => !line.startsWith(sign) && !line.startsWith('\\'))
      .map(line => `${line.slice(1)}\n`)
      .join('')
  return { old: without('+'), now: without('-'), firstLine: newStart }
}

function join(parts: readonly ToldPart[], next: ToldPart): readonly ToldPart[] {
  const last = parts.at(-1)
  if (last?.now === undefined || next.old === undefined || next.firstLine !== undefined)
    return [...parts, next]
  const at = next.old === '' ? -1 : last.now.indexOf(next.old)
  if (at < 0) return [...parts, next]
  const now = last.now.slice(0, at) + (next.now ?? '') + last.now.slice(at + next.old.length)
  return parts.with(-1, { ...last, now })
}
