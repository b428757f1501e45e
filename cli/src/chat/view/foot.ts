/** What stands below the conversation: the plan, a question, what waits, what is being written, the status line. */

import { type ComposerDrawing, drawComposer } from '../composer/draw.js'
import { drawPlans } from '../draw/plan.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { isAtWork } from '../model/talk-state.js'
import { drawQuestion, type QuestionDrawing } from '../questions/draw.js'
import type { Asked, Cursor, Ways } from '../screen/frame.js'
import { cutLine, EMPTY, type Line, lineOf } from '../screen/line.js'
import { drawActivity } from './activity.js'
import { drawQueueTray } from './queue-tray.js'
import { drawStage } from './stage.js'
import { drawStatus } from './status.js'

export interface Foot {
  readonly lines: readonly Line[]
  readonly cursor?: Cursor | undefined
  /** The question that stands there, if one does. */
  readonly asked?: Asked | undefined
  /** The ways to sign in that stand there, if they do. */
  readonly ways?: Ways | undefined
}

const MOST_PLAN = 8
const LEAST_COMPOSER = 3
/** From so many rows on there is one to spare between what was said and what stands below it. */
const ROOMY = 16

export function drawFoot(model: Model, talk: Talk): Foot {
  const { columns, rows } = model.size
  const { status, composer, question, isTight, room: left } = arrange(model, talk)
  const isAnswering = isAsked(talk)
  let room = left - question.lines.length
  const activity = room > 2 ? drawActivity(model, talk) : []
  room -= activity.length
  const tray = drawQueueTray(talk, { columns, rows: Math.min(4, Math.max(0, room - 2)) })
  room -= tray.length
  const { lines: stage, ways } = drawStage(talk, { columns, rows: Math.max(0, room), now: model.now })
  room -= stage.length
  // A plan is live while there is work on it; afterwards it is part of the conversation.
  const plan = isAtWork(talk)
    ? drawPlans(talk.thread, { columns, rows: Math.min(MOST_PLAN, Math.floor(room / 2)) })
    : []
  const above = [...gap(plan), ...activity, ...stage, ...question.lines, ...tray]
  const lead = [...(rows >= ROOMY && !isTight ? [EMPTY] : []), ...plan, ...above]
  const lines = [...lead, ...composer.lines, ...status]
  const asked = askedIn(talk, question)
  const questionRow = lead.length - tray.length - question.lines.length
  if (isAnswering || composer.lines.length === 0)
    return {
      lines,
      asked,
      ways,
      cursor: question.cursor && { ...question.cursor, row: question.cursor.row + questionRow },
    }
  return { lines, asked, ways, cursor: { ...composer.cursor, row: composer.cursor.row + lead.length } }
}

const isAsked = ({ attention, questions }: Talk): boolean => attention === 'question' && questions.length > 0

function askedIn({ questions: [first] }: Talk, { lines, isCramped = false }: QuestionDrawing): Foot['asked'] {
  return first === undefined || lines.length === 0 ? undefined : { questionId: first.id, isCramped }
}

interface Arrangement {
  readonly status: readonly Line[]
  readonly composer: ComposerDrawing
  readonly question: QuestionDrawing
  /** For the question, and what else there is. */
  readonly room: number
  /** Something was left out that there is usually room for. */
  readonly isTight: boolean
}

const isViewer = ({ far }: Talk): boolean => far?.isViewer === true

/** Where one would write: nobody does here. */
function drawWatching(columns: number): ComposerDrawing {
  const words = ' You are watching: your token lets you look, not write. Ctrl+C twice leaves, ? helps'
  return { lines: [cutLine(lineOf(words, 'muted'), columns)], cursor: { row: 0, column: 0 } }
}

const NO_COMPOSER: ComposerDrawing = { lines: [], cursor: { row: 0, column: 0 } }

/** What is asked goes before everything else: borders, the status line, and the place to write where nothing is written. */
function arrange(model: Model, talk: Talk): Arrangement {
  const { columns, rows } = model.size
  const hint = hintOf(model, talk)
  const status = drawStatus(model, talk)
  const least = isAsked(talk) ? LEAST_COMPOSER : Math.floor(rows * shareOf(talk))
  const whole = isViewer(talk)
    ? drawWatching(columns)
    : drawComposer(talk, { columns, rows: Math.max(LEAST_COMPOSER, least), hint })
  const usual = withQuestion(model, talk, { status, composer: whole, isTight: false })
  const { isCramped, isShort } = usual.question
  if ((isCramped !== true && isShort !== true) || talk.composer.completion !== undefined) return usual
  const row = drawComposer(talk, { columns, rows: 1, hint })
  const { text, search } = talk.composer
  const isIdle = text === '' && search === undefined && talk.questions[0]?.isSought !== false
  const tighter = [
    { status, composer: row },
    { status: [], composer: row },
    ...(isIdle ? [{ status: [], composer: NO_COMPOSER }] : []),
  ].map(parts => withQuestion(model, talk, { ...parts, isTight: true }))
  // For what can be read as it is, the line that says how things stand does not go.
  return tighter.find(({ question }) => question.isCramped !== true) ?? tighter.at(-1) ?? usual
}

function withQuestion(
  { size, now }: Model,
  talk: Talk,
  parts: Pick<Arrangement, 'status' | 'composer' | 'isTight'>,
): Arrangement {
  const { columns, rows } = size
  const room = rows - (parts.isTight ? 1 : 2) - parts.status.length - parts.composer.lines.length
  return { ...parts, room, question: drawQuestion(talk, { columns, rows: Math.max(0, room), now }) }
}

/** How much of the screen may be for writing: more while there is something to choose from. */
const shareOf = ({ composer }: Talk): number => (composer.completion === undefined ? 1 / 3 : 3 / 5)

const gap = (lines: readonly Line[]): readonly Line[] => (lines.length > 0 ? [EMPTY] : [])

function hintOf({ leavingUntil }: Model, talk: Talk): string {
  const { stage, turn, queue, isHeld, questions, attention, far } = talk
  if (leavingUntil !== undefined) return 'Ctrl+C once more leaves'
  const [question] = questions
  if (question !== undefined && attention === 'question')
    return question.is === 'form' ? 'Fill in the form above' : 'Answer above; Tab writes here'
  if (question !== undefined) return 'Tab answers the question'
  if (stage.is === 'starting') return 'The agent is starting; what you send now waits for it'
  if (stage.is === 'sign-in') return 'What you send now waits until somebody is signed in'
  if (stage.is === 'failed')
    return far === undefined ? '/restart starts the agent again' : '/restart tries again'
  if (far?.turn !== undefined) return `${far.turn.by} is at it; what you send waits`
  if (isHeld && queue.length > 0) return 'Enter sends what is held; Alt+Q shows it'
  if (turn !== undefined)
    return queue.length > 0 ? 'Enter stops this and sends the next' : 'Esc stops; what you send waits'
  return 'Ask something, / commands, @ files, ! shell, ? help'
}
