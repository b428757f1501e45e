/** Version 2 of what happens in a session: everything an upsert, ids everywhere, modes as settings. */

import type { v1, v2, v2Unstable } from '../schema/index.js'
import type { EntryContract } from '../store/index.js'
import { toNewContent } from '../thread/shown-change.js'
import type { Command } from './command.js'
import { defined } from './defined.js'
import type { Choice, ChoiceGroup, Setting } from './setting.js'
import type { Settings } from './settings.js'
import type { Spelling } from './spelling.js'

export function spellingV2(contract: EntryContract): Spelling {
  return { contract, ...workSpelling, ...sessionSpelling }
}

/** What a turn says of its work. */
const workSpelling = {
  say: (content, messageId) => ({
    sessionUpdate: 'agent_message_chunk',
    content: toBlock(content),
    messageId,
  }),
  think: (content, messageId) => ({
    sessionUpdate: 'agent_thought_chunk',
    content: toBlock(content),
    messageId,
  }),
  plan: (entries, planId) => ({
    sessionUpdate: 'plan_update',
    plan: { type: 'items', planId, entries },
  }),
  usage: usage => ({ sessionUpdate: 'usage_update', ...usage }),
  begin: (toolCallId, start) => ({
    sessionUpdate: 'tool_call_update',
    status: 'pending',
    ...start,
    toolCallId,
  }),
  change: (toolCallId, { content, ...change }) => ({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    ...change,
    ...(content === undefined ? {} : { content: content.map(toNewContent) }),
  }),
  notice: notice => ({ sessionUpdate: 'notice', ...defined(notice), severity: notice.severity ?? 'info' }),
  compaction: ({ summary, ...change }) => ({
    sessionUpdate: 'compaction_update',
    ...defined(change),
    ...(summary === undefined ? {} : { summary: summary.map(toBlock) }),
  }),
  compactionChunk: (compactionId, content) => ({
    sessionUpdate: 'compaction_summary_chunk',
    compactionId,
    content: toBlock(content),
  }),
} satisfies Partial<Spelling>

/** What is said of a session as a whole. */
const sessionSpelling = {
  commands: commands => ({
    sessionUpdate: 'available_commands_update',
    availableCommands: commands.map(toCommand),
  }),
  title: title => ({ sessionUpdate: 'session_info_update', title }),
  changed: settings => [{ sessionUpdate: 'config_option_update', configOptions: toOptions(settings) }],
  setup: (settings, commands) => ({
    ...(settings.declared.length === 0 ? {} : { configOptions: toOptions(settings) }),
    ...(commands.length === 0 ? {} : { availableCommands: commands.map(toCommand) }),
  }),
  user: (messageId, content) => [
    { sessionUpdate: 'user_message', messageId, content: content as readonly v2.ContentBlock[] },
    { sessionUpdate: 'state_update', state: 'running' },
  ],
  end: stopReason => [
    { sessionUpdate: 'state_update', state: 'idle', stopReason } as v2Unstable.SessionUpdate,
  ],
  again: update => update,
} satisfies Partial<Spelling>

function toBlock(block: v1.ContentBlock): v2.ContentBlock {
  return block as v2.ContentBlock
}

function toOptions(settings: Settings): readonly v2.SessionConfigOption[] {
  return settings.declared.map(setting => toOption(setting, settings.value(setting.id)))
}

function toOption(setting: Setting, value: string | boolean | undefined): v2.SessionConfigOption {
  const { id, name, description, category } = setting
  const label = { configId: id, name, ...defined({ description, category }) }
  if (setting.type === 'boolean') return { ...label, type: 'boolean', currentValue: value === true }
  return { ...label, type: 'select', currentValue: `${value}`, options: toChoices(setting.choices) }
}

function toChoices(choices: readonly Choice[] | readonly ChoiceGroup[]): v2.SessionConfigSelectOptions {
  const isGrouped = (choice: Choice | ChoiceGroup): choice is ChoiceGroup => 'choices' in choice
  const groups = choices.filter(isGrouped)
  if (groups.length === 0) return choices as readonly Choice[]
  return groups.map(({ group, name, choices: options }) => ({ groupId: group, name, options }))
}

function toCommand({ name, description, hint }: Command): v2.AvailableCommand {
  return {
    type: 'command',
    name,
    description,
    ...(hint === undefined ? {} : { input: { type: 'text', hint } }),
  }
}
