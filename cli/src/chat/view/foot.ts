/** What stands below the conversation: the plan, a question, what waits, what is being written, the status line. */

import { drawComposer } from '../composer/draw.js'
import { drawPlans } from '../draw/plan.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { drawQuestion } from '../questions/draw.js'
import type { Cursor } from '../screen/frame.js'
import { EMPTY, type Line } from '../screen/line.js'
import { drawActivity } from './activity.js'
import { drawQueueTray } from './queue-tray.js'
import { drawStage } from './stage.js'
import { drawStatus } from './status.js'

export interface Foot {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
}

const MOST_PLAN = 8
const LEAST_COMPOSER = 3
/** From so many rows on there is one to spare between what was said and what stands below it. */
const ROOMY = 16

export function drawFoot(model: Model, talk: Talk): Foot {
  const { columns, rows } = model.size
  const status = drawStatus(model, talk)
  const isAnswering = talk.attention === 'question' && talk.questions.length > 0
  const composer = drawComposer(talk, {
    columns,
    rows: Math.max(LEAST_COMPOSER, isAnswering ? LEAST_COMPOSER : Math.floor(rows * shareOf(talk))),
    hint: hintOf(model, talk),
  })
  let room = rows - 2 - status.length - composer.lines.length
  const question = drawQuestion(talk, { columns, rows: Math.max(0, room), now: model.now })
  room -= question.lines.length
  const activity = room > 2 ? drawActivity(model, talk) : []
  room -= activity.length
  const tray = drawQueueTray(talk, { columns, rows: Math.min(4, Math.max(0, room - 2)) })
  room -= tray.length
  const stage = drawStage(talk, { columns, rows: Math.max(0, room) })
  room -= stage.length
  const plan = isShown(talk)
    ? drawPlans(talk.thread, { columns, rows: Math.min(MOST_PLAN, Math.floor(room / 2)) })
    : []
  const above = [...gap(plan), ...activity, ...stage, ...question.lines, ...tray]
  const lead = [...(rows >= ROOMY ? [EMPTY] : []), ...plan, ...above]
  const lines = [...lead, ...composer.lines, ...status]
  const questionRow = lead.length - tray.length - question.lines.length
  if (isAnswering)
    return {
      lines,
      cursor: question.cursor && { ...question.cursor, row: question.cursor.row + questionRow },
    }
  return { lines, cursor: { ...composer.cursor, row: composer.cursor.row + lead.length } }
}

/** How much of the screen may be for writing: more while there is something to choose from. */
const shareOf = ({ composer }: Talk): number => (composer.completion === undefined ? 1 / 3 : 3 / 5)

/** A plan is live while there is work on it; afterwards it is part of the conversation. */
const isShown = ({ turn }: Talk): boolean => turn !== undefined

const gap = (lines: readonly Line[]): readonly Line[] => (lines.length > 0 ? [EMPTY] : [])

function hintOf({ leavingUntil }: Model, { stage, turn, queue, isHeld, questions, attention }: Talk): string {
  if (leavingUntil !== undefined) return 'Ctrl+C once more leaves'
  if (questions.length > 0)
    return attention === 'question' ? 'Answer above; Tab writes here' : 'Tab answers the question'
  if (stage.is === 'starting') return 'The agent is starting; what you send now waits for it'
  if (stage.is === 'failed') return '/restart starts the agent again'
  if (isHeld && queue.length > 0) return 'Enter sends what is held; Alt+Q shows it'
  if (turn !== undefined)
    return queue.length > 0 ? 'Enter stops this and sends the next' : 'Esc stops; what you send waits'
  return 'Ask something, / commands, @ files, ! shell, ? help'
}
