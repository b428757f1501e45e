/** The whole interface as one picture: a page, or the end of the conversation with what is written below it. */

import type { Setting } from '../draw/setting.js'
import type { Mark } from '../draw/transcript.js'
import { pending } from '../draw/transcript.js'
import { activeTalk, type Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import type { Cursor, Frame } from '../screen/frame.js'
import { cutLine, type Line } from '../screen/line.js'
import { drawFoot, type Foot } from './foot.js'
import { drawPage } from './pages.js'
import { titleOf } from './title.js'

export function settingOf(model: Model, { cwd, showsThoughts }: Talk): Setting {
  const { columns, rows: height } = model.size
  return { columns, height, now: model.now, home: model.home, cwd, showsThoughts }
}

/** What is live, behind what has been printed up to the mark; without a mark more is to be printed first. */
export function view(model: Model, mark: Mark | undefined): Omit<Frame, 'settled'> {
  const { size, page } = model
  const title = titleOf(model)
  if (page !== undefined) {
    const { lines, cursor, asked } = drawPage(page, model)
    return { live: fitted(lines.slice(0, size.rows), size.columns), cursor, isFull: true, asked, title }
  }
  const talk = activeTalk(model)
  const foot = drawFoot(model, talk)
  const room = Math.max(0, size.rows - 1 - foot.lines.length)
  const tail = mark === undefined ? [] : pending(talk, mark, { ...settingOf(model, talk), rows: room })
  const shown = tail.slice(Math.max(0, tail.length - room))
  return {
    live: fitted([...shown, ...foot.lines], size.columns),
    cursor: below(foot, shown.length),
    isFull: false,
    asked: foot.asked,
    ways: foot.ways,
    title,
  }
}

function below({ cursor }: Foot, rows: number): Cursor | undefined {
  return cursor === undefined ? undefined : { ...cursor, row: cursor.row + rows }
}

const fitted = (lines: readonly Line[], columns: number): readonly Line[] =>
  lines.map(line => cutLine(line, columns))
