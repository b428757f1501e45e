/** Reviews as they are kept in the browser: checked when they are read, and bounded when they are written. */

import { emptyReview, type LineComment, type Rejection, type Review, type Settled } from './review.js'
import type { Splice } from './splice.js'

export type Reviews = ReadonlyMap<string, Review>

const MOST_REVIEWS = 40
const MOST_CHARACTERS = 1_000_000
const LONGEST_REVIEW = 400_000

/** The latest last. The oldest go first where there is not enough room. */
export function writeReviews(reviews: Reviews): string {
  const kept: string[] = []
  let room = MOST_CHARACTERS
  for (const [key, review] of [...reviews].reverse().slice(0, MOST_REVIEWS)) {
    const whole = JSON.stringify([key, review])
    // Comments are somebody's work. What was rejected is in the files already.
    const text = whole.length > LONGEST_REVIEW ? JSON.stringify([key, { ...review, rejections: [] }]) : whole
    room -= text.length
    if (room < 0) break
    kept.push(text)
  }
  return `[${kept.reverse().join(',')}]`
}

/** Whatever is not as it should be is left out. */
export function readReviews(text: string | null): Reviews {
  const value = parse(text ?? '[]')
  if (!Array.isArray(value)) return new Map()
  return new Map(
    value.flatMap((pair: unknown) => {
      const [key, review]: readonly unknown[] = Array.isArray(pair) ? pair : []
      return typeof key === 'string' ? [[key, readReview(review)] as const] : []
    }),
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function readReview(value: unknown): Review {
  const { kept, rejections, comments, settled, reviewed }: Fields = Object(value)
  return {
    kept: itemsThat(kept, isText),
    rejections: itemsThat(rejections, isRejection),
    comments: itemsThat(comments, isComment),
    settled: itemsThat(settled, isSettled),
    reviewed: isPlace(reviewed) ? reviewed : emptyReview.reviewed,
  }
}

function itemsThat<T>(value: unknown, isItem: (item: unknown) => item is T): readonly T[] {
  return Array.isArray(value) ? value.filter(isItem) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isPlace(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isSplice(value: unknown): value is Splice {
  const { at, was, now }: Fields = Object(value)
  return isPlace(at) && isTexts(was) && isTexts(now)
}

function isRejection(value: unknown): value is Rejection {
  const { batch, path, at, splices, hadFile, hasFile, digest, isSent }: Fields = Object(value)
  const hasFlags = [hadFile, hasFile, isSent].every(flag => typeof flag === 'boolean')
  const hasDigest = digest === null || isText(digest)
  const hasSplices = Array.isArray(splices) && splices.every(isSplice)
  return hasFlags && hasDigest && hasSplices && isText(batch) && isText(path) && isPlace(at)
}

function isSettled(value: unknown): value is Settled {
  const { path, from, to }: Fields = Object(value)
  return isText(path) && isPlace(from) && isPlace(to)
}

export function isComment(value: unknown): value is LineComment {
  const { id, path, side, line, snippet, text }: Fields = Object(value)
  const { before = '', line: words, after = '' }: Fields = Object(snippet)
  const hasTexts = [id, path, text, before, words, after].every(isText)
  return hasTexts && (side === 'old' || side === 'now') && isPlace(line) && line > 0
}
