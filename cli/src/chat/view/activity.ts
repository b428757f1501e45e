/** What the agent is doing now, in one line. */

import { boundedLine } from '@parley/acp/guard'
import { itemAt, type ToolCall } from '@parley/acp/thread'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { cutLine, type Line, span } from '../screen/line.js'

const SPINNER = ['◐', '◓', '◑', '◒']
const STEP_MILLISECONDS = 125
/** So far back something may still be running that is worth naming. */
const LOOK_BACK = 32

export const spinnerAt = (now: number): string =>
  SPINNER[Math.floor(now / STEP_MILLISECONDS) % SPINNER.length] ?? '◐'

export function drawActivity({ size, now }: Model, talk: Talk): readonly Line[] {
  const { turn, stage } = talk
  if (stage.is === 'starting')
    return [
      [span(`${spinnerAt(now)} `, 'accent'), span(`starting ${boundedLine(talk.agent.id, 60)} …`, 'muted')],
    ]
  if (stage.is === 'signing-in')
    return [[span(`${spinnerAt(now)} `, 'accent'), span('signing in … Esc goes back', 'muted')]]
  if (turn === undefined) return []
  const seconds = Math.max(0, Math.floor((now - turn.since) / 1_000))
  const doing = turn.isCancelling ? 'stopping' : doingOf(talk)
  const line = [
    span(`${spinnerAt(now)} `, 'accent'),
    span(doing),
    span(`  ${toClock(seconds)}`, 'muted'),
    ...(turn.isCancelling || talk.questions.length > 0 ? [] : [span('  Esc stops', 'muted')]),
  ]
  return [cutLine(line, size.columns)]
}

/** The tool that runs, or what is being said. */
export function doingOf({ thread, questions }: Talk): string {
  if (questions.length > 0) return 'waiting for you'
  const { length } = thread.slots
  for (let slot = length - 1; slot >= Math.max(0, length - LOOK_BACK); slot--) {
    const entry = itemAt(thread.slots, slot)
    if (entry?.kind === 'tool_call' && isRunning(entry))
      return boundedLine(entry.title ?? entry.toolKind, 120)
    if (slot < length - 1 || entry === undefined) continue
    if (entry.kind === 'message' && entry.role !== 'user')
      return entry.role === 'thought' ? 'thinking' : 'writing'
  }
  return 'working'
}

const isRunning = ({ status }: ToolCall): boolean => status === 'in_progress' || status === 'pending'

const toClock = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
