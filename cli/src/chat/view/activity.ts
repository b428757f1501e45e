/** What the agent is doing now, in one line. */

import { boundedLine } from '@parley/acp/guard'
import { outputOf, terminalOf } from '@parley/acp/thread'
import { drawTerminalOutput } from '../draw/terminal-output.js'
import { doingOf } from '../model/activity.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { agentName } from '../model/talk-name.js'
import { isAtWork } from '../model/talk-state.js'
import { toClock } from '../screen/duration.js'
import { cutLine, type Line, type Span, span } from '../screen/line.js'
import { spinnerAt } from '../screen/spinner.js'
import { widthOf } from '../screen/width.js'

export function drawActivity({ size, now, home }: Model, talk: Talk): readonly Line[] {
  const { turn, stage } = talk
  const sign = span(`${spinnerAt(now)} `, 'accent')
  if (stage.is === 'starting') {
    const word = span(`starting ${agentName({ id: talk.agent.id })} …`, 'muted')
    return [cutLine([sign, word, ...waitOf(now - (stage.since ?? now))], size.columns)]
  }
  if (!isAtWork(talk)) return drawShell({ size, now }, talk)
  // Without a prompt of ours nobody knows since when, but Esc stops it all the same.
  const since = talk.questions[0]?.askedAt ?? turn?.since
  const clock = since === undefined ? '' : `  ${toClock(now - since)}`
  const isStopping = turn?.isCancelling === true
  const hint = isStopping || talk.questions.length > 0 ? '' : '  Esc stops'
  const doing = [sign, span(isStopping ? 'stopping' : doingOf(talk, home))]
  return [beside(doing, span(clock + hint, 'muted'), size.columns)]
}

/** What it is called is cut, and never how to stop it. */
function beside(title: Line, rest: Span, columns: number): Line {
  return cutLine([...cutLine(title, Math.max(8, columns - widthOf(rest.text))), rest], columns)
}

/** Most begin at once: only whom that is no longer true of is told how long it has been, and the way out. */
function waitOf(milliseconds: number): Line {
  if (milliseconds < LONG_START) return []
  return [span(`  ${toClock(milliseconds)}  Esc or Ctrl+C gives up`, 'muted')]
}

const LONG_START = 1_000
const MOST_OUTPUT = 6

/** A command line of the person's own while it runs: the end of what it prints, and how to stop it. */
function drawShell({ size, now }: Pick<Model, 'size' | 'now'>, { shell, thread }: Talk): readonly Line[] {
  if (shell === undefined) return []
  const { columns } = size
  const terminal = terminalOf(thread, shell.terminalId)
  const output = terminal === undefined ? '' : outputOf(terminal).text
  const title = [span(`${spinnerAt(now)} `, 'accent'), span(`! ${boundedLine(shell.command, 200)}`)]
  const line = beside(title, span(`  ${toClock(now - shell.since)}  Esc stops`, 'muted'), columns)
  const printed = output === '' ? [] : drawTerminalOutput(output, { columns: columns - 2, most: MOST_OUTPUT })
  return [...printed.map(each => [span('  '), ...each]), line]
}
