/** One event after another makes the conversation. What each kind of event does stands in a file of its own. */

import type { v1, v1Unstable, v2Unstable } from '../schema/index.js'
import {
  changeCompaction,
  changeSessionMessage,
  changeSubagent,
  extendCompaction,
  extendSessionMessage,
} from './asides.js'
import { namePrompt, sendPrompt } from './echo.js'
import type { ContentBlock } from './entry.js'
import { clearOnNull, type Fields, isFields, isText, keepOnNull } from './fields.js'
import { hearPiece, hearWhole } from './messages.js'
import { removePlan, setOnlyPlan, setPlan } from './plans.js'
import { RETELLING, type Retelling, retell } from './retelling.js'
import {
  addNotice,
  changeInfo,
  changeUsage,
  openSession,
  setCommands,
  setMode,
  setOptions,
} from './surroundings.js'
import {
  changeTerminal,
  extendTerminal,
  showTerminal,
  TERMINAL_CHUNK,
  TERMINAL_UPDATE,
  type TerminalNews,
} from './terminals.js'
import { addEntry, type Thread, type ThreadVersion } from './thread.js'
import { cancelToolCalls, changeToolCall, extendToolCall, RULES_V1, RULES_V2 } from './tool-calls.js'
import { changeState, stopTurn } from './turns.js'

/**
 * An update of a session, of either version, stable or not; what a gateway tells of its terminals; or the news that all of
 * them come again.
 */
export type ThreadUpdate = v1Unstable.SessionUpdate | v2Unstable.SessionUpdate | TerminalNews | Retelling

/** Something that happens on this side, or is said in an answer instead of in an update. */
export type ThreadEvent =
  /** What the answer to opening a session said. */
  | {
      readonly type: 'opened'
      readonly modes?: v1.SessionModeState | null | undefined
      readonly configOptions?: Thread['options'] | null | undefined
      readonly availableCommands?: Thread['commands'] | null | undefined
    }
  /** This client sent a prompt. If the agent repeats it, it still appears once. */
  | {
      readonly type: 'prompt'
      readonly content: readonly ContentBlock[]
      readonly messageId?: string | undefined
    }
  /** The agent took in the oldest prompt that has no id yet, under this one. */
  | { readonly type: 'accepted'; readonly messageId: string }
  /** This client asked the agent to stop: what it was doing counts as cancelled until it says otherwise. */
  | { readonly type: 'cancel' }
  /** A turn is over. */
  | {
      readonly type: 'end'
      readonly stopReason: string
      readonly error?: unknown
      readonly usage?: unknown
    }
  /** What a terminal of this client shows now, in version 1. */
  | {
      readonly type: 'terminal'
      readonly terminalId: string
      readonly output: string
      readonly truncated?: boolean | undefined
      readonly exitStatus?: v1.TerminalExitStatus | null | undefined
    }

/** The thread after an event; undefined when the event cannot be read. */
type Step = (thread: Thread, fields: Fields) => Thread | undefined

const EVENTS: ReadonlyMap<unknown, Step> = new Map<ThreadEvent['type'], Step>([
  ['opened', openSession],
  ['prompt', sendPrompt],
  ['accepted', namePrompt],
  ['cancel', cancelToolCalls],
  ['end', stopTurn],
  ['terminal', showTerminal],
])

type Tag<U> = U extends { readonly sessionUpdate: infer T } ? Exclude<T, `_${string}`> : never

const SHARED: Readonly<Record<Tag<v1Unstable.SessionUpdate> & Tag<v2Unstable.SessionUpdate>, Step>> = {
  user_message_chunk: hearPiece('user'),
  agent_message_chunk: hearPiece('agent'),
  agent_thought_chunk: hearPiece('thought'),
  tool_call_update: changeToolCall(RULES_V2),
  plan_update: setPlan,
  plan_removed: removePlan,
  available_commands_update: setCommands,
  config_option_update: setOptions,
  session_info_update: changeInfo,
  usage_update: changeUsage(clearOnNull),
  notice: addNotice,
  compaction_update: changeCompaction,
  compaction_summary_chunk: extendCompaction,
  subagent_update: changeSubagent,
  session_message: changeSessionMessage,
  session_message_chunk: extendSessionMessage,
}

const V1: Readonly<Record<Tag<v1Unstable.SessionUpdate>, Step>> = {
  ...SHARED,
  tool_call: changeToolCall(RULES_V1),
  tool_call_update: changeToolCall(RULES_V1),
  plan: setOnlyPlan,
  current_mode_update: setMode,
  usage_update: changeUsage(keepOnNull),
}

const V2: Readonly<Record<Tag<v2Unstable.SessionUpdate>, Step>> = {
  ...SHARED,
  user_message: hearWhole('user'),
  agent_message: hearWhole('agent'),
  agent_thought: hearWhole('thought'),
  state_update: changeState,
  tool_call_content_chunk: extendToolCall,
  terminal_update: changeTerminal,
  terminal_output_chunk: extendTerminal,
}

// Looked up in a map, for the agent chooses the name: an object would also answer to `constructor`.
const UPDATES: Readonly<Record<ThreadVersion, ReadonlyMap<string, Step>>> = {
  1: new Map([
    ...Object.entries(V1),
    [RETELLING, retell],
    [TERMINAL_UPDATE, changeTerminal],
    [TERMINAL_CHUNK, extendTerminal],
  ]),
  2: new Map([...Object.entries(V2), [RETELLING, retell]]),
}

/**
 * The conversation after one more event. Pure: the thread that was given stays as it is, and so must the event, whose
 * content the new thread shares. Takes the same time whatever the length of the conversation. Never throws: what
 * cannot be read is kept as it came.
 */
export function reduce(thread: Thread, event: ThreadUpdate | ThreadEvent): Thread {
  const given: unknown = event
  if (!isFields(given)) return thread
  const { sessionUpdate, type } = given
  const step = isText(sessionUpdate) ? UPDATES[thread.version].get(sessionUpdate) : EVENTS.get(type)
  return step?.(thread, given) ?? keepRaw(thread, given)
}

/** An update that nobody here knows does not end the message that is being said. */
function keepRaw(thread: Thread, update: Fields): Thread {
  return { ...addEntry(thread, { kind: 'raw', update }), current: thread.current }
}
