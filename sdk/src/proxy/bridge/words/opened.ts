/** What is answered when a session is opened, in the words of the other version. */

import type { v1, v1Unstable, v2 } from '../../../schema/index.js'
import { equalValues, type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { toOldCommands } from './command-lists.js'
import { keep, keptIn, toKeys, without, withoutKept } from './kept.js'
import { isModeOption, toModeOption, toModes } from './options.js'
import { toNewOptions, toOldOptions } from './settings.js'
import type { Told } from './told.js'

type OldUpdate = v1Unstable.SessionUpdate
type NewOption = v2.SessionConfigOption

/** What is answered when a session is opened, in the words of version 2: modes are a setting there. */
export function toNewOpened(told: Told, answer: Fields): { readonly told: Told; readonly answer: Fields } {
  const kept = keptIn(answer, 'v2')
  const { modes, configOptions, ...rest } = withoutKept(answer, 'v2')
  const { told: heard, configOptions: options, hidden } = toNewOptions({ ...told, options: [] }, answer)
  const said = options.find(isModeOption)
  const made = said === undefined && isModes(modes) ? [toModeOption(modes, freeIdIn(options))] : []
  const all = [...made, ...options]
  const isTold = equalValues(said && toModes({ ...said }), modes ?? undefined)
  const opened = { ...rest, configOptions: all, ...pick(kept, 'availableCommands') }
  const extras = {
    hidden,
    ...(isTold ? {} : { modes: modes ?? null }),
    ...(isList(configOptions) ? {} : { isBare: true }),
  }
  return {
    told: { ...heard, options: all },
    answer: keep(without(opened, ...toKeys(kept.absent)), 'v1', toKeys(kept.absent).length > 0 ? {} : extras),
  }
}

/** What is answered when a session is opened, in the words of version 1, and what is to be told after that answer. */
export function toOldOpened(
  told: Told,
  answer: Fields,
): { readonly told: Told; readonly answer: Fields; readonly updates: readonly OldUpdate[] } {
  const kept = keptIn(answer, 'v1')
  const { configOptions, availableCommands, ...rest } = withoutKept(answer, 'v1')
  const { told: heard, configOptions: options, hidden } = toOldOptions(told, answer)
  const mode = (isList(configOptions) ? configOptions : []).find(isModeOption)
  const derived = isFields(mode) ? toModes(mode) : undefined
  const modes = kept.modes === undefined ? derived : (kept.modes ?? undefined)
  const opened = {
    ...rest,
    ...(kept.isBare === true || !isList(configOptions) ? {} : { configOptions: options }),
    ...(modes === undefined ? {} : { modes }),
  }
  const absent = kept.isBare === true || isList(configOptions) ? undefined : ['configOptions']
  const modeId = isFields(modes) && isText(modes.currentModeId) ? modes.currentModeId : undefined
  return {
    told: { ...heard, modeId },
    answer: keep(opened, 'v2', { hidden, availableCommands, absent }),
    updates: isList(availableCommands) ? [toOldCommands({ availableCommands }, { isExtra: true })] : [],
  }
}

function isModes(value: unknown): value is v1.SessionModeState {
  return (
    isFields(value) &&
    isText(value.currentModeId) &&
    isList(value.availableModes) &&
    value.availableModes.length > 0 &&
    value.availableModes.every(isFields)
  )
}

function freeIdIn(options: readonly NewOption[]): string {
  const taken = new Set(options.map(({ configId }) => configId))
  let id = 'mode'
  while (taken.has(id)) id = `_${id}`
  return id
}

function pick(fields: Fields, key: string): Fields {
  return fields[key] === undefined ? {} : { [key]: fields[key] }
}
