/** Comments of a review: where each stands, and the one prompt that they become. */

import { boundedLine } from '@parley/acp/guard'
import type { TurnChange } from '../../event.js'
import type { ReviewComment, Submission, Talk } from '../../model/talk.js'
import { shortPath } from '../../screen/place.js'
import type { Reviewed, ReviewRow } from './rows.js'

const MOST_CODE = 500

/** A comment on a line. */
export function commentOn({ path }: TurnChange, row: ReviewRow, text: string): ReviewComment {
  const isGone = row.sign === '-'
  return { path, isGone, line: isGone ? row.old : row.now, code: codeOf(row), text }
}

const codeOf = ({ text }: ReviewRow): string => text.slice(0, MOST_CODE)

export function isOnRow({ isGone, line, code }: ReviewComment, row: ReviewRow): boolean {
  return isGone === (row.sign === '-') && line === (isGone ? row.old : row.now) && code === codeOf(row)
}

/** Those that stand below a line; below the first one also those whose own line is not there any longer. */
export function commentsBelow(
  comments: readonly ReviewComment[],
  { rows }: Reviewed,
  at: number,
): readonly { readonly comment: ReviewComment; readonly isStale: boolean }[] {
  const row = rows[at]
  const own = comments.filter(comment => row !== undefined && isOnRow(comment, row))
  const stale = at > 0 ? [] : comments.filter(comment => !rows.some(each => isOnRow(comment, each)))
  return [
    ...stale.map(comment => ({ comment, isStale: true })),
    ...own.map(comment => ({ comment, isStale: false })),
  ]
}

export function commentsOf({ reviewComments = [] }: Talk, path: string): readonly ReviewComment[] {
  return reviewComments.filter(comment => comment.path === path)
}

/** All of them in one prompt, in the order of the files and their lines. */
export function toPrompt(comments: readonly ReviewComment[], cwd: string): Submission {
  const sorted = [...comments].sort((one, other) =>
    one.path === other.path ? one.line - other.line : one.path < other.path ? -1 : 1,
  )
  const parts = sorted.map(({ path, line, isGone, code, text }, index) => {
    const place = `${boundedLine(shortPath(path, { cwd, home: '' }), MOST_CODE)}:${line}${isGone ? ' (a line that is gone)' : ''}`
    return `${index + 1}. ${place}\n   > ${boundedLine(code, MOST_CODE)}\n   ${text}`
  })
  const count = comments.length === 1 ? 'a comment' : `${comments.length} comments`
  return {
    text: [`I reviewed your last changes and have ${count}:`, ...parts].join('\n\n'),
    files: [],
    talks: [],
  }
}
