/** A review in words for the agent: all comments and all that was taken back, as one prompt. */

import type { ContentBlock } from '@parley/acp/thread'
import type { Submission } from '../state/talk.js'
import { withoutBreak } from './lines.js'
import { relativePath, toFileUri } from './paths.js'
import { type LineComment, type Rejection, type Review, unsentRejections } from './review.js'

interface Addressee {
  readonly cwd: string
  readonly takesLinks: boolean
  /** Comments whose code is no longer there. */
  readonly stale: ReadonlySet<string>
}

const MOST_LINES = 40

export function toPrompt(review: Review, addressee: Addressee): Submission {
  const rejections = unsentRejections(review)
  const comments = byPath(review.comments)
  const sections = [
    ...(comments.length > 0 ? ['Review of your changes:'] : []),
    ...comments.map(comment => commentSection(comment, addressee, isRejected(comment, rejections))),
    ...(rejections.length > 0 ? ['I rejected these changes and took them back in the files:'] : []),
    ...byPath(rejections).map(rejection => rejectionSection(rejection, addressee)),
  ]
  const text = sections.join('\n\n')
  const paths = new Set([...comments, ...rejections.filter(({ hasFile }) => hasFile)].map(({ path }) => path))
  const links = addressee.takesLinks ? [...paths].sort().map(path => linkTo(path, addressee.cwd)) : []
  return { text, blocks: links }
}

function byPath<T extends { readonly path: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((one, other) => (one.path === other.path ? 0 : one.path < other.path ? -1 : 1))
}

function linkTo(path: string, cwd: string): ContentBlock {
  return { type: 'resource_link', uri: toFileUri(path), name: relativePath(path, cwd) }
}

/** Whether its line is one of those that were taken back. */
function isRejected({ path, side, snippet }: LineComment, rejections: readonly Rejection[]): boolean {
  const own = rejections.filter(rejection => rejection.path === path && side === 'now')
  return own.some(
    ({ hasFile, splices }) =>
      !hasFile || splices.some(({ was }) => was.some(line => withoutBreak(line) === snippet.line)),
  )
}

function commentSection(
  { id, path, side, line, snippet, text }: LineComment,
  { cwd, stale }: Addressee,
  wasRejected: boolean,
): string {
  const notes = [
    ...(side === 'old' ? ['a line that you removed'] : []),
    ...(stale.has(id) ? [wasRejected ? 'rejected, see below' : 'the code has changed since'] : []),
  ]
  const note = notes.length > 0 ? ` (${notes.join('; ')})` : ''
  const head = `${relativePath(path, cwd)}, line ${line}${note}:`
  return [head, fenced([snippet.line], ''), text.trim()].join('\n')
}

function rejectionSection({ path, splices, hadFile, hasFile }: Rejection, { cwd }: Addressee): string {
  const name = relativePath(path, cwd)
  if (!hasFile) return `${name}: the new file, which is gone again.`
  if (!hadFile) return `${name}: that it was deleted; it is back.`
  return splices
    .map(({ at, was, now }) => {
      const lines = [
        ...was.map(line => `+${withoutBreak(line)}`),
        ...now.map(line => `-${withoutBreak(line)}`),
      ]
      return `${name}, line ${at + 1}:\n${fenced(inDiffOrder(lines), 'diff')}`
    })
    .join('\n\n')
}

/** As the agent made it: what it removed, then what it added. */
function inDiffOrder(lines: readonly string[]): readonly string[] {
  return [...lines.filter(line => line.startsWith('-')), ...lines.filter(line => line.startsWith('+'))]
}

/** Between fences that are longer than any in the text. */
function fenced(lines: readonly string[], language: string): string {
  const shown = lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), '…'] : lines
  const longest =
    shown
      .join('\n')
      .match(/`{3,}/g)
      ?.reduce((most, run) => Math.max(most, run.length), 2) ?? 2
  const fence = '`'.repeat(longest + 1)
  return [fence + language, ...shown, fence].join('\n')
}
