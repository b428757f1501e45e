/**
 * What somebody thinks of the changes of one conversation: what is kept, what was taken back, what there is to say, and up to
 * where it was said. A value.
 */

import type { Splice } from './splice.js'

/** Something that was taken back in a file, as it was written. */
export interface Rejection {
  /** What was rejected at once has the same one, and is undone at once. */
  readonly batch: string
  readonly path: string
  /** How long the timeline was. */
  readonly at: number
  readonly splices: readonly Splice[]
  /** Whether there was a file before, and is one now. */
  readonly hadFile: boolean
  readonly hasFile: boolean
  /** What the file is since; null where it is none. */
  readonly digest: string | null
  /** The agent has been told. */
  readonly isSent: boolean
}

export type Side = 'old' | 'now'

/** Something to say about a line. */
export interface LineComment {
  readonly id: string
  readonly path: string
  readonly side: Side
  /** Counted from 1. */
  readonly line: number
  /** The line, and one before and after it where there are such: by these it is found again. */
  readonly snippet: { readonly before?: string; readonly line: string; readonly after?: string }
  readonly text: string
}

/** Of what was done to this file between two places of the timeline, all is decided. */
export interface Settled {
  readonly path: string
  readonly from: number
  readonly to: number
}

export interface Review {
  /** Hunks by their keys, each with its path in front. */
  readonly kept: readonly string[]
  readonly rejections: readonly Rejection[]
  readonly comments: readonly LineComment[]
  readonly settled: readonly Settled[]
  /** How long the timeline was when a review was sent last. */
  readonly reviewed: number
}

export const emptyReview: Review = { kept: [], rejections: [], comments: [], settled: [], reviewed: 0 }

const MOST_KEPT = 2_000

export function hunkName(path: string, key: string): string {
  return `${path}\n${key}`
}

export function keepHunks(review: Review, names: readonly string[]): Review {
  const kept = [...new Set([...review.kept, ...names])].slice(-MOST_KEPT)
  return { ...review, kept }
}

export function unkeepHunks(review: Review, names: readonly string[]): Review {
  const gone = new Set(names)
  return { ...review, kept: review.kept.filter(name => !gone.has(name)) }
}

export function addRejections(review: Review, rejections: readonly Rejection[]): Review {
  return { ...review, rejections: [...review.rejections, ...rejections] }
}

export function settle(review: Review, settled: Settled): Review {
  const others = review.settled.filter(({ path, from }) => path !== settled.path || from < settled.from)
  return { ...review, settled: [...others, settled] }
}

export function unsettle(review: Review, path: string): Review {
  return { ...review, settled: review.settled.filter(each => each.path !== path) }
}

/** Whether something that was done to the file at this place is still to be decided. */
export function isUndecided({ settled, reviewed }: Review, path: string, at: number): boolean {
  return at >= reviewed && !settled.some(each => each.path === path && at >= each.from && at < each.to)
}

/** What was rejected last and not told yet: it can be undone. */
export function lastBatch({ rejections }: Review): readonly Rejection[] {
  const last = rejections.at(-1)
  if (last === undefined || last.isSent) return []
  return rejections.filter(({ batch }) => batch === last.batch)
}

export function dropRejection(review: Review, { batch, path }: Rejection): Review {
  const rejections = review.rejections.filter(each => each.batch !== batch || each.path !== path)
  return { ...review, rejections }
}

/** Adds it, or takes the place of the one with its id. One without words is none. */
export function putComment(review: Review, comment: LineComment): Review {
  const others = review.comments.filter(({ id }) => id !== comment.id)
  if (comment.text.trim() === '') return { ...review, comments: others }
  const place = review.comments.findIndex(({ id }) => id === comment.id)
  return { ...review, comments: others.toSpliced(place < 0 ? others.length : place, 0, comment) }
}

export function dropComment(review: Review, id: string): Review {
  return { ...review, comments: review.comments.filter(comment => comment.id !== id) }
}

export function unsentRejections({ rejections }: Review): readonly Rejection[] {
  return rejections.filter(({ isSent }) => !isSent)
}

/** How many things there are to send. */
export function pendingCount(review: Review): number {
  return review.comments.length + unsentRejections(review).length
}

/** Everything was said: the next round begins with what comes after. */
export function sendReview(review: Review, length: number): Review {
  return {
    ...{ kept: review.kept, comments: [], settled: [], reviewed: length },
    rejections: review.rejections.map(rejection => ({ ...rejection, isSent: true })),
  }
}
