/** One file that a conversation changed: what it was, what it is, and what can be said of that. */

import type { DiskFile } from './disk.js'
import type { FileEdit } from './edits.js'
import { relativePath } from './paths.js'
import { type Deed, isInFile, type Reconstruction, reconstruct } from './reconstruction.js'
import type { Rejection } from './review.js'
import { type ToldPart, toldParts } from './told-parts.js'

export interface ChangedFile {
  readonly path: string
  /** Without the folder of the session. */
  readonly name: string
  readonly kind: 'new' | 'deleted' | 'renamed' | 'changed'
  /** Where it was, in the same way. */
  readonly oldName?: string | undefined
  /** `ready`: as it is on disk. `told`: as the agent says, which is all there is. */
  readonly state: 'reading' | 'ready' | 'told'
  /** One when it is ready; else as many as the agent has told of. */
  readonly parts: readonly ToldPart[]
  /** By which it can be written: null where there is no file. Absent where it cannot. */
  readonly digest?: string | null | undefined
  readonly isChangedByOthers: boolean
  /** Some of what the agent did is no longer there as it was done. */
  readonly isUnsure: boolean
  /** What it was before is the agent's word: nobody has read that from disk. */
  readonly isClaimed: boolean
  /** It waits for leave to be written. */
  readonly isProposed: boolean
  /** Changes from this place of the timeline on are meant. */
  readonly from: number
  /** Why there is no more to see. */
  readonly failure?: string | undefined
}

export interface Circumstances {
  readonly cwd: string
  readonly edits: readonly FileEdit[]
  readonly rejections: readonly Rejection[]
  readonly fileAt: (path: string) => DiskFile | undefined
  /** Whether this stood there, or nothing did, when the file was read from disk. */
  readonly wasRead?: ((path: string, text: string | undefined) => boolean) | undefined
  /** Files can be read at all. */
  readonly hasWorkspace: boolean
  /** Changes from this place of the timeline on. */
  readonly from: number
}

/** In order of path. */
export function changedFilesIn(circumstances: Circumstances): readonly ChangedFile[] {
  const chosen = circumstances.edits.filter(({ at }) => at >= circumstances.from)
  const paths = [...new Set(chosen.map(({ path }) => path))].sort()
  return paths.map(path => {
    const own = chosen.filter(edit => edit.path === path)
    return changedFile(path, own, circumstances)
  })
}

function changedFile(path: string, edits: readonly FileEdit[], circumstances: Circumstances): ChangedFile {
  const disk = circumstances.hasWorkspace ? circumstances.fileAt(path) : undefined
  const oldPath = edits.find(edit => edit.oldPath !== undefined)?.oldPath
  const nameOf = (each: string) => relativePath(each, circumstances.cwd)
  const { from } = circumstances
  const about = { path, name: nameOf(path), from, ...(oldPath !== undefined && { oldName: nameOf(oldPath) }) }
  if (circumstances.hasWorkspace && disk === undefined)
    return { ...about, ...told(edits), state: 'reading', parts: [] }
  if (disk === undefined || disk.is === 'failed' || !isWholeText(disk))
    return { ...about, ...told(edits), failure: failureOf(disk) }
  const [text, digest] = disk.is === 'file' ? [disk.content.text, disk.content.digest] : [undefined, null]
  // What was rejected had been written, whatever its tool call says of itself.
  const lastRejected = Math.max(-1, ...rejectionsOf(path, circumstances).map(({ at }) => at))
  const done = edits.filter(edit => !edit.isOpen || edit.at < lastRejected || isInFile(text, edit))
  if (done.length === 0) return { ...about, ...told(edits), isProposed: true }
  const found = reconstruct(text, digest, deedsOf(done, rejectionsOf(path, circumstances)))
  const isClaimed = found.text !== text && circumstances.wasRead?.(path, found.text) !== true
  return {
    ...about,
    ...ready(text, found, oldPath),
    digest,
    isClaimed,
    isProposed: done.length < edits.length,
  }
}

function isWholeText(disk: DiskFile): boolean {
  return (
    disk.is === 'missing' || (disk.is === 'file' && disk.content.text !== undefined && !disk.content.isCut)
  )
}

function failureOf(disk: DiskFile | undefined): string {
  if (disk === undefined) return 'The files of this conversation cannot be reached from here.'
  if (disk.is === 'failed') return disk.message
  const isText = disk.is === 'file' && disk.content.text !== undefined
  return isText ? 'The file is too large to be compared.' : 'The file is not text.'
}

function rejectionsOf(path: string, { rejections }: Circumstances): readonly Rejection[] {
  return rejections.filter(rejection => rejection.path === path)
}

/** What was done to the file since the first of these edits. */
function deedsOf(edits: readonly FileEdit[], rejections: readonly Rejection[]): readonly Deed[] {
  const first = edits[0]?.at ?? 0
  const placed = [
    ...edits.map(edit => ({ at: edit.at, deed: { by: 'agent', edit } as const })),
    // A rejection is made when the timeline is so long: everything before that place was there already.
    ...rejections
      .filter(({ at }) => at > first)
      .map(rejection => ({ at: rejection.at - 0.5, deed: { by: 'reviewer', rejection } as const })),
  ]
  return placed.sort((one, other) => one.at - other.at).map(({ deed }) => deed)
}

function ready(text: string | undefined, found: Reconstruction, oldPath: string | undefined) {
  const { text: old, isWhole, isAsLeft } = found
  return {
    ...({ state: 'ready', isChangedByOthers: !isAsLeft, isUnsure: !isWhole } as const),
    kind: kindOf(old, text, oldPath),
    parts: [{ old, now: text }],
  }
}

function kindOf(
  old: string | undefined,
  now: string | undefined,
  oldPath: string | undefined,
): ChangedFile['kind'] {
  if (oldPath !== undefined) return 'renamed'
  if (old === undefined && now !== undefined) return 'new'
  return now === undefined ? 'deleted' : 'changed'
}

function told(edits: readonly FileEdit[]) {
  const operations = edits.map(({ operation }) => operation)
  const kind = operations.at(-1) === 'delete' ? 'deleted' : operations[0] === 'add' ? 'new' : 'changed'
  return {
    ...({
      state: 'told',
      isChangedByOthers: false,
      isUnsure: false,
      isClaimed: true,
      isProposed: false,
    } as const),
    kind: edits.some(({ oldPath }) => oldPath !== undefined) ? 'renamed' : kind,
    parts: toldParts(edits),
  } as const
}
