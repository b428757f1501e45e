/** A whole conversation in paragraphs, in the order of its timeline. */

import { sanitizeLine } from '../text/index.js'
import type { Entry, Message, Plan, SessionMessage, Stop } from './entry.js'
import { type Fields, isFields, isText, itemsThatAre } from './fields.js'
import { type Part, type Task, toEvent, toLine, toParts, toProse } from './part.js'
import { entriesOf, terminalsOf } from './selectors.js'
import { itemsOf } from './sequence.js'
import type { Thread } from './thread.js'
import { describeTerminal, describeToolCall } from './tool-parts.js'

/** What to show of a conversation. */
export interface RenderOptions {
  /** What the agent said to itself; shown unless false. */
  readonly thoughts?: boolean | undefined
  /** What tool calls and terminals show, diffs included; shown unless false. */
  readonly details?: boolean | undefined
}

const SPEAKERS = { user: 'User', agent: 'Agent', thought: 'Thought' } as const

/** What of a task's state has a mark of its own; anything else is still open. */
const TASK_STATES: ReadonlyMap<unknown, Task['state']> = new Map([
  ['in_progress', 'begun'],
  ['completed', 'done'],
  ['cancelled', 'dropped'],
] as const)

export function outline(thread: Thread, options: RenderOptions): readonly Part[] {
  return [
    ...(isText(thread.title) ? [{ as: 'title' as const, text: sanitizeLine(thread.title) }] : []),
    ...entriesOf(thread).flatMap(entry => describe(thread, entry, options)),
    ...(options.details === false ? [] : describeLooseTerminals(thread)),
    ...thread.notices.flatMap(({ severity, title, description }) => [
      toEvent(['notice', severity], title),
      ...toProse(description),
    ]),
  ]
}

function describe(thread: Thread, entry: Entry, options: RenderOptions): readonly Part[] {
  switch (entry.kind) {
    case 'message':
      return entry.role === 'thought' && options.thoughts === false ? [] : describeMessage(entry)
    case 'tool_call':
      return describeToolCall(thread, entry, options.details !== false)
    case 'plan':
      return describePlan(entry)
    case 'compaction': {
      const head = toEvent(['compaction', entry.status])
      return [head, ...itemsOf(entry.summary).flatMap(block => toParts(block, true)), ...toProse(entry.error)]
    }
    case 'subagent': {
      const head = toEvent(['subagent', entry.state?.state], entry.title)
      return [head, ...toProse(entry.description)]
    }
    case 'session_message':
      return describeSessionMessage(entry)
    case 'stop':
      return describeStop(entry)
    case 'raw':
      return describeRaw(entry.update)
  }
}

function describeMessage({ role, content }: Message): readonly Part[] {
  const said = itemsOf(content).flatMap(block => toParts(block, role === 'thought'))
  return said.length === 0 ? [] : [{ as: 'speaker', text: SPEAKERS[role] }, ...said]
}

function describeSessionMessage(message: SessionMessage): readonly Part[] {
  const { senderSessionId, recipientSessionId } = message
  const note = [
    ...(isText(senderSessionId) ? [`from ${senderSessionId}`] : []),
    ...(isText(recipientSessionId) ? [`to ${recipientSessionId}`] : []),
  ]
  return [toEvent(['message', ...note]), ...itemsOf(message.content).flatMap(block => toParts(block, true))]
}

function describePlan({ plan }: Plan): readonly Part[] {
  const { type, entries, uri, content }: Fields = { ...plan }
  const tasks = itemsThatAre(entries, isFields).map(({ content, status }): Task => {
    return { state: TASK_STATES.get(status) ?? 'open', text: isText(content) ? sanitizeLine(content) : '' }
  })
  return [
    toEvent(['plan']),
    ...(type === 'items' && tasks.length > 0 ? [{ as: 'tasks' as const, tasks }] : []),
    ...(type === 'file' && isText(uri) ? toLine(uri) : []),
    ...(type === 'markdown' ? toProse(content, true) : []),
  ]
}

/** That a turn ended as it should is nothing to talk about. */
function describeStop({ stopReason, error }: Stop): readonly Part[] {
  if (stopReason === 'end_turn') return []
  const message = isFields(error) && isText(error.message) ? error.message : ''
  return [toEvent(['stopped', stopReason]), ...toProse(message)]
}

function describeRaw(update: Fields): readonly Part[] {
  const { sessionUpdate, type } = update
  return [toEvent(['other', isText(sessionUpdate) ? sessionUpdate : type])]
}

/** Terminals that no tool call shows come last. */
function describeLooseTerminals(thread: Thread): readonly Part[] {
  const calls = entriesOf(thread).filter(entry => entry.kind === 'tool_call')
  const shown = new Set(
    calls.flatMap(({ content }) => itemsOf(content).map(item => toTerminalId({ ...item }))),
  )
  return terminalsOf(thread)
    .filter(({ terminalId }) => !shown.has(terminalId))
    .flatMap(terminal => [toEvent(['terminal']), ...describeTerminal(terminal)])
}

function toTerminalId({ type, terminalId }: Fields): unknown {
  return type === 'terminal' ? terminalId : undefined
}
