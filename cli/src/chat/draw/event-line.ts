/** What happens in a conversation besides talking and tools: stops, compactions, subagents, and what nobody can read. */

import type { Compaction, Raw, SessionMessage, Stop, Subagent } from '@parley/acp/thread'
import { countOf } from '../model/asides.js'
import type { Aside } from '../model/talk.js'
import { cutLine, type Line, lineOf, span } from '../screen/line.js'
import type { Role } from '../screen/style.js'
import { wrapLine } from '../screen/wrap.js'
import { boundLines, cleanTitle, drawPlain, indent } from './clean-text.js'
import { toCompactJson } from './compact-json.js'
import { fieldsOf } from './content-words.js'
import { drawContent } from './message.js'
import type { Setting } from './setting.js'
import { drawTerminalOutput } from './terminal-output.js'
import { statusSign } from './tool-head.js'

type Opened = Setting & { readonly isOpen: boolean }

const INDENT = '    '
const MOST_LINES = 5_000
const MOST_ASIDE = 200
const STOPS: ReadonlyMap<string, string> = new Map([
  ['cancelled', '⊘ cancelled'],
  ['refusal', '✗ refusal: the agent will not go on with this'],
  ['max_tokens', '✗ stopped: the limit of tokens is reached'],
  ['max_turn_requests', '✗ stopped: the limit of requests in one turn is reached'],
])

/** That a turn ended as it should is nothing to talk about. */
export function drawStop({ stopReason, error }: Stop, { columns }: Setting): readonly Line[] {
  const { message, data } = fieldsOf(error)
  const said = [message, fieldsOf(data).message, error].find(value => typeof value === 'string')
  const why =
    typeof said === 'string' ? drawPlain(said, { columns: columns - 2, style: 'bad', most: 4_000 }) : []
  if (stopReason === 'end_turn' && why.length === 0) return []
  const words = STOPS.get(stopReason) ?? `✗ stopped: ${cleanTitle(stopReason, 60)}`
  const head = wrapLine(lineOf(words, stopReason === 'cancelled' ? 'muted' : 'bad'), columns)
  return [...head, ...indent(boundLines(why, 20), '  ')]
}

export function drawCompaction(entry: Compaction, setting: Opened): readonly Line[] {
  const { status, summary, error } = entry
  const words =
    status === 'in_progress'
      ? 'Making room in the memory of the agent'
      : 'Made room in the memory of the agent'
  const why = status === 'failed' ? cleanTitle(error) : ''
  const head: Line = [
    statusSign(status, setting.now),
    span(` ${words}${why === '' ? '' : `: ${why}`}`, 'muted'),
  ]
  return [cutLine(head, setting.columns), ...(setting.isOpen ? inside(summary, setting) : [])]
}

export function drawSubagent(entry: Subagent, setting: Opened): readonly Line[] {
  const state = entry.state?.state
  const status = state === 'running' ? 'in_progress' : state === 'idle' ? 'completed' : 'pending'
  const title = cleanTitle(entry.title) || cleanTitle(entry.sessionId, 80)
  const waits = state === 'requires_action' ? [span('  ? waits for you', 'warning')] : []
  const head: Line = [statusSign(status, setting.now), span(' subagent ', 'accent'), span(title), ...waits]
  const { columns, isOpen } = setting
  const described = isOpen ? drawPlain(entry.description ?? '', { columns: columns - 4, style: 'muted' }) : []
  return [cutLine(head, columns), ...indent(described, INDENT)]
}

export function drawSessionMessage(entry: SessionMessage, setting: Opened): readonly Line[] {
  const { senderSessionId, recipientSessionId, content } = entry
  const from = senderSessionId === undefined ? '' : ` from ${cleanTitle(senderSessionId, 60)}`
  const to = recipientSessionId === undefined ? '' : ` to ${cleanTitle(recipientSessionId, 60)}`
  const head = cutLine([span('⇄', 'accent'), span(` message${from}${to}`, 'muted')], setting.columns)
  const said = inside(content, setting)
  return [head, ...(setting.isOpen ? said : boundLines(said, 4, ', Ctrl+E'))]
}

function inside(content: Compaction['summary'], setting: Setting): readonly Line[] {
  const lines = drawContent(content, { ...setting, columns: Math.max(1, setting.columns - 4) })
  return boundLines(indent(lines, INDENT), MOST_LINES)
}

export function drawRaw({ update }: Raw, { columns, isOpen }: Opened): readonly Line[] {
  const name = cleanTitle(update.sessionUpdate, 80) || cleanTitle(update.type, 80) || 'something'
  const head = cutLine(lineOf(`· ${name}: not known here`, 'muted'), columns)
  return isOpen
    ? [head, ...wrapLine(lineOf(toCompactJson(update, 4_000)), columns, { first: [span(INDENT)] })]
    : [head]
}

const ASIDES: Readonly<Record<Exclude<Aside['kind'], 'shell'>, readonly [string, Role]>> = {
  remark: ['· ', 'muted'],
  warning: ['! ', 'warning'],
  failure: ['✗ ', 'bad'],
}

export function drawAside(
  aside: Omit<Aside, 'id' | 'at'>,
  { columns }: Pick<Setting, 'columns'>,
): readonly Line[] {
  const { kind, text } = aside
  if (kind === 'shell')
    return [
      ...drawTerminalOutput(text, { columns, most: MOST_ASIDE }),
      cutLine(lineOf('(the agent is told of it with your next words)', 'muted'), columns),
    ]
  const [sign, role] = ASIDES[kind]
  const count = countOf(aside)
  const said = count > 1 ? `${text} (${count} times)` : text
  const lines = drawPlain(said, { columns: Math.max(1, columns - 2), style: role, most: 20_000 })
  return boundLines(lines, MOST_ASIDE).map((line, index) =>
    cutLine([span(index === 0 ? sign : '  ', role), ...line], columns),
  )
}
