/** What can be set beside the text: which controls there are, in the agent's order, and what the next mode is. */

import type { OptionChoice, SessionMode, SessionOption } from '@parley/acp/client'

/** More choices than these are searched. */
const MOST_LISTED = 12

export interface ChoiceGroup {
  /** Empty where the agent names none. */
  readonly name: string
  readonly choices: readonly OptionChoice[]
}

export interface Setting {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** `no-model`: there is none to choose. */
  readonly control: 'list' | 'search' | 'switch' | 'text' | 'no-model'
  readonly value: string | boolean | undefined
  readonly groups: readonly ChoiceGroup[]
  readonly isMode: boolean
  /** Its value alone does not say what it is. */
  readonly showsName: boolean
}

/** Modes come first, where they are no option of their own; an option that is the mode is not shown twice. */
export function settingsOf(
  modes: readonly SessionMode[],
  mode: string | undefined,
  options: readonly SessionOption[],
): readonly Setting[] {
  const choices = modes.map(({ id, name, description }) => ({ value: id, name, description }))
  const own: readonly Setting[] =
    modes.length === 0
      ? []
      : [
          {
            id: 'mode',
            name: 'Mode',
            control: controlOf('select', choices),
            value: mode,
            groups: groupsOf(choices),
            isMode: true,
            showsName: false,
          },
        ]
  const hasModel = !lacksModel(options)
  const isShown = ({ category = '', type }: SessionOption): boolean =>
    (modes.length === 0 || category !== 'mode' || type !== 'select') && (hasModel || !OF_MODELS.has(category))
  return [...own, ...options.filter(isShown).map(toSetting)]
}

/** What only a model can heed. */
const OF_MODELS = new Set(['thought_level', 'model_config'])

const NO_MODEL = 'none'

/** The agent would ask a model, and knows of none. */
export function lacksModel(options: readonly SessionOption[]): boolean {
  return options.some(({ category, choices: [first, second] }) => {
    return category === 'model' && first?.value === NO_MODEL && second === undefined
  })
}

function toSetting(option: SessionOption): Setting {
  const setting = toUsualSetting(option)
  return lacksModel([option]) ? { ...setting, control: 'no-model' } : setting
}

function toUsualSetting({ id, name, description, category, type, value, choices }: SessionOption): Setting {
  return {
    ...{ id, name, description, value },
    control: controlOf(type, choices),
    groups: groupsOf(choices),
    isMode: false,
    showsName: category !== 'mode' && category !== 'model',
  }
}

function controlOf(type: string, choices: readonly OptionChoice[]): Setting['control'] {
  if (type === 'boolean') return 'switch'
  if (type !== 'select') return 'text'
  return choices.length > MOST_LISTED ? 'search' : 'list'
}

/** In the agent's order: a heading begins where its first choice stands. */
function groupsOf(choices: readonly OptionChoice[]): readonly ChoiceGroup[] {
  const groups = new Map<string, OptionChoice[]>()
  for (const choice of choices) {
    const name = choice.group ?? ''
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [choice])
    else group.push(choice)
  }
  return [...groups].map(([name, members]) => ({ name, choices: members }))
}

export function nameOfValue({ groups, value }: Setting): string {
  const choice = groups.flatMap(group => group.choices).find(each => each.value === value)
  return choice?.name ?? (value === undefined ? 'not set' : String(value))
}

/** Every word of the query stands somewhere in the name, the value, the heading or the description. */
export function searchChoices(groups: readonly ChoiceGroup[], query: string): readonly ChoiceGroup[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
  if (words.length === 0) return groups
  return groups
    .map(({ name, choices }) => ({
      name,
      choices: choices.filter(choice => {
        const text = `${name} ${choice.name} ${choice.value} ${choice.description ?? ''}`.toLowerCase()
        return words.every(word => text.includes(word))
      }),
    }))
    .filter(({ choices }) => choices.length > 0)
}

/** The mode behind the current one, from the last on to the first. */
export function nextMode(modes: readonly SessionMode[], mode: string | undefined): SessionMode | undefined {
  if (modes.length < 2) return undefined
  return modes[(modes.findIndex(({ id }) => id === mode) + 1) % modes.length]
}
