/**
 * What a file was before a conversation changed it: the file as it is now, with every change taken back, the last one first.
 * Changes may be whole texts, parts of them, or patches; and somebody else may have changed the file meanwhile.
 */

import { applyPatch, parsePatch, reversePatch, type StructuredPatch, structuredPatch } from 'diff'
import type { FileEdit } from './edits.js'
import type { Rejection } from './review.js'
import { applySplices, invertSplices } from './splice.js'

/** A file, or that there is none. */
type Text = string | undefined

/** One thing that was done to a file, by the agent or by whoever reviews it. */
export type Deed =
  | { readonly by: 'agent'; readonly edit: FileEdit }
  | { readonly by: 'reviewer'; readonly rejection: Rejection }

export interface Reconstruction {
  readonly text: Text
  /** All was taken back. Else some of it is no longer in the file as it was made. */
  readonly isWhole: boolean
  /** The file is as whoever did the last thing to it left it, as far as can be told. */
  readonly isAsLeft: boolean
}

/** In the order in which it was done. */
export function reconstruct(
  now: Text,
  digest: string | null | undefined,
  deeds: readonly Deed[],
): Reconstruction {
  let text = now
  let isWhole = true
  let isAsLeft = true
  for (const [index, deed] of [...deeds].reverse().entries()) {
    const taken = deed.by === 'agent' ? takeBack(text, deed.edit) : takeBackRejection(text, deed.rejection)
    const isExact = deed.by === 'reviewer' && index === 0 ? deed.rejection.digest === digest : taken.isExact
    if (index === 0) isAsLeft = isExact
    isWhole &&= taken.isWhole
    text = taken.text
  }
  return { text, isWhole, isAsLeft }
}

/** Whether a change that may not have happened yet is in the file. */
export function isInFile(text: Text, edit: FileEdit): boolean {
  return takeBack(text, edit).isExact
}

interface Taken {
  readonly text: Text
  readonly isWhole: boolean
  readonly isExact: boolean
}

function takeBackRejection(text: Text, { splices, hadFile }: Rejection): Taken {
  const found = applySplices(text ?? '', invertSplices(splices))
  if (found === undefined) return { text, isWhole: false, isExact: false }
  return { text: hadFile ? found : undefined, isWhole: true, isExact: true }
}

function takeBack(text: Text, edit: FileEdit): Taken {
  const exact = edit.texts === undefined ? undefined : takeBackExactly(text, edit.texts)
  if (exact !== undefined) return { text: exact.text, isWhole: true, isExact: true }
  if (edit.texts === undefined && edit.patch === undefined && edit.operation !== 'add')
    return { text, isWhole: edit.operation === 'move', isExact: true }
  return takeBackByLines(text, edit)
}

function takeBackExactly(
  text: Text,
  { old, now }: NonNullable<FileEdit['texts']>,
): { text: Text } | undefined {
  if ((text ?? '') === now) return { text: old }
  const at = now === '' ? -1 : (text ?? '').indexOf(now)
  if (text === undefined || at < 0 || text.includes(now, at + 1)) return undefined
  return { text: text.slice(0, at) + (old ?? '') + text.slice(at + now.length) }
}

function takeBackByLines(text: Text, edit: FileEdit): Taken {
  const patch = backwardPatch(edit)
  if (edit.operation === 'add' && (patch === undefined || edit.texts !== undefined))
    return { text: undefined, isWhole: true, isExact: false }
  if (patch === undefined) return { text, isWhole: false, isExact: false }
  let made = text ?? ''
  let fitting = 0
  // One by one: a hunk that somebody has changed since does not keep the others from being taken back.
  for (const hunk of [...patch.hunks].reverse()) {
    const applied = applyPatch(made, { ...patch, hunks: [hunk] }, { autoConvertLineEndings: false })
    if (applied === false) continue
    made = applied
    fitting++
  }
  const isWhole = fitting === patch.hunks.length
  const isGone = edit.operation === 'add' && isWhole
  return { text: isGone ? undefined : made, isWhole, isExact: isWhole && edit.texts === undefined }
}

function backwardPatch({ path, oldPath, texts, patch }: FileEdit): StructuredPatch | undefined {
  if (texts !== undefined)
    return structuredPatch(path, path, texts.now, texts.old ?? '', undefined, undefined, {
      ...{ context: 3, timeout: 500, maxEditLength: 5_000 },
    })
  const found = filePatch(patch ?? '', path, oldPath)
  return found && reversePatch(found)
}

/** The part of a patch that is about this file. */
export function filePatch(patch: string, path: string, oldPath = path): StructuredPatch | undefined {
  const isOf = (name: string | undefined) => {
    const bare = name?.replace(/^[ab]\//, '/').replace(/^\/+/, '/') ?? ''
    return (
      name === path ||
      name === oldPath ||
      (bare.length > 1 && (path.endsWith(bare) || oldPath.endsWith(bare)))
    )
  }
  try {
    return parsePatch(patch).find(({ newFileName, oldFileName }) => isOf(newFileName) || isOf(oldFileName))
  } catch {
    return undefined
  }
}
