/** What can be set in a conversation: its mode and its options, as rows, and the values of each. */

import { boundedLine } from '@parley/acp/guard'
import type { Effect } from '../../effect.js'
import type { Facts, OptionChoice, SessionOption, Talk } from '../../model/talk.js'
import type { Item } from '../list.js'

/** One setting. */
export interface SettingRow extends Item {
  readonly name: string
  readonly description: string
  /** `select`, `boolean`, or a kind that can only be looked at. */
  readonly type: string
  readonly value: string | boolean | undefined
  readonly choices: readonly OptionChoice[]
  /** How it is set: the mode of version 1 has its own word. */
  readonly target: { readonly is: 'mode' } | { readonly is: 'option'; readonly id: string }
}

/** One value of a setting. */
export interface ChoiceRow extends Item {
  readonly choice: OptionChoice
  readonly isCurrent: boolean
}

const GROUPS: readonly (readonly [category: string, heading: string])[] = [
  ...[['mode', 'mode'] as const, ['model', 'model'] as const, ['thought_level', 'thinking'] as const],
]
const OTHERS = 'other settings'
const MOST = 200

/** The settings, grouped; an agent that has its mode among its options is believed there. */
export function settingRows({ modes, mode, options }: Facts): readonly SettingRow[] {
  const hasMode = options.some(({ category }) => category === 'mode')
  const rows = options.map(toRow)
  const all = hasMode || modes.length === 0 ? rows : [modeRow(modes, mode), ...rows]
  return all.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** The values of a select. */
export function choiceRows({ choices, value }: SettingRow): readonly ChoiceRow[] {
  return choices.map((choice, index) => {
    const { name, description, group } = choice
    return {
      id: `${index} ${choice.value}`,
      text: `${name} ${choice.value} ${group ?? ''} ${description ?? ''}`,
      heading: group === undefined ? undefined : boundedLine(group, MOST),
      choice,
      isCurrent: choice.value === value,
    }
  })
}

/** Sets it. */
export function settingEffect(talk: Talk, { target }: SettingRow, value: string | boolean): Effect {
  if (target.is === 'mode') return { do: 'set-mode', talk: talk.key, mode: String(value) }
  return { do: 'set-option', talk: talk.key, option: target.id, value }
}

/** What it is set to, in words; cleaned. */
export function valueWords({ type, value, choices }: SettingRow): string {
  if (type === 'boolean') return value === true ? 'on' : 'off'
  const found = choices.find(choice => choice.value === value)
  return boundedLine(found?.name ?? String(value ?? ''), MOST)
}

function headingOf(category: string | undefined): string {
  return GROUPS.find(([name]) => name === category)?.[1] ?? OTHERS
}

function rankOf({ heading }: SettingRow): number {
  const place = GROUPS.findIndex(group => group[1] === heading)
  return place < 0 ? GROUPS.length : place
}

function toRow({ id, name, description, category, type, value, choices }: SessionOption): SettingRow {
  return {
    id: `option ${id}`,
    text: `${name} ${id} ${category ?? ''}`,
    heading: headingOf(category),
    name: boundedLine(name, MOST),
    description: boundedLine(description ?? '', 2 * MOST),
    ...{ type, value, choices, target: { is: 'option', id } },
  }
}

function modeRow(modes: Facts['modes'], mode: string | undefined): SettingRow {
  return {
    ...{ id: 'mode', text: 'mode', heading: headingOf('mode'), name: 'Mode', type: 'select', value: mode },
    description: 'How the agent works',
    choices: modes.map(({ id, name, description }) => ({ value: id, name, description })),
    target: { is: 'mode' },
  }
}
