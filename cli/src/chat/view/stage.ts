/** A conversation that is not open: what is the matter, and what can be done. */

import { boundedLine, sanitizeLine } from '@parley/acp/guard'
import type { SignInMethod, Talk } from '../model/talk.js'
import type { Ways } from '../screen/frame.js'
import { cutLine, type Line, lineOf, span } from '../screen/line.js'
import { spinnerAt } from '../screen/spinner.js'
import { wrapLine } from '../screen/wrap.js'

export interface StageDrawing {
  readonly lines: readonly Line[]
  /** The ways to sign in that are there, and how many of the first can be read to their ends. */
  readonly ways?: Ways | undefined
}

const INDENT = span('     ')
const MOST_WAYS = 9

export function drawStage(
  { stage, composer }: Talk,
  { columns, rows, now }: { readonly columns: number; readonly rows: number; readonly now: number },
): StageDrawing {
  if (stage.is !== 'sign-in' || rows < 1) return { lines: [] }
  const wrapped = (line: Line): readonly Line[] => wrapLine(line, columns, { rest: [INDENT] })
  const said = wrapped(lineOf(`? ${boundedLine(stage.message, 300)}`, 'warning'))
  const methods = stage.methods
    .slice(0, MOST_WAYS)
    .map((method, index) => methodLines(method, index + 1).flatMap(wrapped))
  const all = [said, ...methods]
  const foot = footOf(stage, composer, now)
  // What the ways are goes before what is said of them.
  const room = rows - wrapped(foot).length
  if (all.flat().length <= room)
    return {
      lines: [...all.flat(), ...wrapped(foot)],
      ways: { methods: stage.methods, count: methods.length },
    }
  const more = cutLine(lineOf('  … a number shows the rest of its way', 'warning'), columns)
  const short = [said.slice(0, 1), ...methods]
  let count = 0
  while (count < methods.length && short.slice(0, count + 2).flat().length < rows) count++
  const lines = [...short.flat().slice(0, rows - 1), more]
  return { lines, ways: { methods: stage.methods, count } }
}

function methodLines(method: SignInMethod, digit: number): readonly Line[] {
  const { name, description, isTerminal, isElsewhere, runs } = method
  return [
    [
      span(`  ${digit}  `, 'strong'),
      span(boundedLine(name, 80)),
      span(isTerminal && isElsewhere !== true ? '  (in this terminal)' : '', 'muted'),
      span(description === undefined ? '' : `  ${boundedLine(description, 300)}`, 'muted'),
    ],
    ...(runs === undefined ? [] : [[span(`     runs ${sanitizeLine(runs)}`)]]),
  ]
}

function footOf(
  { underWay }: Extract<Talk['stage'], { readonly is: 'sign-in' }>,
  { text }: Talk['composer'],
  now: number,
): Line {
  if (underWay !== undefined)
    return [
      span(`${spinnerAt(now)} `, 'accent'),
      span(`signing in: ${boundedLine(underWay, 80)} …`),
      span('  Esc gives up', 'muted'),
    ]
  const hint =
    text === ''
      ? 'Press the number of a way to sign in'
      : 'Ctrl+C clears the line; then press the number of a way to sign in'
  return lineOf(`  ${hint}`, 'muted')
}
