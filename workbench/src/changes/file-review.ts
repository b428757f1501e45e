/** A file that changed, as it is reviewed: compared, with what is kept of it, and where its comments stand. */

import type { ChangedFile } from './changed-file.js'
import { type CommentPlace, placeOfComment } from './comment-place.js'
import { type Comparison, type Hunk, knownComparison, type Row } from './comparison.js'
import { toLines } from './lines.js'
import { hunkName, type LineComment, type Review } from './review.js'

export interface ReviewedHunk {
  readonly hunk: Hunk
  /** With its path: its name among all hunks of the conversation. */
  readonly name: string
  readonly isKept: boolean
}

export interface PlacedComment {
  readonly comment: LineComment
  readonly place: CommentPlace
}

export interface FileReview {
  readonly file: ChangedFile
  readonly comparisons: readonly Comparison[]
  readonly added: number
  readonly removed: number
  readonly hunks: readonly ReviewedHunk[]
  readonly isKept: boolean
  /** It is as it was before the agent changed it: there is nothing to keep or to reject. */
  readonly isBack: boolean
  readonly comments: readonly PlacedComment[]
}

export function reviewFiles(files: readonly ChangedFile[], review: Review): readonly FileReview[] {
  const kept = new Set(review.kept)
  return files.map(file => reviewFile(file, kept, review.comments))
}

function reviewFile(
  file: ChangedFile,
  kept: ReadonlySet<string>,
  comments: readonly LineComment[],
): FileReview {
  const comparisons = file.parts.map(({ old, now }, index) =>
    knownComparison(`${file.path} ${index}`, old, now),
  )
  const hunks = comparisons.flatMap(comparison =>
    comparison.hunks.map(hunk => {
      const name = hunkName(file.path, hunk.key)
      return { hunk, name, isKept: kept.has(name) }
    }),
  )
  const sumOf = (count: 'added' | 'removed') => comparisons.reduce((sum, each) => sum + each[count], 0)
  return {
    ...{ file, comparisons, hunks, added: sumOf('added'), removed: sumOf('removed') },
    isBack: isBack(file),
    isKept: hunks.length > 0 ? hunks.every(({ isKept }) => isKept) : kept.has(hunkName(file.path, '')),
    comments: placeComments(file, comments),
  }
}

function isBack({ state, kind, parts: [part], isUnsure }: ChangedFile): boolean {
  return state === 'ready' && kind !== 'renamed' && !isUnsure && part?.old === part?.now
}

/** Whether there is something to decide about it. */
export function isLeft({ isKept, isBack }: FileReview): boolean {
  return !isKept && !isBack
}

function placeComments(file: ChangedFile, comments: readonly LineComment[]): readonly PlacedComment[] {
  const own = comments.filter(({ path }) => path === file.path)
  const [part] = file.parts
  if (own.length === 0 || part === undefined) return []
  const lines = { old: toLines(part.old ?? ''), now: toLines(part.now ?? '') }
  return own.map(comment => ({ comment, place: placeOfComment(comment, lines[comment.side]) }))
}

/** Whether a comment stands below this row. */
export function isAtRow({ comment, place }: PlacedComment, row: Row): boolean {
  return place.is !== 'stale' && row[comment.side] === place.line
}

/** The names of all that is left to look at in these files. */
export function openNames(files: readonly FileReview[]): readonly string[] {
  return files.flatMap(({ file, hunks }) =>
    hunks.length > 0
      ? hunks.filter(({ isKept }) => !isKept).map(({ name }) => name)
      : [hunkName(file.path, '')],
  )
}

/** The comments whose code is no longer there. */
export function staleComments(files: readonly FileReview[]): ReadonlySet<string> {
  const placed = files.flatMap(({ comments }) => comments)
  return new Set(placed.filter(({ place }) => place.is === 'stale').map(({ comment }) => comment.id))
}
