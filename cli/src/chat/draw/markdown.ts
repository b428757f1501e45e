/** Markdown in lines, whole. */

import type { Line } from '../screen/line.js'
import { advance, NOTHING_DRAWN } from './streaming.js'

const MOST_CHARACTERS = 4_000_000

/** Text of others: it is cleaned here. However hostile it is, it takes a time that its length bounds. */
export function drawMarkdown(text: string, { columns }: { readonly columns: number }): readonly Line[] {
  return advance(text.slice(0, MOST_CHARACTERS), NOTHING_DRAWN, { columns, isDone: true }).lines
}
