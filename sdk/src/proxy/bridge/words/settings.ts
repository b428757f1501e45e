/** The settings of a session across versions: modes on one side, a setting of the category `mode` on the other. */

import type { v1, v1Unstable, v2, v2Unstable } from '../../../schema/index.js'
import { type Fields, isFields, isList, isText } from '../../../thread/fields.js'
import { restoreItems, siftItems } from './hidden-items.js'
import { keep, keptIn } from './kept.js'
import { isMadeFromModes, isModeOption, toNewOption, toOldOption } from './options.js'
import type { Told } from './told.js'

type OldUpdate = v1Unstable.SessionUpdate
type NewOption = v2.SessionConfigOption

/** Everything that can be set, in one list, with the setting that stands for modes. */
export function toNewOptions(
  told: Told,
  { configOptions, _meta }: { readonly configOptions?: unknown; readonly _meta?: unknown },
): { readonly told: Told; readonly configOptions: readonly NewOption[]; readonly hidden: unknown } {
  const { items, hidden } = siftItems(configOptions, option => toNewOption(option as never))
  const restored = restoreItems(items, keptIn({ _meta }, 'v2').hidden)
  const made = restored.some(isModeOption) ? [] : told.options.filter(isMadeFromModes)
  const options = [...made, ...restored]
  return { told: { ...told, options }, configOptions: options, hidden }
}

/** The list in the words of version 1, and what it says of the mode to a client that was told of modes. */
export function toOldOptions(
  told: Told,
  { configOptions, _meta }: { readonly configOptions?: unknown; readonly _meta?: unknown },
): {
  readonly told: Told
  readonly configOptions: readonly v1.SessionConfigOption[]
  readonly hidden: unknown
  readonly updates: readonly OldUpdate[]
} {
  const list = (isList(configOptions) ? configOptions : []) as readonly NewOption[]
  const { items, hidden } = siftItems<v1.SessionConfigOption>(
    list.filter(option => !isMadeFromModes(option)),
    option => toOldOption(option as never, told.hears),
  )
  const restored = restoreItems(items, keptIn({ _meta }, 'v1').hidden)
  const modeId = modeIdIn(list)
  const isNews = told.modeId !== undefined && modeId !== undefined && modeId !== told.modeId
  const news = { sessionUpdate: 'current_mode_update', currentModeId: modeId }
  return {
    told: { ...told, options: list, modeId: isNews ? modeId : told.modeId },
    configOptions: restored,
    hidden,
    updates: isNews ? [keep(news, 'v2', { isExtra: true }) as never] : [],
  }
}

/** The setting that is the mode, and whether it stands for modes that the agent of version 1 sets by another method. */
export function modeOptionOf(
  told: Told,
): { readonly configId: string; readonly isMade: boolean } | undefined {
  const option = told.options.find(isModeOption)
  return option === undefined ? undefined : { configId: option.configId, isMade: isMadeFromModes(option) }
}

/** All settings with another mode. */
export function withMode(
  told: Told,
  modeId: string,
): { readonly told: Told; readonly configOptions: readonly NewOption[] } {
  const place = told.options.findIndex(isModeOption)
  const options = told.options.map((option, index) =>
    index === place ? ({ ...option, currentValue: modeId } as NewOption) : option,
  )
  return { told: { ...told, options }, configOptions: options }
}

/** What a client of version 1 wants to set, as version 2 says it: a setting that is on or off is no choice there. */
export function toNewSetting(
  told: Told,
  { configId, value }: { readonly configId: string; readonly value: unknown },
): { readonly type: 'boolean' | 'id'; readonly value: unknown } {
  const option = told.options.find(each => each.configId === configId)
  const isBoolean = option?.type === 'boolean' || typeof value === 'boolean'
  return isBoolean ? { type: 'boolean', value: value === true || value === 'true' } : { type: 'id', value }
}

/** The mode changed: in version 2 that is news of the settings. Undefined where no setting is the mode. */
export function toNewMode(
  told: Told,
  update: Fields,
): { readonly told: Told; readonly update: v2Unstable.SessionUpdate } | undefined {
  const { currentModeId } = update
  if (!isText(currentModeId) || modeOptionOf(told) === undefined) return undefined
  const { told: next, configOptions } = withMode(told, currentModeId)
  const news = { sessionUpdate: 'config_option_update', configOptions }
  return { told: next, update: keep(news, 'v1', { update }) as never }
}

function modeIdIn(options: readonly unknown[]): string | undefined {
  const mode = options.find(isModeOption)
  return isFields(mode) && isText(mode.currentValue) ? mode.currentValue : undefined
}
