/** Where the line of a comment is now: where it was, somewhere else, or gone. */

import { toLines, withoutBreak } from './lines.js'
import type { LineComment, Side } from './review.js'

export type CommentPlace =
  | { readonly is: 'there' | 'moved'; readonly line: number }
  | { readonly is: 'stale' }

export function placeOfComment({ line, snippet }: LineComment, lines: readonly string[]): CommentPlace {
  const at = (place: number) => (lines[place] === undefined ? undefined : withoutBreak(lines[place]))
  if (at(line - 1) === snippet.line) return { is: 'there', line }
  const isSame = (place: number) =>
    at(place) === snippet.line && at(place - 1) === snippet.before && at(place + 1) === snippet.after
  const places = [...lines.keys()].filter(isSame)
  return places.length === 1 && places[0] !== undefined
    ? { is: 'moved', line: places[0] + 1 }
    : { is: 'stale' }
}

interface CommentWish {
  readonly path: string
  readonly side: Side
  readonly line: number
}

/** A comment without words on a line of this text. */
export function beginComment(wish: CommentWish, text: string, id: string): LineComment {
  const lines = toLines(text).map(withoutBreak)
  const [before, line, after] = [lines[wish.line - 2], lines[wish.line - 1], lines[wish.line]]
  const snippet = {
    line: line ?? '',
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }
  return { ...wish, id, snippet, text: '' }
}
