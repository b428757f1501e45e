/** An address to visit, whole where there is room. */

import type { AddressQuestion } from '../model/question.js'
import type { Talk } from '../model/talk.js'
import { cutLine, type Line, span } from '../screen/line.js'
import { addressLines } from './address-lines.js'
import {
  ADDRESS_HINTS,
  crampedLines,
  ENOUGH_FACTS,
  keyHints,
  type QuestionDrawing,
  type QuestionRoom,
  titleLines,
} from './draw-head.js'

export function drawAddress(
  question: AddressQuestion,
  talk: Talk,
  { columns, rows }: QuestionRoom,
): QuestionDrawing {
  const isHeld = talk.attention === 'question'
  const hints = keyHints(isHeld ? ADDRESS_HINTS : [['Tab', 'answer']], columns)
  const left = Math.max(0, rows - 1)
  const head = titleLines('The agent wants you to visit an address', talk, { columns, most: 1 }).slice(
    0,
    left,
  )
  const room = left - head.length
  const body = addressLines(question, { columns, most: room + 1 })
  if (room < Math.min(ENOUGH_FACTS, body.length))
    return crampedLines([...head, ...body], talk, { columns, rows })
  const more: Line = cutLine([span('  … more of this, d shows all', 'warning')], columns)
  const shown = body.length <= room ? body : [...body.slice(0, Math.max(0, room - 1)), more].slice(0, room)
  return { lines: [...head, ...shown, hints] }
}
