/** What was said in one version, in the words of the other. */

import type { v1, v1Unstable, v2, v2Unstable } from '../schema/index.js'
import { nearestKind, nearestStatus, nearestSteps } from './nearest-words.js'
import { toNewContent, toOldContent } from './shown-change.js'

type Old = v1Unstable.SessionUpdate
type New = v2Unstable.SessionUpdate
type Update = Old | New

/** An id for messages that version 1 left without one; version 2 demands one. */
const UNNAMED = 'unnamed'

export function toVersion2(update: Update): readonly New[] {
  const old = update as Old
  switch (old.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return [{ ...old, messageId: old.messageId ?? UNNAMED } as New]
    case 'tool_call':
    case 'tool_call_update': {
      const { content, ...call } = old
      const shown = content === undefined || content === null ? {} : { content: content.map(toNewContent) }
      return [{ ...withoutNulls(call), ...shown, sessionUpdate: 'tool_call_update' } as New]
    }
    case 'plan':
      return [
        {
          sessionUpdate: 'plan_update',
          plan: { type: 'items', planId: 'plan', entries: old.entries },
        },
      ]
    case 'available_commands_update':
      return [{ ...old, availableCommands: old.availableCommands.map(toNewCommand) }]
    case 'config_option_update':
      return [{ ...old, configOptions: old.configOptions.map(toNewOption) }]
    // The mode is a setting there, and the update of the settings stands beside this one.
    case 'current_mode_update':
      return []
    default:
      return [old as New]
  }
}

export function toVersion1(update: Update): readonly Old[] {
  const recent = update as New
  switch (recent.sessionUpdate) {
    case 'user_message':
    case 'agent_message':
    case 'agent_thought':
      return (recent.content ?? []).map(
        content =>
          ({ sessionUpdate: `${recent.sessionUpdate}_chunk`, content, messageId: recent.messageId }) as Old,
      )
    case 'tool_call_update':
      return [toOldCall(recent)]
    case 'plan_update':
      return recent.plan.type === 'items'
        ? [{ sessionUpdate: 'plan', entries: nearestSteps(recent.plan.entries) as readonly v1.PlanEntry[] }]
        : []
    case 'available_commands_update':
      return [{ ...recent, availableCommands: recent.availableCommands.map(toOldCommand) }]
    case 'config_option_update':
      return [{ ...recent, configOptions: recent.configOptions.map(toOldOption) }]
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
    case 'user_message_chunk':
    case 'usage_update':
    case 'session_info_update':
    case 'compaction_update':
    case 'compaction_summary_chunk':
      return [recent as Old]
    // States, terminals of the agent's own and private kinds have no words in version 1.
    default:
      return []
  }
}

/** Version 1 creates a call and then changes it; a change that sets a title may be the first that is heard of it. */
function toOldCall(call: v2.ToolCallUpdate): Old {
  const { content, status, kind, capabilities: _, ...rest } = call
  const words = withoutNulls({
    status: status && nearestStatus(status),
    kind: kind && nearestKind(kind),
  })
  const shown = Array.isArray(content) ? { content: content.flatMap(toOldContent) } : {}
  const kept = { ...withoutNulls(rest), ...shown, ...words }
  const isFirst = status === 'pending' && typeof call.title === 'string'
  return { ...kept, sessionUpdate: isFirst ? 'tool_call' : 'tool_call_update' } as Old
}

function toNewCommand({ name, description, input }: v1.AvailableCommand): v2.AvailableCommand {
  const asked =
    input === undefined || input === null ? {} : { input: { type: 'text' as const, hint: input.hint } }
  return { type: 'command', name, description, ...asked }
}

function toOldCommand({ name, description, input }: v2.AvailableCommand): v1.AvailableCommand {
  const hint = (input as { readonly hint?: unknown } | null | undefined)?.hint
  return { name, description, ...(typeof hint === 'string' ? { input: { hint } } : {}) }
}

function toNewOption({ id, ...option }: v1.SessionConfigOption): v2.SessionConfigOption {
  if (option.type !== 'select') return { ...option, configId: id }
  const options = option.options.map(choice =>
    'group' in choice ? renamed(choice, 'group', 'groupId') : choice,
  )
  return { ...option, configId: id, options } as v2.SessionConfigOption
}

function toOldOption({ configId, ...option }: v2.SessionConfigOption): v1.SessionConfigOption {
  if (option.type !== 'select') return { ...option, id: configId } as v1.SessionConfigOption
  const choices = option.options as readonly object[]
  const options = choices.map(choice => ('groupId' in choice ? renamed(choice, 'groupId', 'group') : choice))
  return { ...option, id: configId, options } as v1.SessionConfigOption
}

function renamed(fields: object, from: string, to: string): object {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key === from ? to : key, value]))
}

/** In version 1 nothing and null are one; in version 2 null would clear what is there. */
function withoutNulls<T extends object>(fields: T): T {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as T
}
