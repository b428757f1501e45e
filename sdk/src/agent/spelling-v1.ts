/** Version 1 of what happens in a session. */

import { type Capabilities, isAdvertised } from '../protocol/index.js'
import type { v1 } from '../schema/index.js'
import type { EntryContract } from '../store/index.js'
import type { Command } from './command.js'
import { defined } from './defined.js'
import { type Choice, type ChoiceGroup, choicesOf, MODE, type Setting } from './setting.js'
import type { Settings } from './settings.js'
import type { Spelling, Update } from './spelling.js'

/** `client` is what the client advertised: it decides which notices, compactions and settings it is told of. */
export function spellingV1(contract: EntryContract, client: Capabilities): Spelling {
  const can = (capability: string): boolean => isAdvertised(client, `session.${capability}`)
  const takes = {
    takesNotices: can('notices'),
    takesCompaction: can('compaction'),
    takesToggles: can('configOptions.boolean'),
  }
  const name = [contract, ...Object.values(takes)].join(' ')
  const known = spellings.get(name)
  if (known !== undefined) return known
  const made = { contract, ...workSpelling(takes), ...sessionSpelling(takes.takesToggles) }
  spellings.set(name, made)
  return made
}

// Clients that take the same are spoken to by the same: there are only sixteen ways.
const spellings = new Map<string, Spelling>()

type Work =
  | 'say'
  | 'think'
  | 'plan'
  | 'usage'
  | 'begin'
  | 'change'
  | 'notice'
  | 'compaction'
  | 'compactionChunk'

/** What a turn says of its work. */
function workSpelling({
  takesNotices,
  takesCompaction,
}: {
  readonly takesNotices: boolean
  readonly takesCompaction: boolean
}): Pick<Spelling, Work> {
  return {
    say: (content, messageId) => ({ sessionUpdate: 'agent_message_chunk', content, messageId }),
    think: (content, messageId) => ({ sessionUpdate: 'agent_thought_chunk', content, messageId }),
    plan: entries => ({ sessionUpdate: 'plan', entries }),
    usage: usage => ({ sessionUpdate: 'usage_update', ...usage }),
    begin: (toolCallId, start) => ({ sessionUpdate: 'tool_call', status: 'pending', ...start, toolCallId }),
    change: (toolCallId, { status, ...change }) => ({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      ...change,
      // There is no other word for it here.
      ...(status === undefined ? {} : { status: status === 'cancelled' ? 'failed' : status }),
    }),
    notice: notice =>
      takesNotices
        ? { sessionUpdate: 'notice', ...defined(notice), severity: notice.severity ?? 'info' }
        : undefined,
    compaction: change =>
      takesCompaction ? { sessionUpdate: 'compaction_update', ...defined(change) } : undefined,
    compactionChunk: (compactionId, content) =>
      takesCompaction ? { sessionUpdate: 'compaction_summary_chunk', compactionId, content } : undefined,
  }
}

/** What is said of a session as a whole. */
function sessionSpelling(takesToggles: boolean): Omit<Spelling, Work | 'contract'> {
  const toOptions = (settings: Settings): readonly v1.SessionConfigOption[] =>
    settings.declared
      .filter(setting => takesToggles || isSelect(setting))
      .map(setting => toOption(setting, settings))
  return {
    commands: commands => ({
      sessionUpdate: 'available_commands_update',
      availableCommands: commands.map(toCommand),
    }),
    title: title => ({ sessionUpdate: 'session_info_update', title }),
    // Clients that know only modes and clients that know only settings both have to hear of it.
    changed: (settings, id) => [
      ...(id === MODE
        ? [{ sessionUpdate: 'current_mode_update' as const, currentModeId: `${settings.value(MODE)}` }]
        : []),
      { sessionUpdate: 'config_option_update', configOptions: toOptions(settings) },
    ],
    setup: settings => ({
      ...(settings.value(MODE) === undefined ? {} : { modes: toModes(settings) }),
      ...(settings.declared.length === 0 ? {} : { configOptions: toOptions(settings) }),
    }),
    user: (messageId, content) =>
      (content as readonly v1.ContentBlock[]).map(block => ({
        sessionUpdate: 'user_message_chunk',
        content: block,
        messageId,
      })),
    end: () => [],
    again: update => (takesToggles ? update : withoutToggles(update)),
  }
}

/** Kept for a client that takes switches, told to one that does not. */
function withoutToggles(update: Update): Update {
  if (update.sessionUpdate !== 'config_option_update') return update
  const { configOptions } = update as v1.SessionUpdate & { sessionUpdate: 'config_option_update' }
  return { sessionUpdate: 'config_option_update', configOptions: configOptions.filter(isSelect) }
}

function isSelect({ type }: { readonly type: string }): boolean {
  return type === 'select'
}

function toModes(settings: Settings): v1.SessionModeState {
  const mode = settings.declared.find(({ id }) => id === MODE)
  const choices = mode?.type === 'select' ? choicesOf(mode) : []
  return {
    currentModeId: `${settings.value(MODE)}`,
    availableModes: choices.map(({ value, ...rest }) => ({ id: value, ...rest })),
  }
}

function toOption(setting: Setting, settings: Settings): v1.SessionConfigOption {
  const { id, name, description, category } = setting
  const label = { id, name, ...defined({ description, category }) }
  const value = settings.value(id)
  if (setting.type === 'boolean') return { ...label, type: 'boolean', currentValue: value === true }
  return { ...label, type: 'select', currentValue: `${value}`, options: toChoices(setting.choices) }
}

function toChoices(choices: readonly Choice[] | readonly ChoiceGroup[]): v1.SessionConfigSelectOptions {
  const isGrouped = (choice: Choice | ChoiceGroup): choice is ChoiceGroup => 'choices' in choice
  const groups = choices.filter(isGrouped)
  if (groups.length === 0) return choices as readonly Choice[]
  return groups.map(({ group, name, choices: options }) => ({ group, name, options }))
}

function toCommand({ name, description, hint }: Command): v1.AvailableCommand {
  return { name, description, ...(hint === undefined ? {} : { input: { hint } }) }
}
