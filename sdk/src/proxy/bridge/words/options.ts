/** Settings in the words of the other version. Version 2 has no choice of nothing, version 1 no kinds but two. */

import type { v1, v2 } from '../../../schema/index.js'
import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { keep, keptIn, withoutKept } from './kept.js'

/** What version 1 needs to know of its client to say a setting. */
interface Listener {
  readonly booleans: boolean
}

const ON_OR_OFF = [
  { value: 'true', name: 'On' },
  { value: 'false', name: 'Off' },
] as const

/** Undefined where version 2 has no words for it: a setting that leaves no choice. */
export function toNewOption(option: v1.SessionConfigOption): v2.SessionConfigOption | undefined {
  const { isBoolean } = keptIn({ ...option }, 'v2')
  const { id, ...rest } = withoutKept({ ...option }, 'v2')
  if (isBoolean === true) {
    const { options: _, ...bare } = rest
    return { ...bare, type: 'boolean', configId: id, currentValue: rest.currentValue === 'true' } as never
  }
  if (rest.type !== 'select' || !isList(rest.options)) return { ...rest, configId: id } as never
  const groups = rest.options.map(choice => rename(choice, 'group', 'groupId'))
  const options = groups.filter(
    choice => !isFields(choice) || !isList(choice.options) || choice.options.length > 0,
  )
  if (options.length === 0) return undefined
  const kept = options.length < groups.length ? { options: rest.options } : {}
  return keep({ ...rest, configId: id, options }, 'v1', kept) as never
}

/** Undefined where version 1 has no words for it, or has said it otherwise. */
export function toOldOption(
  option: v2.SessionConfigOption,
  { booleans }: Listener,
): v1.SessionConfigOption | undefined {
  const kept = keptIn({ ...option }, 'v1')
  const { configId, ...rest } = withoutKept({ ...option }, 'v1')
  const old: Fields = { ...rest, id: configId }
  if (rest.type === 'boolean') return (booleans ? old : toChoice(old)) as never
  if (rest.type !== 'select') return undefined
  const choices = isList(kept.options) ? kept.options : rest.options
  if (!isList(choices)) return old as never
  return { ...old, options: choices.map(choice => rename(choice, 'groupId', 'group')) } as never
}

function toChoice(option: Fields): Fields {
  const choice = {
    ...option,
    type: 'select',
    currentValue: option.currentValue === true ? 'true' : 'false',
    options: ON_OR_OFF,
  }
  return keep(choice, 'v2', { isBoolean: true })
}

/** The setting that a client of version 2 sees instead of modes. */
export function toModeOption(
  { currentModeId, availableModes }: v1.SessionModeState,
  configId: string,
): v2.SessionConfigOption {
  const options = availableModes.map(({ id, ...mode }) => ({ value: id, ...mode }))
  const option = {
    configId,
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: currentModeId,
    options,
  }
  return keep(option, 'v1', { isMade: true }) as never
}

/** Whether this setting was made from modes, so that version 1 has its own words for it. */
export function isMadeFromModes(option: unknown): boolean {
  return isFields(option) && keptIn(option, 'v1').isMade === true
}

/** Whether this setting is the mode of the session. */
export function isModeOption(option: unknown): boolean {
  return isFields(option) && option.category === 'mode' && option.type === 'select'
}

/** The modes that a setting stands for. */
export function toModes(option: Fields): v1.SessionModeState | undefined {
  const { currentValue, options } = option
  if (!isText(currentValue) || !isList(options)) return undefined
  const choices = options.flatMap(each => (isFields(each) && isList(each.options) ? each.options : [each]))
  const availableModes = choices.filter(isFields).map(({ value, ...choice }) => ({ id: value, ...choice }))
  return { currentModeId: currentValue, availableModes: availableModes as never }
}

function rename(choice: unknown, from: string, to: string): unknown {
  if (!isFields(choice) || !Object.hasOwn(choice, from)) return choice
  const { [from]: id, ...rest } = choice
  return { [to]: id, ...rest }
}
