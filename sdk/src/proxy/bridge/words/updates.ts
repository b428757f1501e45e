/** Every update in the words of the other version, kind by kind. What belongs to a turn's begin and end stands elsewhere. */

import type { v1Unstable, v2Unstable } from '../../../schema/index.js'
import { type Fields, isFields, isText } from '../../../thread/fields.js'
import {
  toNewContent,
  toNewInfo,
  toNewSubagent,
  toNewSummary,
  toNewUsage,
  toOldContent,
  toOldInfo,
  toOldSubagent,
  toOldSummary,
  toOldUsage,
  toSpokenNotice,
} from './asides.js'
import { toNewCommands, toOldCommands } from './command-lists.js'
import { carry, keep, keptIn, type Origin, toText, withoutKept } from './kept.js'
import { toNewPiece, toOldPiece, toOldWhole } from './messages.js'
import { toNewOnlyPlan, toNewPlan, toNewPlanRemoval, toOldPlan, toOldPlanRemoval } from './plans.js'
import { toNewMode, toNewOptions, toOldOptions } from './settings.js'
import { toNewPrivate, toOldPrivate, toOldTerminalNews } from './terminals.js'
import { type Hearing, meet, type SaidToNew, type SaidToOld, type Told } from './told.js'
import { toNewCallNews, toOldCallNews, toOldCallPiece } from './tool-calls.js'

type Old = v1Unstable.SessionUpdate
type New = v2Unstable.SessionUpdate

/** What an update is in the other version, and what is known after it. */
interface Said {
  readonly told: Told
  readonly updates: readonly unknown[]
}

type Translate = (told: Told, update: Fields) => Said

const one =
  (translate: (update: Fields) => unknown): Translate =>
  (told, update) => ({ told, updates: [translate(update)] })

const same = one(update => update)

/** Something with an id of its own, which ends the message that is being said when it is first heard of. */
const met =
  (key: string, translate: (update: Fields) => unknown): Translate =>
  (told, update) => ({
    told: meet(told, `${key} ${toText(update[key])}`).told,
    updates: [translate(update)],
  })

/** Said to those who hear it, and else carried for whoever comes behind them. */
const heard =
  (ability: keyof Hearing, translate: Translate): Translate =>
  (told, update) =>
    told.hears[ability] ? translate(told, update) : { told, updates: [carry(update, 'v2')] }

const TO_NEW: ReadonlyMap<unknown, Translate> = new Map<Old['sessionUpdate'], Translate>([
  ['user_message_chunk', toNewPiece('user')],
  ['agent_message_chunk', toNewPiece('agent')],
  ['agent_thought_chunk', toNewPiece('thought')],
  ['tool_call', toNewCallNews],
  ['tool_call_update', toNewCallNews],
  ['plan', toNewOnlyPlan],
  ['plan_update', toNewPlan],
  ['plan_removed', toNewPlanRemoval],
  ['available_commands_update', one(toNewCommands)],
  [
    'current_mode_update',
    (told, update) => {
      const news = toNewMode(told, update)
      return news === undefined
        ? { told, updates: [carry(update, 'v1')] }
        : { told: news.told, updates: [news.update] }
    },
  ],
  [
    'config_option_update',
    (told, update) => {
      const { told: next, configOptions, hidden } = toNewOptions(told, update as never)
      const said = { ...withoutKept(update, 'v2'), configOptions }
      return { told: next, updates: [keep(said, 'v1', { hidden })] }
    },
  ],
  ['session_info_update', one(toNewInfo)],
  ['usage_update', one(toNewUsage)],
  ['notice', same],
  ['compaction_update', met('compactionId', toNewSummary)],
  ['compaction_summary_chunk', met('compactionId', toNewContent)],
  ['subagent_update', met('sessionId', toNewSubagent)],
  ['session_message', met('messageId', toNewContent)],
  ['session_message_chunk', met('messageId', toNewContent)],
])

const TO_OLD: ReadonlyMap<unknown, Translate> = new Map<New['sessionUpdate'], Translate>([
  ['user_message_chunk', toOldPiece('user')],
  ['agent_message_chunk', toOldPiece('agent')],
  ['agent_thought_chunk', toOldPiece('thought')],
  ['user_message', toOldWhole('user')],
  ['agent_message', toOldWhole('agent')],
  ['agent_thought', toOldWhole('thought')],
  ['tool_call_update', toOldCallNews],
  ['tool_call_content_chunk', toOldCallPiece],
  ['terminal_update', toOldTerminalNews],
  ['terminal_output_chunk', toOldTerminalNews],
  ['plan_update', toOldPlan],
  ['plan_removed', toOldPlanRemoval],
  ['available_commands_update', one(update => toOldCommands(update))],
  [
    'config_option_update',
    (told, update) => {
      const { told: next, configOptions, hidden, updates } = toOldOptions(told, update as never)
      const said = keep({ ...withoutKept(update, 'v1'), configOptions }, 'v2', { hidden })
      return { told: next, updates: [said, ...updates] }
    },
  ],
  ['session_info_update', one(toOldInfo)],
  ['usage_update', one(toOldUsage)],
  ['notice', (told, update) => (told.hears.notices ? same : toSpokenNotice)(told, update)],
  ['compaction_update', heard('compaction', one(toOldSummary))],
  ['compaction_summary_chunk', heard('compaction', one(toOldContent))],
  ['subagent_update', heard('subagents', one(toOldSubagent))],
  ['session_message', heard('subagents', one(toOldContent))],
  ['session_message_chunk', heard('subagents', one(toOldContent))],
  // The answer to the prompt says it in version 1: whoever holds that answer reads the states.
  ['state_update', told => ({ told, updates: [] })],
])

/** An update of an agent of version 1, in the words of version 2. A piece of a known message leaves `told` as it is. */
export function toNewUpdate(told: Told, update: Old): SaidToNew {
  const given: unknown = update
  if (!isFields(given)) return { told, updates: [update as never] }
  const carried = unpack(given, 'v2')
  if (carried !== undefined) return { told, updates: carried as never }
  const translate = TO_NEW.get(given.sessionUpdate)
  if (translate === undefined) return { told, updates: [toNewPrivate(given) as never] }
  return translate(told, given) as never
}

/** An update of an agent of version 2, in the words of version 1. A piece of a known message leaves `told` as it is. */
export function toOldUpdate(told: Told, update: New): SaidToOld {
  const given: unknown = update
  if (!isFields(given)) return { told, updates: [update as never] }
  const carried = unpack(given, 'v1') ?? toOldPrivate(given)
  if (carried !== undefined) return { told, updates: [carried].flat() as never }
  const translate = TO_OLD.get(given.sessionUpdate)
  if (translate === undefined) return { told, updates: [carry(given, 'v2') as never] }
  return translate(told, given) as never
}

/** The updates that another one carries in place of itself; undefined where it speaks for itself. */
function unpack(update: Fields, origin: Origin): readonly Fields[] | undefined {
  const { update: carried, isExtra } = keptIn(update, origin)
  if (isExtra === true) return []
  return isFields(carried) && isText(carried.sessionUpdate) ? [carried] : undefined
}
