/** What people want to know of a conversation. Each is read off the value; nothing is remembered. */

import { toPlainText } from './blocks.js'
import type { Entry, Message, Plan, Role, ToolCall } from './entry.js'
import { isFields, isText } from './fields.js'
import { itemAt, itemsOf } from './sequence.js'
import type { Terminal } from './terminals.js'
import { entryAt, isOfKind, placeOf, type Thread } from './thread.js'
import { isOpen } from './tool-calls.js'
import { lookUp, toPairs } from './tree.js'
import { isWorkingState } from './turns.js'

/** Everything in the timeline, in order. */
export function entriesOf(thread: Thread): readonly Entry[] {
  return itemsOf(thread.slots).filter(entry => entry !== undefined)
}

/** The text of a message, without what is not text. */
export function textOf(message: Pick<Message, 'content'>): string {
  return toPlainText(message.content)
}

/** The message that began last, of anybody or of one role; undefined when there is none. */
export function lastMessage(thread: Thread, role?: Role): Message | undefined {
  for (let place = thread.slots.length - 1; place >= 0; place--) {
    const entry = itemAt(thread.slots, place)
    if (entry?.kind === 'message' && (role === undefined || entry.role === role)) return entry
  }
  return undefined
}

/** The tool call with this id. */
export function toolCallOf(thread: Thread, toolCallId: string): ToolCall | undefined {
  const entry = entryAt(thread, placeOf(thread, `tool_call ${toolCallId}`))
  return isOfKind(entry, 'tool_call') ? entry : undefined
}

/** The tool calls of which more is to be expected, oldest first. */
export function openToolCalls(thread: Thread): readonly ToolCall[] {
  return entriesOf(thread)
    .filter(entry => entry.kind === 'tool_call')
    .filter(isOpen)
}

/** The plans that hold, in the order in which they were first made. */
export function plansOf(thread: Thread): readonly Plan[] {
  return entriesOf(thread).filter(entry => entry.kind === 'plan')
}

/** The terminal with this id. */
export function terminalOf(thread: Thread, terminalId: string): Terminal | undefined {
  return lookUp(thread.terminals, terminalId)
}

/** All terminals, in the order of their ids. */
export function terminalsOf(thread: Thread): readonly Terminal[] {
  return toPairs(thread.terminals).map(([, terminal]) => terminal)
}

/** Whether the agent is at work, or was asked to be: a prompt is open, or its own state says so. */
export function isWorking(thread: Thread): boolean {
  return thread.openPrompts > 0 || isWorkingState(thread.state?.state)
}

/** Whether the agent waits for somebody, for instance for a permission. Only version 2 says so. */
export function isWaiting(thread: Thread): boolean {
  return thread.state?.state === 'requires_action'
}

/** The id of the current mode: what version 1 calls a mode, or else the value of the option of that category. */
export function modeOf(thread: Thread): string | undefined {
  if (thread.modeId !== undefined) return thread.modeId
  const option: unknown = thread.options.find(({ category }) => category === 'mode')
  return isFields(option) && isText(option.currentValue) ? option.currentValue : undefined
}
