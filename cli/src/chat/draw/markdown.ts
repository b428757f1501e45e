/** Markdown in lines, whole. */

import type { Line } from '../screen/line.js'
import { advance, NOTHING_DRAWN, type Progress } from './streaming.js'

const MOST_CHARACTERS = 4_000_000
const LONG = 8_192

interface Beginning {
  readonly text: string
  readonly columns: number
  readonly lines: readonly Line[]
  readonly progress: Progress
}

/** How the last long text began that was drawn. While it is being said it is drawn thirty times a second, and only its end is new. */
let latest: Beginning | undefined

/** Text of others: it is cleaned here. However hostile it is, it takes a time that its length bounds. */
export function drawMarkdown(text: string, { columns }: { readonly columns: number }): readonly Line[] {
  const cut = text.slice(0, MOST_CHARACTERS)
  if (cut.length < LONG) return advance(cut, NOTHING_DRAWN, { columns, isDone: true }).lines
  const { lines, progress } = beginningOf(cut, columns)
  return lines.concat(advance(cut, progress, { columns, isDone: true }).lines)
}

function beginningOf(text: string, columns: number): Beginning {
  const known: Pick<Beginning, 'lines' | 'progress'> =
    latest?.columns === columns && text.startsWith(latest.text)
      ? latest
      : { lines: [], progress: NOTHING_DRAWN }
  const more = advance(text, known.progress, { columns, isDone: false })
  const lines = more.lines.length === 0 ? known.lines : known.lines.concat(more.lines)
  latest = { text: text.slice(0, more.progress.offset), columns, lines, progress: more.progress }
  return latest
}
